import { createResponse } from './responses.ts'

/** An error whose message the client may read. Any other error answers 500 without details. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(body.message ?? body.msg ?? body.error ?? status))
    this.status = status
    this.body = body
    this.headers = headers
  }

  toResponse(): Response {
    const headers = new Headers(this.headers)
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
    // What is missing, such as the database, may be there in a moment.
    if (this.status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', '2')
    return createResponse(JSON.stringify(this.body), this.status, headers)
  }
}
