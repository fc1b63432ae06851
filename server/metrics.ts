import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'muster_http_request_seconds', help: 'Time to answer, by operation and status.',
      labelNames: ['operation', 'status'], buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10], registers,
    }),
    refusals: new Counter({
      name: 'muster_refusals_total', help: 'Requests refused, by error code; conflicts among them.', labelNames: ['code'], registers,
    }),
    beats: new Counter({ name: 'muster_beats_total', help: 'Heartbeats taken.', registers }),
    conflicts: new Counter({ name: 'muster_conflicts_total', help: 'Times somebody was told that another has the thread.', registers }),
    reaps: new Counter({ name: 'muster_reaps_total', help: 'Dead sessions abandoned, by what did it.', labelNames: ['cause'], registers }),
    breakerHolds: new Gauge({ name: 'muster_breaker_holds', help: '1 while nobody is abandoned for missed beats, because many died of silence at once.', registers }),
    sockets: new Gauge({ name: 'muster_sockets', help: 'Open sockets of this process.', registers }),
    slowSockets: new Counter({
      name: 'muster_slow_sockets_total', help: 'Times a socket was too slow for a room and was told to join again.', registers,
    }),
    changesRead: new Counter({ name: 'muster_feed_changes_total', help: 'Changes read from the feed.', registers }),
    backstopFinds: new Counter({
      name: 'muster_feed_backstop_total', help: 'Changes that the backstop found before any hint.', registers,
    }),
    feedLag: new Gauge({
      name: 'muster_feed_lag_seconds', help: 'Age of the oldest change that is not delivered yet.', registers,
    }),
    feedStall: new Gauge({
      name: 'muster_feed_stall_seconds', help: 'Age of the transaction that holds the feed back, and whose it is.',
      labelNames: ['pid', 'database', 'application'], registers,
    }),
  }
}
