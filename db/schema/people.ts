import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personRoles } from '../../contract/roles.ts'

/** better-auth hands over and expects Dates; our own tables stay with text. */
const date = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

export const people = pgTable(
  'people',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique('people_email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    role: text({ enum: personRoles }).notNull().default('viewer'),
    version: bigint({ mode: 'number' }).notNull().default(1),
    lastSignInAt: at('last_sign_in_at'),
    createdAt: date('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: date('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [check('people_role', sql`${t.role} in ('viewer', 'operator', 'admin')`)],
)

/** better-auth's sessions, under a name that leaves `sessions` to agents. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: text().primaryKey(),
    userId: text('person_id').notNull().references(() => people.id, { onDelete: 'cascade' }),
    token: text('token_hash').notNull().unique('sign_ins_token'),
    expiresAt: date('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: date('created_at').notNull(),
    updatedAt: date('updated_at').notNull(),
  },
  (t) => [index('sign_ins_person').on(t.userId), index('sign_ins_expiry').on(t.expiresAt)],
)

/** Ways for a person to prove who they are; better-auth's accounts. A password is the provider 'credential'. */
export const credentials = pgTable(
  'credentials',
  {
    id: text().primaryKey(),
    userId: text('person_id').notNull().references(() => people.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text('password_hash'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: date('access_token_expires_at'),
    refreshTokenExpiresAt: date('refresh_token_expires_at'),
    scope: text(),
    createdAt: date('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: date('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [unique('credentials_account').on(t.providerId, t.accountId), index('credentials_person').on(t.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: date('expires_at').notNull(),
    createdAt: date('created_at').notNull(),
    updatedAt: date('updated_at').notNull(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/** Attempts per address and door, counted for all server processes together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [index('rate_limits_end').on(t.endsAt)],
)

export const signInLinks = pgTable(
  'sign_in_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    personId: text('person_id').notNull().references(() => people.id, { onDelete: 'cascade' }),
    hash: text().notNull().unique('sign_in_links_hash'),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: at('expires_at').notNull(),
    spentAt: at('spent_at'),
    voidedAt: at('voided_at'),
  },
  (t) => [uniqueIndex('sign_in_links_one_open').on(t.personId).where(sql`spent_at is null and voided_at is null`)],
)

/** What all server processes on this database must share, made by the first of them. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
})
