import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Config } from '../config.ts'

const Announced = z.object({ url: z.url() })

/** Where people reach this Muster: as configured, as the running one announced, or where it starts by default. */
export async function findBaseUrl({ baseUrl, dataFolder, databaseUrl, port }: Config): Promise<string> {
  const announced = databaseUrl === undefined ? await readAnnounced(dataFolder) : undefined
  return baseUrl ?? announced ?? `http://127.0.0.1:${port}`
}

async function readAnnounced(folder: string): Promise<string | undefined> {
  try {
    const home = await readFile(path.join(folder, 'kept-elsewhere'), 'utf8').catch(() => realpath(folder))
    return Announced.parse(JSON.parse(await readFile(path.join(home, 'running.json'), 'utf8'))).url
  } catch {
    // No Muster runs here, or it has not said where yet.
    return undefined
  }
}
