/** Where the server's clock stood at one moment of ours, and how sure we are of it. */
export type Anchor = { serverMs: number; localMs: number; roundTripMs: number }

const staleAfterMs = 30_000

/** A quick answer is a sure one; a slow one counts only when what we have has grown old. */
export function chooseAnchor(current: Anchor | null, sample: Anchor): Anchor {
  if (current === null || sample.localMs - current.localMs > staleAfterMs) return sample
  return sample.roundTripMs <= current.roundTripMs * 1.5 ? sample : current
}

export const toAnchor = (serverNow: string, sentMs: number, heardMs: number): Anchor => ({
  serverMs: Date.parse(serverNow),
  localMs: (sentMs + heardMs) / 2,
  roundTripMs: heardMs - sentMs,
})

let anchor: Anchor | null = null

export function noteServerTime(serverNow: string, sentMs: number, heardMs: number) {
  anchor = chooseAnchor(anchor, toAnchor(serverNow, sentMs, heardMs))
}

/** The server's time now, from a clock that nobody can set under us. */
export const serverTime = (localMs = performance.now()) =>
  anchor === null ? Date.now() : anchor.serverMs + (localMs - anchor.localMs)
