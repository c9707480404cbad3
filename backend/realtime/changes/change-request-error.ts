/** A request that cannot be served. The message is fit for the client. */
export class ChangeRequestError extends Error {
  override readonly name = 'ChangeRequestError'
}
