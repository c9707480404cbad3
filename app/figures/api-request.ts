/** A request to a function of the public API. */
export interface ApiRequest {
  /** From the root of the backend. */
  path: string
  body: Readonly<Record<string, unknown>>
}

/** The backend's address, and the key that everyone may use. */
export interface Backend {
  url: string
  anonKey: string
}

export const createRequest = (name: string, body: ApiRequest['body'] = {}): ApiRequest => ({
  path: `/rest/v1/rpc/${name}`,
  body,
})

/** A link that sends the request: a parameter for each member of the body. */
export function toGetUrl({ path, body }: ApiRequest, { url, anonKey }: Backend): string {
  const address = new URL(path, url)
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue
    address.searchParams.append(name, Array.isArray(value) ? `{${value.join(',')}}` : String(value))
  }
  address.searchParams.append('apikey', anonKey)
  return address.href
}

/** The request as people read it: without the key, and not encoded. */
export const describeRequest = (request: ApiRequest): string =>
  decodeURIComponent(
    toGetUrl(request, { url: 'http://x', anonKey: '' })
      .slice('http://x'.length)
      .replace(/[?&]apikey=$/, '')
      .replaceAll('+', ' '),
  )

/** The same request by POST, for a POSIX shell. */
export function toCurl({ path, body }: ApiRequest, { url, anonKey }: Backend): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return [
    `curl '${new URL(path, url).href}'`,
    `  -H 'apikey: ${anonKey}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${json}'`,
  ].join(' \\\n')
}
