import { rawRequest } from './raw-request.ts'

/** As much of a browser as signing in elsewhere needs: it keeps cookies per site, and goes where it is sent. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>()
  /** Everything that was set for us, as it stood on the wire. */
  readonly setCookies: string[] = []

  cookies(url: string) {
    return [...(this.#jars.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  forget(url: string) {
    this.#jars.delete(new URL(url).host)
  }

  async call(method: string, url: string, { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {}) {
    const { host, port, pathname, search, origin } = new URL(url)
    const cookie = this.cookies(url)
    const sent = { host, ...(method !== 'GET' && { origin }), ...(cookie && { cookie }), ...headers }
    const answer = await rawRequest(port, { method, path: pathname + search, headers: sent, body })
    const jar = this.#jars.get(host) ?? new Map<string, string>()
    this.#jars.set(host, jar)
    for (const line of answer.headers['set-cookie'] ?? []) {
      this.setCookies.push(line)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /max-age=0|1970/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return { ...answer, location: answer.headers.location && new URL(answer.headers.location, url).href }
  }

  /** Follows redirects until a page, or until one leads to an address that begins with `until`. */
  async go(url: string, until?: string): Promise<string> {
    let at = url
    for (let hops = 0; hops < 20; hops++) {
      if (until !== undefined && at.startsWith(until)) return at
      const { status, location } = await this.call('GET', at)
      if (status < 300 || status >= 400 || !location) return at
      at = location
    }
    throw new Error(`sent around in a circle, last to ${at}`)
  }

  /** Fills in the form of a page that has one text field. */
  async submit(url: string, field: string, value: string): Promise<string> {
    const { location } = await this.call('POST', url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ [field]: value }),
    })
    return location!
  }
}
