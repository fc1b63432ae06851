import { type Final, type History, type Seen, type SeenChange } from './feed-history.ts'

type Known = Map<string, SeenChange>

/**
 * Judges what a client saw against how the database ended; knows neither the driver nor the server. Rules: the client
 * ends with the final version of every entity; the room never tells an older version after a newer one; the same
 * version again only as overlap, in the answer to a join or in the first frame after it.
 */
export function judge(history: History, final: Final): string[] {
  return [...judgeOrder(history), ...judgeEnd(history, final)]
}

export function judgeOrder({ room, seen }: History): string[] {
  const wrong: string[] = []
  const told: Known = new Map()
  let inside = false
  let overlap = false
  const about = (entity: string) => room === 'fleet' || room === `session:${entity}`

  for (const [at, event] of seen.entries()) {
    if (event.kind === 'lost' || event.kind === 'behind' || event.kind === 'reset') inside = false
    if (event.kind === 'snapshot')
      for (const [entity, version] of Object.entries(event.entities)) {
        const before = told.get(entity)
        if (before && (version < before.version || before.gone))
          wrong.push(`${at}: the snapshot shows ${entity} v${version} after ${say(before)}`)
      }
    if (event.kind !== 'joined' && event.kind !== 'frame') continue
    if (event.kind === 'frame' && !inside) wrong.push(`${at}: a frame for a room that this client is not in`)
    if (event.kind === 'joined') inside = overlap = true
    const inThisFrame = new Set<string>()
    for (const change of event.changes) {
      const before = told.get(change.entity)
      if (!about(change.entity)) wrong.push(`${at}: ${room} was told of ${change.entity}`)
      if (inThisFrame.has(change.entity)) wrong.push(`${at}: ${change.entity} stands twice in one frame`)
      if (before && change.version < before.version) wrong.push(`${at}: ${say(change)} after ${say(before)}`)
      if (before && change.version === before.version && !overlap) wrong.push(`${at}: ${say(change)} came twice`)
      inThisFrame.add(change.entity)
      told.set(change.entity, change)
    }
    if (event.kind === 'frame') overlap = false
  }
  return wrong
}

export function judgeEnd({ room, seen }: History, final: Final): string[] {
  const known = keep(seen)
  const wrong: string[] = []
  for (const [entity, { version, gone }] of final) {
    if (room !== 'fleet' && room !== `session:${entity}`) continue
    const last = known.get(entity)
    const alive = last !== undefined && !last.gone
    if (gone && alive) wrong.push(`${room}: ${entity} was deleted as v${version} but still shows as v${last.version}`)
    if (gone && last?.gone && last.version !== version) wrong.push(`${room}: ${say(last)}, but it was deleted as v${version}`)
    if (!gone && (!alive || last.version !== version))
      wrong.push(`${room}: ${entity} ended as v${version} but shows ${last ? say(last) : 'nowhere'}`)
  }
  for (const change of known.values())
    if (!change.gone && !final.has(change.entity)) wrong.push(`${room}: ${say(change)} is in no database`)
  return wrong
}

/** What a client holds that keeps the highest version, and takes what a snapshot does not show for gone. */
function keep(seen: Seen[]): Known {
  const known: Known = new Map()
  for (const event of seen) {
    if (event.kind === 'snapshot') {
      for (const [entity] of known) if (!(entity in event.entities)) known.delete(entity)
      for (const [entity, version] of Object.entries(event.entities)) offer(known, { entity, version, gone: false })
    }
    if (event.kind === 'joined' || event.kind === 'frame') for (const change of event.changes) offer(known, change)
  }
  return known
}

function offer(known: Known, change: SeenChange) {
  const before = known.get(change.entity)
  if (!before || change.version > before.version) known.set(change.entity, change)
}

const say = ({ entity, version, gone }: SeenChange) => `${entity} ${gone ? 'gone as ' : ''}v${version}`
