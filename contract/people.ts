import { z } from 'zod'
import { Instant, Text } from './ids.ts'
import { personRoles, roles } from './roles.ts'

const email = z.email().max(254).transform((value) => value.toLowerCase())
const password = z.string().min(12, 'a password has at least 12 characters').max(128)
const linkToken = z.string().min(20).max(200)

export const SignIn = z.strictObject({ email, password: z.string().min(1).max(128) })
export type SignIn = z.infer<typeof SignIn>

/** What the sign-in page offers besides a password. */
export const SignInOptions = z.object({
  oidc: z.object({ name: z.string().describe('What its button says.') }).nullable(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

export const StartOidc = z.strictObject({ next: z.string().max(2000).optional().describe('The page to come back to.') })
export type StartOidc = z.infer<typeof StartOidc>
export const StartedOidc = z.object({ url: z.string().describe('Where to go to sign in.') })

/** What a provider sends back with somebody. Others may stand beside them. */
const sentBack = z.string().max(4096).optional()
export const FinishOidc = z.looseObject({ code: sentBack, state: sentBack, iss: sentBack, error: sentBack })
export type FinishOidc = z.infer<typeof FinishOidc>
export const SentOn = z.object({ location: z.string() })

/** Why somebody who came back from the provider is not in: /sign-in?refused=… */
export const oidcRefusals = [
  'not_set_up', 'cancelled', 'expired', 'email_unverified', 'domain_not_allowed', 'person_unknown', 'provider_unavailable', 'failed',
] as const
export type OidcRefusal = (typeof oidcRefusals)[number]

export const PeekLink = z.strictObject({ token: linkToken })
export const SignInLink = z.object({ name: z.string(), email: z.string() })

export const ChooseCredentials = z.strictObject({
  token: linkToken,
  password,
  email: email.optional().describe('Left out: the address stays as it is.'),
  name: Text(100).min(1).optional(),
})
export type ChooseCredentials = z.infer<typeof ChooseCredentials>

export const Me = z
  .object({
    kind: z.enum(['person', 'token']),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    workspace: z.string().nullable().describe('The one workspace that these credentials are limited to; null: every one.'),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const Person = z
  .object({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    email: z.string(),
    role: z.enum(personRoles),
    hasPassword: z.boolean(),
    createdAt: Instant,
    lastSignInAt: Instant.nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const PersonId = z.string().max(100).regex(/^[\w-]+$/, 'not the id of a person')
export const PersonList = z.object({ items: z.array(Person) })
export type PersonList = z.infer<typeof PersonList>
export const InvitePerson = z.strictObject({ name: Text(100).min(1), email, role: z.enum(personRoles).default('viewer') })
export type InvitePerson = z.infer<typeof InvitePerson>
export const ChangePerson = z.strictObject({ name: Text(100).min(1).optional(), role: z.enum(personRoles).optional() })
export type ChangePerson = z.infer<typeof ChangePerson>
/** The link is shown once, for an admin to hand on. */
export const InvitedPerson = z.object({ person: Person, link: z.string(), linkExpiresAt: Instant })
export type InvitedPerson = z.infer<typeof InvitedPerson>
