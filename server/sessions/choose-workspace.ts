import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'

/** Where a session is made or looked for: what was said, else where the token is limited to, else `default`. */
export function chooseWorkspace({ actor }: Context, said: string | undefined): string {
  const workspace = said ?? actor.workspace ?? 'default'
  if (actor.workspace !== null && workspace !== actor.workspace)
    throw new DomainError('wrong_workspace', `This token is limited to the workspace ${actor.workspace}.`, { workspace: actor.workspace })
  return workspace
}
