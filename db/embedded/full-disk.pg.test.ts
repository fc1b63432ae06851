import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asRoot, makeDataFolder, withClient } from '../../test/data-folder.ts'
import { openInProcess, Refused } from '../../test/open-in-process.ts'

const mayMount = asRoot && process.platform === 'linux' && (await tryMount())
if (!mayMount) console.log('No small disk can be mounted here: only the words for a full one are tested.')

test.runIf(mayMount)('a disk that is too small for a first start: a clear word, and nothing half-made stays', async () => {
  const disk = await smallDisk('16m')
  const refusal = await openInProcess(disk).catch((error: Refused) => error)
  expect(refusal).toMatchObject({ message: expect.stringContaining('is full') as string, hint: expect.stringContaining('Free some space') as string })
  expect(readdirSync(disk)).toEqual([])
})

test.runIf(mayMount)('a disk that is full at a later start: a clear word, and all data once there is room', async () => {
  const disk = await smallDisk('120m')
  const first = await openInProcess(disk)
  await withClient(first.url, (sql) => sql`create table kept as select 1 as n`)
  await first.stop()
  spawnSync('dd', ['if=/dev/zero', `of=${path.join(disk, 'ballast')}`, 'bs=64k'], { stdio: 'ignore' })
  await expect(openInProcess(disk)).rejects.toThrow('is full')
  rmSync(path.join(disk, 'ballast'))
  const second = await openInProcess(disk)
  expect(await withClient(second.url, (sql) => sql`select n from kept`)).toMatchObject([{ n: 1 }])
  await second.stop()
})

async function smallDisk(size: string) {
  const { folder } = await makeDataFolder()
  const disk = path.join(folder, 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'muster-test', disk])
  chmodSync(disk, 0o711)
  return disk
}

async function tryMount() {
  return spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs -o size=1m muster-test $d && umount $d; r=$?; rmdir $d; exit $r']).status === 0
}
