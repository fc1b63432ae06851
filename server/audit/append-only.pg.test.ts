import { beforeAll, expect, test } from 'vitest'
import { connectDirect, type Client } from '../../db/client.ts'
import { anna, as, trail } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context, transaction } from '../context.ts'
import { recordAudit } from './record-audit.ts'

let ctx: Context
let client: Client
let url: string

beforeAll(async () => {
  url = await createDatabase()
  const opened = await testContext(url)
  client = opened.client
  ctx = as(opened.ctx, anna)
  await transaction(ctx, (tx) => recordAudit(tx, { action: 'token.revoked', target: { kind: 'token', id: 't1', name: 'ci' } }))
})

const changes = [
  `update audit set reason = 'nothing happened'`,
  `update audit set reason = 'nothing happened' where false`,
  `delete from audit`,
  `delete from audit where id = 1`,
  `truncate audit`,
  `truncate audit restart identity cascade`,
  `insert into audit (id, actor_kind, actor_id, actor_name, action, target_kind, target_id) overriding system value
    values (1, 'system', 'x', 'x', 'x.y', 'x', 'x') on conflict (id) do update set reason = 'nothing happened'`,
  `merge into audit using (select 1 as id) s on audit.id = s.id when matched then delete`,
]

test.each(changes)('[OPS-5] the database refuses: %s', async (statement) => {
  const before = await trail(ctx)
  expect(before).toHaveLength(1)
  await expect(client.unsafe(statement)).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('append-only') as string })
  expect(await trail(ctx)).toEqual(before)
})

test('[OPS-5] also where ordinary triggers are switched off for the session', async () => {
  const direct = connectDirect(url)
  await direct`set session_replication_role = replica`
  await expect(direct`delete from audit`).rejects.toMatchObject({ code: '42501' })
  await expect(direct`truncate audit`).rejects.toMatchObject({ code: '42501' })
  await direct.end()
  expect(await trail(ctx)).toHaveLength(1)
})

test('[OPS-5] it hangs off nothing: no foreign key can take a line along or forbid a deletion', async () => {
  expect(await client`select conname from pg_constraint where 'audit'::regclass in (conrelid, confrelid) and contype = 'f'`).toEqual([])
})
