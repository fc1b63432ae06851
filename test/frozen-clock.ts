import { connect } from '../db/client.ts'

/**
 * Puts a clock that stands still before Postgres's own, for statements that are sent from now on: exact edges can't
 * be met while time runs. Views, defaults and functions made before keep the real one.
 */
export async function freezeClock(url: string, at: string) {
  const { client, close } = connect(url, 1)
  await client.unsafe(`create function public.clock_timestamp() returns timestamptz language sql volatile as $$ select '${at}'::timestamptz $$`)
  await client.unsafe(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
  await close()
}
