import { readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Cluster {
  folder: string
  data: string
  log: string
  exists(): Promise<boolean>
  /** The major version that made the data. */
  madeBy(): Promise<number>
  url(port: number, database: string): Promise<string>
}

export function clusterIn(home: string): Cluster {
  const folder = path.join(home, 'postgres')
  const data = path.join(folder, 'data')
  const readVersion = () => readFile(path.join(data, 'PG_VERSION'), 'utf8')
  return {
    folder,
    data,
    log: path.join(home, 'postgres.log'),
    exists: () => readVersion().then(Boolean, (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    }),
    madeBy: async () => Number.parseInt(await readVersion(), 10),
    url: async (port, database) => {
      const password = await readFile(path.join(folder, 'password'), 'utf8')
      return `postgres://muster:${password}@127.0.0.1:${port}/${database}`
    },
  }
}
