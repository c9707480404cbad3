import { Section } from '../ui/panels.tsx'
import * as figureWords from './words.ts'

interface RequestPanelProps {
  request: ApiRequest
  backend: Backend
  /** The definition of the function, in SQL. */
  source: string
  /** Where the value is in the answer. */
  children?: React.ReactNode
}

/** How to send a request oneself, and what computes the answer. The key is one press away. */
export function RequestPanel({ request, backend, source, children }: RequestPanelProps) {
  const name = request.path.split('/').at(-1) ?? ''
  return (
    <>
      <Section id="request" title={figureWords.request}>
        <p>{figureWords.requestLink}</p>
        <p className="text-sm">
          <a
            href={toGetUrl(request, backend)}
            rel="nofollow"
            className="break-all text-link underline"
          >
            {describeRequest(request)}
          </a>
        </p>
        {children}
        <details>
          <summary className="min-h-6 cursor-pointer text-soft hover:underline">
            {figureWords.requestShow}
          </summary>
          <Code label={figureWords.requestCommand}>{toCurl(request, backend)}</Code>
        </details>
      </Section>
      <Section id="source" title={figureWords.source(name)}>
        <Code label={figureWords.sourceLanguage}>{source}</Code>
      </Section>
    </>
  )
}

/** Text to copy, which scrolls by keyboard too. */
export const Code = ({ label, children }: { label: string; children: string }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    tabIndex={0}
    className="max-h-96 overflow-auto rounded-control bg-sunken p-4"
  >
    <pre className="text-sm">{children}</pre>
  </section>
)

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
