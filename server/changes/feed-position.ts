/** A place in the feed: everything at or before (xid, id) was read. (xmin, 0) stands for all below a watermark. */
export type FeedPosition = { epoch: string; xid: bigint; id: bigint }

export const parseCursor = (cursor: string): FeedPosition => {
  const [epoch, xid, id] = cursor.split('.')
  return { epoch: epoch!, xid: BigInt(xid!), id: BigInt(id!) }
}

export const formatCursor = ({ epoch, xid, id }: FeedPosition) => `${epoch}.${xid}.${id}`

export const isBehind = (a: FeedPosition, b: FeedPosition) => a.xid < b.xid || (a.xid === b.xid && a.id < b.id)
