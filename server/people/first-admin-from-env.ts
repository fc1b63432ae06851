import { z } from 'zod'
import { ChooseCredentials } from '../../contract/people.ts'

const FirstAdmin = z.object({
  MUSTER_ADMIN_EMAIL: ChooseCredentials.shape.email,
  MUSTER_ADMIN_PASSWORD: ChooseCredentials.shape.password.optional(),
})

/** The first admin, for those who start Muster where nobody reads what it prints. */
export function firstAdminFromEnv(env: NodeJS.ProcessEnv): { email?: string; password?: string } {
  const parsed = FirstAdmin.safeParse({
    MUSTER_ADMIN_EMAIL: env.MUSTER_ADMIN_EMAIL || undefined,
    MUSTER_ADMIN_PASSWORD: env.MUSTER_ADMIN_PASSWORD || undefined,
  })
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const { MUSTER_ADMIN_EMAIL: email, MUSTER_ADMIN_PASSWORD: password } = parsed.data
  if (password !== undefined && email === undefined)
    throw new Error('MUSTER_ADMIN_PASSWORD is set without MUSTER_ADMIN_EMAIL. Set both, or neither to get a sign-in link.')
  return { email, password }
}
