/** Every table that grows: what it holds, and what keeps it from growing for ever. A test fails when one is missing. */
export const retention = {
  sessions: { holds: 'Sessions of agents', bound: 'Ended ones are removed after the session retention.' },
  session_beats: { holds: 'The last heartbeat of each session', bound: 'One row per session; removed with it.' },
  session_usage: { holds: 'Tokens and cost by source', bound: 'At most three rows per session; removed with it.' },
  usage_intervals: { holds: 'Intervals whose usage was added', bound: 'Removed with their session.' },
  context_queries: { holds: 'What sessions looked up', bound: 'Removed with their session.' },
  threads: { holds: 'Names of threads and their fencing numbers', bound: 'One row per thread ever used; kept, so that no number is given twice.' },
  reservations: { holds: 'Who owned which thread, and when', bound: 'Kept: the history of owners outlives sessions.' },
  changes: { holds: 'The change feed that pages follow', bound: 'Removed after an hour.' },
  audit: { holds: 'Who did what, and why', bound: 'Kept for ever, by design: nothing changes or removes a line of it.' },
  feed: { holds: 'Where the feed begins', bound: 'One row.' },
  leaders: { holds: 'Which process runs the loops', bound: 'One row per loop.' },
  idempotency_keys: { holds: 'Answers under an Idempotency-Key', bound: 'Removed after two days.' },
  people: { holds: 'People', bound: 'Admins invite and remove them.' },
  sign_ins: { holds: 'Open sign-ins', bound: 'Removed when they expire, 30 days after signing in.' },
  credentials: { holds: 'Hashes of passwords', bound: 'One row per person and way in; removed with the person.' },
  verifications: { holds: 'Checks under way', bound: 'Removed when they expire.' },
  rate_limits: { holds: 'Attempts to sign in', bound: 'Removed when their window ends.' },
  sign_in_links: { holds: 'One-time sign-in links, hashed', bound: 'Removed 30 days after they expire.' },
  server_secrets: { holds: 'What all server processes share', bound: 'One row per secret.' },
  tokens: { holds: 'Tokens of agents and hosts, hashed', bound: 'Admins make and revoke them; revoked ones stay listed.' },
} as const satisfies Record<string, { holds: string; bound: string }>

export type GrowingTable = keyof typeof retention
