import { type ApiRequest, type Backend, toCurl, toGetUrl } from './api-request.ts'
import * as figureWords from './words.ts'

interface RequestPanelProps {
  request: ApiRequest
  backend: Backend
  /** The definition of the function, in SQL. */
  source: string
  /** Where the value is in the answer. */
  children?: React.ReactNode
}

/** How to send a request oneself, and what computes the answer. */
export function RequestPanel({ request, backend, source, children }: RequestPanelProps) {
  const link = toGetUrl(request, backend)
  const name = request.path.split('/').at(-1) ?? ''
  return (
    <>
      <section aria-labelledby="request" className="panel grid gap-3 p-6">
        <h2 id="request" className="display text-2xl">
          {figureWords.request}
        </h2>
        <p>{figureWords.requestLink}</p>
        <p className="text-sm">
          <a href={link} rel="nofollow" className="break-all text-link underline">
            {link}
          </a>
        </p>
        <p>{figureWords.requestCommand}</p>
        <Code label={figureWords.requestCommand}>{toCurl(request, backend)}</Code>
        {children}
      </section>
      <section aria-labelledby="source" className="panel grid gap-3 p-6">
        <h2 id="source" className="display text-2xl wrap-anywhere">
          {figureWords.source(name)}
        </h2>
        <Code label={figureWords.sourceLanguage}>{source}</Code>
      </section>
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
