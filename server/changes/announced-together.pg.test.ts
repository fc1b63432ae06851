import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RegisterSession, ReportUsage } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context, transaction } from '../context.ts'
import { announceVerdicts } from '../liveness/announce-verdicts.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { registerSession } from '../sessions/register-session.ts'
import { reportProgress } from '../sessions/report-progress.ts'
import { reportUsage } from '../sessions/report-usage.ts'
import { sweepSessions } from '../sessions/sweep-sessions.ts'
import { updateSession } from '../sessions/update-session.ts'

let ctx: Context
let client: Client
let live: string
let ended: string

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})
beforeEach(async () => {
  await client`drop trigger if exists refuse on changes`
  await client`drop trigger if exists refuse on sessions`
  await client`delete from sessions`
  live = (await registerSession(ctx, RegisterSession.parse({}))).session.id
  ended = (await registerSession(ctx, RegisterSession.parse({}))).session.id
  await endSession(ctx, ended, { status: 'complete' })
  await client`update sessions set completed_at = now() - interval '10 days' where id = ${ended}`
  await client`update session_beats set last_beat_at = now() - interval '1 hour' where session_id = ${live}`
})

const longKept = (context: Context): Context => ({ ...context, settings: { ...context.settings, sessionRetentionMs: 1e10 } })
const verbs: Record<string, (context: Context) => Promise<unknown>> = {
  register: (context) => registerSession(context, RegisterSession.parse({ name: 'new' })),
  update: (context) => updateSession(context, live, { name: 'renamed' }),
  progress: (context) => reportProgress(context, live, { activity: 'at work' }),
  usage: (context) => reportUsage(context, live, ReportUsage.parse({ inputTokens: 5 })),
  end: (context) => endSession(context, live, { status: 'merged', reason: 'in main' }),
  delete: (context) => deleteSession(longKept(context), ended),
  sweep: (context) => sweepSessions(context),
  verdicts: (context) => announceVerdicts(context),
}

async function everything() {
  const [state] = await client`
    select (select json_agg(s order by id) from sessions s) as sessions, (select json_agg(b order by session_id) from session_beats b) as beats,
      (select json_agg(u) from session_usage u) as usage, (select json_agg(r) from reservations r) as reservations,
      (select max(id) from changes) as newest, (select count(*) from changes) as count`
  return state
}
const refuse = (sql: string) =>
  client.unsafe(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused on purpose'; end $$;
    create ${sql} for each row execute function refuse()`)

for (const [name, verb] of Object.entries(verbs)) {
  test(`[GEN-3] ${name}: the change row is of the transaction that wrote the state`, async () => {
    const [before] = await client`select coalesce(max(id), 0) as id from changes`
    await verb(ctx)
    const written = await client`
      select c.entity, c.version::int, c.body is null as gone, s.version::int as state_version,
        s.xmin::text = (c.xid::text::numeric % 4294967296)::text as together
      from changes c left join sessions s on s.id = c.entity where c.id > ${before!.id} and c.topic = 'session'`
    expect(written).toHaveLength(1)
    // What is shown of a thread's owner is told apart, because threads come before sessions in the lock order.
    const alone = name === 'verdicts' ? client`and topic <> 'thread'` : client``
    expect(await client`select distinct xid::text from changes where id > ${before!.id} ${alone}`).toHaveLength(1)
    const [change] = written
    if (change!.gone) expect(change!.state_version).toBeNull()
    else expect(change).toMatchObject({ together: true, state_version: change!.version })
  })

  test(`[GEN-3] ${name}: when its announcement can not be written, nothing is`, async () => {
    await refuse('trigger refuse before insert on changes')
    const before = await everything()
    await expect(verb(ctx)).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })

  test(`[GEN-3] ${name}: when the commit fails, nothing is announced`, async () => {
    await refuse('constraint trigger refuse after insert or update or delete on sessions deferrable initially deferred')
    const before = await everything()
    await expect(verb(ctx)).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })

  test(`[GEN-3] ${name}: a command that fails after it leaves neither state nor announcement`, async () => {
    const before = await everything()
    const command = transaction(ctx, async (tx) => {
      await verb(tx)
      throw new Error('failed after writing')
    })
    await expect(command).rejects.toThrow('failed after writing')
    expect(await everything()).toEqual(before)
  })
}
