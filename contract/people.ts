import { z } from 'zod'

const email = z.email().max(254).transform((value) => value.toLowerCase())
const password = z.string().min(12, 'a password has at least 12 characters').max(128)
const linkToken = z.string().min(20).max(200)

export const SignIn = z.strictObject({ email, password: z.string().min(1).max(128) })
export type SignIn = z.infer<typeof SignIn>

export const PeekLink = z.strictObject({ token: linkToken })
export const SignInLink = z.object({ name: z.string(), email: z.string() })

export const ChooseCredentials = z.strictObject({
  token: linkToken,
  password,
  email: email.optional().describe('Left out: the address stays as it is.'),
  name: z.string().min(1).max(100).optional(),
})
export type ChooseCredentials = z.infer<typeof ChooseCredentials>

export const Me = z
  .object({ kind: z.enum(['person', 'token']), id: z.string(), name: z.string(), email: z.string().nullable() })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>
