/** Whether a final response can have this status: 1xx is interim, and 600 and above do not exist. */
export const isFinalStatus = (status: number) =>
  Number.isInteger(status) && status >= 200 && status <= 599

/** A response with a body, if its status allows one. */
export function createResponse(body: string | null, status: number, headers: Headers): Response {
  if (status !== 204 && status !== 205 && status !== 304) {
    return new Response(body, { status, headers })
  }
  headers.delete('Content-Type')
  return new Response(null, { status, headers })
}
