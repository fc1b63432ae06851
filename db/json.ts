import { sql, type SQL } from 'drizzle-orm'

/** The one way to pass JSON: as text, cast by Postgres. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`
