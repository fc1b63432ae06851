import postgres from 'postgres'
import { expect, test } from 'vitest'
import { makeDataFolder, postmasterPid, postmastersIn, processesIn, withClient } from '../../test/data-folder.ts'
import { openInProcess, Refused, type Opener } from '../../test/open-in-process.ts'
import { attachEmbedded } from './attach-embedded.ts'

test('a second Muster on the same folder is refused and told where the first one is', async () => {
  const { folder, cluster } = await makeDataFolder()
  const first = await openInProcess(folder, { announce: 'http://127.0.0.1:4477' })
  const pid = postmasterPid(cluster)
  const refusal = await openInProcess(folder).catch((error: Refused) => error)
  expect(refusal).toBeInstanceOf(Refused)
  expect((refusal as Refused).message).toContain('http://127.0.0.1:4477')
  expect((refusal as Refused).hint).toContain('MUSTER_DATA')
  expect(postmasterPid(cluster)).toBe(pid)
  await withClient(first.url, (sql) => sql`select 1`)
  await first.stop()
  const next = await openInProcess(folder)
  await next.stop()
})

test('two first starts on a fresh folder at once: one wins, the other is told', async () => {
  const { folder, cluster } = await makeDataFolder()
  const both = await Promise.allSettled([openInProcess(folder), openInProcess(folder)])
  const winners = both.filter((result): result is PromiseFulfilledResult<Opener> => result.status === 'fulfilled')
  const losers = both.filter((result): result is PromiseRejectedResult => result.status === 'rejected')
  expect(winners).toHaveLength(1)
  expect(losers.map(({ reason }) => String(reason))).toEqual([expect.stringContaining('Another Muster already runs')])
  expect(postmastersIn(cluster)).toEqual([postmasterPid(cluster)])
  await withClient(winners[0]!.value.url, (sql) => sql`select 1`)
  await winners[0]!.value.stop()
})

test('a start while the one before is still stopping waits for it', async () => {
  const { folder, cluster } = await makeDataFolder()
  const first = await openInProcess(folder)
  const [, second] = await Promise.all([first.stop(), openInProcess(folder)])
  expect(postmastersIn(cluster)).toHaveLength(1)
  await withClient(second.url, (sql) => sql`select 1`)
  await second.stop()
  expect(processesIn(cluster)).toEqual([])
})

test('a command-line tool uses the database that runs, and leaves it running', async () => {
  const { folder } = await makeDataFolder()
  const muster = await openInProcess(folder)
  const tool = await attachEmbedded({ folder })
  expect(tool.url).toBe(muster.url)
  await tool.stop()
  await withClient(muster.url, (sql) => sql`select 1`)
  await muster.stop()
})

test('a command-line tool starts the database when none runs, and stops it', async () => {
  const { folder, cluster } = await makeDataFolder()
  const tool = await attachEmbedded({ folder })
  const sql = postgres(tool.url, { max: 1 })
  expect(await sql`select current_database() as name`).toMatchObject([{ name: 'muster' }])
  await sql.end()
  await tool.stop()
  expect(processesIn(cluster)).toEqual([])
})
