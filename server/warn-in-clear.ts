const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** What a person must know who opens Muster to a network without TLS in front of it; nothing while it stays at home. */
export function warnInClear(host: string, baseUrl: string): string[] {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:' || (isLoopback(host) && isLoopback(hostname))) return []
  return [
    '',
    "  Warning: people's passwords and tokens cross the network in clear, because this Muster is reached beyond this",
    '  machine and BASE_URL is not https. Put TLS in front and set BASE_URL: docs/guide/running.md says how.',
  ]
}
