import { z } from 'zod'
import { Instant, Text, WorkspaceName } from './ids.ts'
import { tokenRoles } from './roles.ts'

export const Token = z
  .object({
    id: z.uuid(),
    version: z.int(),
    name: z.string(),
    role: z.enum(tokenRoles),
    workspace: z.string().nullable().describe('null: every workspace.'),
    hostId: z.string().nullable().describe('For a host token: the one host whose facts it may report.'),
    createdBy: z.string(),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    revokedAt: Instant.nullable(),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof Token>

export const MakeToken = z
  .strictObject({
    name: Text(100).min(1),
    role: z.enum(tokenRoles).default('agent'),
    workspace: WorkspaceName.optional(),
    hostId: Text(200).min(1).optional(),
    expiresInMs: z.int().min(60_000).max(3_650 * 86_400_000).optional(),
  })
  .refine(({ role, hostId }) => (role === 'host') === (hostId !== undefined), {
    path: ['hostId'],
    message: 'a host token names its host, and no other token does',
  })
export type MakeToken = z.infer<typeof MakeToken>

export const MadeToken = z.object({ token: Token, secret: z.string().describe('Shown once.') })
export type MadeToken = z.infer<typeof MadeToken>
export const TokenList = z.object({ items: z.array(Token) })
export type TokenList = z.infer<typeof TokenList>
