import { expect, vi } from 'vitest'
import { type Client } from '../db/client.ts'

/** A transaction on a connection of its own that holds what `statement` locks, until it is told to let go. */
export async function holdRows(client: Client, statement: string) {
  const other = await client.reserve()
  await other`begin`
  await other.unsafe(statement)
  const [{ pid } = { pid: 0 }] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`
  return {
    other,
    /** Resolves when so many others wait for this one, or in line behind those who do. */
    awaited: (others = 1) =>
      vi.waitFor(async () => {
        const waiting = await client`
          with recursive waiting as (
            select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))
            union
            select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
          ) select from waiting`
        expect(waiting.length).toBe(others)
      }, { timeout: 5_000, interval: 5 }),
    /** Lets go, and gives the database's time from right before. */
    release: async (): Promise<string> => {
      const [{ at } = { at: '' }] = await other<{ at: string }[]>`select to_jsonb(clock_timestamp()) as at`
      await other`commit`
      other.release()
      return at
    },
  }
}

/** Compared by the database: instants come with microseconds, which a Date would cut off. */
export async function isAfter(client: Client, later: string | null, earlier: string): Promise<boolean> {
  const [row] = await client`select ${later}::timestamptz > ${earlier}::timestamptz as after`
  return row!.after === true
}
