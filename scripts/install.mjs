import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { patchPostgres } from './patch-postgres.mjs'
import { giveUp, hashOf, inRoot, readIfThere, run, seconds } from './project.mjs'

const stamp = inRoot('node_modules', '.muster-installed')

/** Installs what package-lock.json says, unless that is what is there. */
export async function ensureInstalled() {
  await install()
  patchPostgres()
}

async function install() {
  const wanted = `${hashOf(['package-lock.json'])} ${process.platform} ${process.arch}`
  if (everyPackageIsThere() && (readIfThere(stamp) === wanted || installedByHand())) return writeFileSync(stamp, wanted)
  const since = performance.now()
  console.log('Installing packages (the first time takes a minute) …')
  // NODE_ENV may be production, but the build and the tests need the development packages too.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await runNpm(args)
  if (code !== 0) {
    giveUp('The packages could not be installed.', 'See what npm says above: check the network or proxy and the free disk space, then run this again.')
  }
  writeFileSync(stamp, wanted)
  console.log(`Packages installed in ${seconds(since)}.`)
}

/** The npm that runs this script, or the one in the path. */
function runNpm(args) {
  const cli = process.env.npm_execpath
  return cli && existsSync(cli) && /npm-cli\.c?js$/.test(cli) ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

/** npm writes its own lock file when all is done, so an interrupted install has none. */
function installedByHand() {
  const hidden = inRoot('node_modules', '.package-lock.json')
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
}

function everyPackageIsThere() {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) => existsSync(inRoot('node_modules', name, 'package.json')))
}
