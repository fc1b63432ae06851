import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { clusterIn, type Cluster } from '../db/embedded/cluster.ts'
import { makeClusterFolder } from './cluster-folders.ts'

/** An empty folder for an embedded database; whatever still runs in it is ended with the run. */
export async function makeDataFolder(): Promise<{ folder: string; cluster: Cluster }> {
  const folder = await makeClusterFolder(inject('postgres').runPid)
  return { folder, cluster: clusterIn(folder) }
}

/** The postmaster's pid by its own file. */
export function postmasterPid(cluster: Cluster) {
  return Number(readFileSync(path.join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Every process that works in this cluster's data folder: the postmaster and its children. */
export function processesIn(cluster: Cluster): number[] {
  return readdirSync('/proc').map(Number).filter((pid) => pid > 0 && worksIn(pid, cluster.data))
}

/** The postmasters among them: those whose parent does not work there too. */
export function postmastersIn(cluster: Cluster): number[] {
  const all = processesIn(cluster)
  return all.filter((pid) => !all.includes(statField(pid, 1)))
}

/** A number from /proc/<pid>/stat, counted from the state: 1 is the parent, 3 the process session. */
export function statField(pid: number, field: number) {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[field])
}

export async function withClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>) {
  const client = postgres(url, { max: 1 })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function worksIn(pid: number, data: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    return false
  }
}

export const asRoot = process.getuid?.() === 0
