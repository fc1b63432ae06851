export type Answered<Body> = { status: number; headers: Headers; body: Body }

/** A bearer secret, or what a browser sends. */
export type Credentials = string | { cookie: string } | null

/** With a cookie comes where the page is from, without which a server takes no writes. */
export function headersOf(credentials: Credentials, baseUrl: string): Record<string, string> {
  if (credentials === null) return {}
  return typeof credentials === 'string' ? { authorization: `Bearer ${credentials}` } : { ...credentials, origin: new URL(baseUrl).origin }
}

/** The API as an agent or a page calls it: plain fetch and credentials. */
export const apiOf =
  (baseUrl: string, credentials: Credentials) =>
  async <Body>(method: string, path: string, body?: unknown): Promise<Answered<Body>> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { ...headersOf(credentials, baseUrl), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
