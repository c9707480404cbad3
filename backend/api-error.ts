/** A refusal that its client is meant to read; anything else that is thrown answers a bare 500. */
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
    return Response.json(this.body, { status: this.status, headers: this.headers })
  }
}

/** Whether an error is one that its client is meant to read. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError
