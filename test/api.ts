export type Answered<Body> = { status: number; headers: Headers; body: Body }

/** The API as an agent calls it: plain fetch and a bearer token. */
export const apiOf =
  (baseUrl: string, token: string) =>
  async <Body>(method: string, path: string, body?: unknown): Promise<Answered<Body>> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
