import { mayDo } from '../contract/roles.ts'
import { baseRequest, type Trick, without } from './base-request.ts'
import { type Target } from './document.ts'
import { type Random } from './random.ts'
import { type FuzzRequest } from './request.ts'
import { addressTricks } from './tricks/addresses.ts'
import { bodyTricks } from './tricks/bodies.ts'
import { fieldTricks, unstorableTricks } from './tricks/fields.ts'
import { framingTricks } from './tricks/framing.ts'
import { headerTricks } from './tricks/headers.ts'
import { queryTricks } from './tricks/queries.ts'
import { type World } from './world.ts'

export type Card = { target: Target; trick: Trick }
export type Made = { target: Target; request: FuzzRequest }

const valid: Trick = { name: 'valid', make: (base) => base }
const someoneElse: Trick = {
  name: 'as any role',
  make: (base, random, world) => {
    // A person who signs out would be lost for the rest of the run.
    const anyone = world.credentials.filter(({ role }) => base.operation !== 'signOut' || role !== 'admin')
    return { ...base, headers: [...without(base.headers, 'authorization', 'cookie', 'origin'), ...random.pick(anyone).headers] }
  },
}

/** Everything that can be tried on one operation. A few of each kind, so that the many fields do not crowd out the rest. */
function tricksOf(target: Target, random: Random): Trick[] {
  const isOpen = (mayDo as Record<string, unknown>)[target.id] === 'anyone'
  const families = [
    fieldTricks(target),
    unstorableTricks(target),
    bodyTricks(target),
    framingTricks(target),
    addressTricks(target),
    queryTricks(target),
    headerTricks(target, isOpen),
  ]
  const some = families.map((family) => random.shuffle(family).slice(0, 100))
  return [...some.flat(), ...Array.from({ length: 40 }, () => [valid, someoneElse]).flat()]
}

/** What no run, however short, leaves out for any operation. */
function essentials(target: Target, random: Random): Trick[] {
  const unknown = [...bodyTricks(target), ...queryTricks(target)].filter(({ name }) => name.includes('unknown'))
  const wrong = [fieldTricks(target), bodyTricks(target), framingTricks(target)].flatMap((family) => random.shuffle(family).slice(0, 1))
  return [valid, valid, random.pick(unknown), ...wrong]
}

/** First the essentials, then one shuffled deck after the other: nothing is tried again before everything in it was. */
export function* dealCards(targets: readonly Target[], random: Random): Generator<Card, never> {
  const cards = (tricks: typeof tricksOf) => random.shuffle(targets.flatMap((target) => tricks(target, random).map((trick) => ({ target, trick }))))
  yield* cards(essentials)
  for (;;) yield* cards(tricksOf)
}

export function makeRequest({ target, trick }: Card, random: Random, world: World): FuzzRequest {
  return { ...trick.make(baseRequest(target, random, world), random, world), trick: trick.name }
}
