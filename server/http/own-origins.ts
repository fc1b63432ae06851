/** Where this server can be reached: hosts for the Host header, origins for what browsers say of the page that calls. */
export type OwnOrigins = { hosts: ReadonlySet<string>; origins: ReadonlySet<string> }

type Place = { host: string; baseUrl?: string; hosts: readonly string[] }

const reachesLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1|0\.0\.0\.0|::)$/.test(host)
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** A Host that is a name of somebody else's, pointed at our address, is how a page reaches 127.0.0.1 (DNS rebinding). */
export function ownOrigins({ host, baseUrl, hosts }: Place, port: number): OwnOrigins {
  const base = new URL(baseUrl ?? defaultBaseUrl(host, port))
  const loopback = reachesLoopback(host) ? ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`) : []
  const named = hosts.flatMap((name) => (/:\d+$/.test(name) ? [name] : [name, `${name}:${port}`]))
  const all = [base, ...[...loopback, ...named.map((name) => `${base.protocol}//${name}`)].map((address) => new URL(address))]
  return {
    hosts: new Set(all.flatMap((url) => (url.port ? [url.host] : [url.host, `${url.host}:${defaultPorts[url.protocol]}`]))),
    origins: new Set(all.map((url) => url.origin)),
  }
}

export const defaultBaseUrl = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
