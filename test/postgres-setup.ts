import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { sweepClusterFolders } from './cluster-folders.ts'
import { startThrowawayCluster } from './start-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string; runPid: number }
  }
}

const template = 'muster_template'

export async function setup(project: TestProject) {
  const runPid = process.pid
  await sweepClusterFolders()
  const cluster = await startThrowawayCluster({ runPid })
  const sql = postgres(cluster.url, { max: 1 })
  await sql.unsafe(`create database ${template}`)
  await sql.end()
  const templateUrl = new URL(cluster.url)
  templateUrl.pathname = `/${template}`
  await migrate(templateUrl.href)
  project.provide('postgres', { url: cluster.url, template, runPid })
  // Also what test files started and did not stop.
  return () => sweepClusterFolders(runPid)
}
