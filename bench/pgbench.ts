import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const bin = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'].find((folder) =>
  existsSync(`${folder}/pgbench`),
)
const exec = promisify(execFile)

/** Transactions a second of a script, prepared, by C on the same database: what Postgres does with the work alone. */
export async function pgbench(url: string, file: string, { clients = 16, seconds = 10 }: { clients?: number; seconds?: number } = {}): Promise<number> {
  if (bin === undefined) throw new Error('pgbench is not here. Debian has it in postgresql-15: sudo apt-get install postgresql-15')
  const { stdout } = await exec(`${bin}/pgbench`, ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, url])
  return Number(/tps = ([\d.]+)/.exec(stdout)![1])
}
