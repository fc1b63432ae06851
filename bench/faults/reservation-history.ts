/** What the clients of a soak saw, by one clock: that of the driver. The checker knows nothing else but the rows at the end. */
type Call = {
  kind: 'call'
  thread: string
  server: number
  /** Milliseconds of the driver's clock. What happened, happened between them. */
  sent: number
  answered: number
}
export type Told = { session: string; generation: number }

export type ReserveCall = Call & {
  op: 'reserve'
  /** The name of the session that asked. */
  who: string
  waitMs: number
  outcome:
    | { is: 'reserved'; session: string; generation: number; again: boolean }
    /** Who was said to have it. */
    | { is: 'live_owner'; owner: Told }
    | { is: 'refused'; code: string }
    /** A server or the database was away: it may have been done, or not. */
    | { is: 'unknown' }
}
/** A write in the name of a reservation. */
export type OwnerCall = Call & {
  op: 'beat' | 'release'
  session: string
  generation: number
  /** Of a release: how it said that the work ended. */
  word: string | null
  outcome: { is: 'done' } | { is: 'refused'; code: string } | { is: 'unknown' }
}
/** Who stood in line, by name, in order, at some moment between the two. */
export type LineSeen = Omit<Call, 'kind'> & { kind: 'line'; names: string[] }
/** A server or the database was taken away and came back: what was asked meanwhile may have ended in any way. */
export type Fault = { kind: 'fault'; what: string; from: number; to: number }
/** A row of the history of owners as the database had it in the end, instants in milliseconds of its own clock. */
export type Tenure = {
  kind: 'tenure'
  thread: string
  session: string
  generation: number
  reservedAt: number
  releasedAt: number | null
  releasedAs: string | null
}
export type ReservationEvent = ReserveCall | OwnerCall | LineSeen | Fault | Tenure
