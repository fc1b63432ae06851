import { type FuzzRequest } from './request.ts'

const mostTries = 150
const patienceMs = 20_000

/** The smallest request found that still shows it: headers, query, fields and text are left out one by one. */
export async function shrink(request: FuzzRequest, stillShows: (smaller: FuzzRequest) => Promise<boolean>): Promise<FuzzRequest> {
  let smallest = request
  const since = performance.now()
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const smaller of smallerOnes(smallest)) {
      if (tries++ >= mostTries || performance.now() - since > patienceMs) return smallest
      if (!(await stillShows(smaller))) continue
      smallest = smaller
      found = true
      break
    }
  }
  return smallest
}

function* smallerOnes(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target, body } = request
  for (const [at, [name, value]] of headers.entries()) {
    if (name !== 'host') yield { ...request, headers: headers.toSpliced(at, 1) }
    if (value.length > 200) yield { ...request, headers: headers.with(at, [name, value.slice(0, value.length / 2)]) }
  }
  const [path, search] = target.split('?')
  const parts = search?.split('&') ?? []
  for (const at of parts.keys()) yield { ...request, target: [path, parts.toSpliced(at, 1).join('&')].filter(Boolean).join('?') }
  if (body) for (const smaller of smallerBodies(body)) yield { ...request, body: smaller }
}

function* smallerBodies(body: Buffer): Generator<Buffer> {
  let parsed: unknown
  try {
    parsed = JSON.parse(String(body))
  } catch {
    // Not JSON: bytes are all there is to leave out.
    if (body.length > 32) yield* [body.subarray(0, body.length / 2), body.subarray(body.length / 2)]
    return
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return
  const fields = Object.entries(parsed)
  const packed = (some: [string, unknown][]) => Buffer.from(JSON.stringify(Object.fromEntries(some)))
  if (fields.length > 8) yield* [packed(fields.slice(0, fields.length / 2)), packed(fields.slice(fields.length / 2))]
  for (const at of fields.slice(0, 40).keys()) yield packed(fields.toSpliced(at, 1))
  for (const [at, [name, value]] of fields.slice(0, 40).entries())
    if (typeof value === 'string' && value.length > 1) yield packed(fields.with(at, [name, value.slice(0, value.length / 2)]))
}
