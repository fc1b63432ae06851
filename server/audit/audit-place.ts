import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type AuditEntry } from '../../contract/audit.ts'
import { DomainError } from '../../contract/errors.ts'

/** As Postgres writes an instant in UTC: any other form was not given out by us. */
const At = z.iso.datetime({ offset: true }).regex(/^[1-9].*\+00:00$/)
const Place = z.tuple([At, z.int().min(1)])
/** Where a list stands: the last entry that was read. */
export type AuditPlace = z.infer<typeof Place>

export const newestFirst: SQL = sql`order by at desc, id desc`

export const after = (place: AuditPlace | null): SQL =>
  place === null ? sql`true` : sql`(at, id) < (${place[0]}::timestamptz, ${place[1]}::bigint)`

export const placeOf = ({ at, id }: Pick<AuditEntry, 'at' | 'id'>): AuditPlace => [at, id]

export const formatPlace = (place: AuditPlace) => Buffer.from(JSON.stringify(place)).toString('base64url')

export function parsePlace(cursor: string): AuditPlace {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (error) {
    throw new DomainError('invalid_cursor', 'This cursor was not given out by this list.', { cursor }, { cause: error })
  }
}
