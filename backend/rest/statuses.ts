/** A status that an answer can have: what lies below is not final, what lies above does not exist. */
export const isStatus = (status: number) =>
  Number.isInteger(status) && status >= 200 && status <= 599

/** An answer with a body, where its status allows one. */
export function answerWith(body: string | null, status: number, headers: Headers): Response {
  if (status !== 204 && status !== 205 && status !== 304) {
    return new Response(body, { status, headers })
  }
  headers.delete('Content-Type')
  return new Response(null, { status, headers })
}
