import { type Me } from '../../contract/people.ts'
import { type Context } from '../context.ts'

export function whoAmI({ actor: { kind, id, name, email, role, workspace } }: Context): Me {
  if (kind === 'system' || role === null) throw new Error('The system itself does not call this.')
  return { kind, id, name, email: email ?? null, role, workspace }
}
