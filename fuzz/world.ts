import { type Door, may, mayDo, type Role } from '../contract/roles.ts'
import { type Target } from './document.ts'
import { type Random } from './random.ts'
import { type Header } from './request.ts'
import { type Known, validString } from './valid-values.ts'

export type Credentials = { role: Role; headers: readonly Header[] }

const mostIds = 200

/** What the run knows of the server it talks to: ways in, secrets that no answer may hold, and ids that exist. */
export class World {
  readonly known: Record<'email' | 'password' | 'token', string[]> = { email: [], password: [], token: [] }
  readonly secrets: string[] = []
  readonly #ids = new Map<string, string[]>()

  constructor(
    readonly url: URL,
    readonly credentials: readonly Credentials[],
  ) {}

  get port() {
    return Number(this.url.port)
  }

  get knownValues(): Known {
    return this.known
  }

  /** Of a role that may, because a refusal at the door would hide what stands behind it. */
  wayIn(target: Target, random: Random): readonly Header[] {
    // With a person's cookie it would end the sign-in that the run goes on with.
    const fit = this.credentials.filter(({ role }) => (target.id === 'signOut' ? role === 'agent' : may(role, target.id as Door)))
    return isOpenTo(target) ? [] : random.pick(fit.length > 0 ? fit : this.credentials).headers
  }

  /** Something that is there, when the run has made one. */
  param(target: Target, name: string, random: Random): string {
    const ids = this.#ids.get(nounOf(target.path, name))
    return ids && random.chance(0.8) ? random.pick(ids) : validString(target.params[name]!, random)
  }

  learn(target: Target, answer: unknown) {
    if (target.method !== 'POST' || typeof answer !== 'object' || answer === null) return
    const link = /#([\w-]+)$/.exec(String((answer as { link?: unknown }).link))?.[1]
    if (link) keep(this.known.token, link)
    const hasId = (part: unknown): part is { id: string } => typeof (part as { id?: unknown } | null)?.id === 'string'
    const made = [answer, ...Object.values(answer)].find(hasId)
    const noun = target.path.split('/').at(-1)!
    if (made) this.#ids.set(noun, keep(this.#ids.get(noun) ?? [], made.id))
  }
}

/** A path that names no role is one that nobody needs to be let in for. */
const isOpenTo = ({ id }: Target) => (mayDo as Record<string, unknown>)[id] === 'anyone'

const nounOf = (path: string, param: string) => path.split('/')[path.split('/').indexOf(`{${param}}`) - 1]!

function keep(list: string[], item: string) {
  list.push(item)
  if (list.length > mostIds) list.shift()
  return list
}
