import { connect } from '../../db/client.ts'
import { type Context, systemActor } from '../context.ts'
import { createAuth } from './auth.ts'
import { type Door } from './door.ts'
import { createIdentify } from './identify.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
export const secret = 'a secret for tests that is long enough'

/** One server process, as far as signing in goes: a pool, a context and a better-auth of its own. */
export function openPeople(url: string, baseUrl = 'http://127.0.0.1:4400') {
  const { db, client, close } = connect(url, 8)
  const auth = createAuth({ db, baseUrl, secret, log: quiet })
  const ctx: Context = {
    db,
    actor: systemActor('test', 'test'),
    settings: { sessionRetentionMs: 60_000, deadGraceMs: null },
    hint: () => {},
  }
  const door = (address = '127.0.0.1', headers: Door['request']['headers'] = {}): Door => ({ auth, request: { address, headers } })
  const identify = createIdentify({ db, auth })
  return { ctx, db, client, auth, door, close, identify: async (...given: Parameters<typeof identify>) => (await identify(...given))?.actor ?? null }
}

/** What a browser would send back. */
export const cookieOf = (setCookies: string[]) => setCookies.map((line) => line.split(';')[0]).join('; ')

/** Every value of every table of Muster's, as one text. */
export async function everyRow({ client }: ReturnType<typeof openPeople>): Promise<string> {
  const tables = await client<{ name: string }[]>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const dumps = await Promise.all(tables.map(({ name }) => client.unsafe(`select to_jsonb(t)::text as row from "${name}" t`)))
  return dumps.flat().map((row) => String(row.row)).join('\n')
}
