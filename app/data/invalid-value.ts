/**
 * Whether PostgreSQL cannot convert a filter's value to the type of its column (SQLSTATE class 22),
 * such as "x" to a UUID. No row can match it.
 */
export const isInvalidValue = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  String(error.code).startsWith('22')

/**
 * For `then` of a read by a value of the URL: an invalid value finds no row.
 * @throws {unknown} any other error
 */
export function findNothing(error: unknown): { data: null } {
  if (isInvalidValue(error)) return { data: null }
  throw error
}
