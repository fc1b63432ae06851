import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { aptInstall, mayInstallPackages } from './system-packages.mjs'

const version = 15
const folder = '/etc/postgresql-common'

/** The oldest PostgreSQL that DATABASE_URL may name; the tests that need it are skipped without it. */
export async function getPostgres() {
  if (isThere()) return
  if (mayInstallPackages && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing PostgreSQL ${version} for the tests …`)
    keepFromStarting()
    await aptInstall([`postgresql-${version}`])
  }
  if (!isThere()) console.log(`PostgreSQL ${version} is not here: its tests are skipped ("sudo apt-get install postgresql-${version}").`)
}

const isThere = () => existsSync(`/usr/lib/postgresql/${version}/bin/postgres`)

/** Debian's package makes and starts a cluster of its own unless told otherwise. */
function keepFromStarting() {
  if (process.getuid?.() !== 0 || existsSync(folder)) return
  mkdirSync(folder)
  writeFileSync(`${folder}/createcluster.conf`, 'create_main_cluster = false\n')
}
