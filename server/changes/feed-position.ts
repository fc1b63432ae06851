/** A place in the feed: everything at or before (xid, id) was read. (xid, 0) stands for all below that xid. */
export type FeedPosition = { epoch: string; xid: bigint; id: bigint }

export const parseCursor = (cursor: string): FeedPosition => {
  const [epoch, xid, id] = cursor.split('.')
  return { epoch: epoch!, xid: BigInt(xid!), id: BigInt(id!) }
}

export const formatCursor = ({ epoch, xid, id }: FeedPosition) => `${epoch}.${xid}.${id}`

/** Whether something after the position may have been removed: all below the floor's xid is gone. */
export const isBelowFloor = ({ xid, id }: FeedPosition, floor: bigint) => (id === 0n ? xid : xid + 1n) < floor

export const isBehind = (a: FeedPosition, b: FeedPosition) => a.xid < b.xid || (a.xid === b.xid && a.id < b.id)
