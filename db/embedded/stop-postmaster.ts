import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'
import { waitUntil } from './wait-until.ts'

/** Fast stop (connections are cut, everything is written); past the time limit an immediate one, which the log repairs. */
export async function stopPostmaster(data: string, timeoutMs = 8_000) {
  const file = await readPostmasterFile(data)
  if (!file || !(await isPostmasterOf(file.pid, data))) return
  const gone = async () => ((await isPostmasterOf(file.pid, data)) ? undefined : true)
  process.kill(file.pid, 'SIGINT')
  if (await waitUntil(timeoutMs, gone)) return
  process.kill(file.pid, 'SIGQUIT')
  await waitUntil(timeoutMs, gone)
}
