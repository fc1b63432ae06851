import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { waitUntil } from './wait-until.ts'

/** Fast stop (connections are cut, everything is written); past the time limit an immediate one, which the log repairs. */
export async function stopPostmaster(data: string, timeoutMs = 8_000) {
  const file = await readPostmasterFile(data)
  if (!file || !(await isPostmasterOf(file.pid, data))) return
  const gone = async () => ((await isPostmasterOf(file.pid, data)) ? undefined : true)
  signal(file.pid, 'SIGINT')
  if (await waitUntil(timeoutMs, gone)) return
  signal(file.pid, 'SIGQUIT')
  await waitUntil(timeoutMs, gone)
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It went by itself in this moment, which is what we want.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
