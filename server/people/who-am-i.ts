import { type Me } from '../../contract/people.ts'
import { type Context } from '../context.ts'

export function whoAmI({ actor }: Context): Me {
  if (actor.kind === 'system') throw new Error('The system itself does not call this.')
  return { kind: actor.kind, id: actor.id, name: actor.name, email: actor.email ?? null }
}
