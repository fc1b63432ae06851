/**
 * Tables whose rows a backup does not hold: they mean nothing in another place or at a later time. Ended sign-ins and
 * spent links must not come back to life either, so none are kept. Every other table is in it, new ones too.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'changes',
  'leaders',
  'rate_limits',
  'sign_ins',
  'server_processes',
  'sign_in_links',
  'thread_waiters',
  'verifications',
])
