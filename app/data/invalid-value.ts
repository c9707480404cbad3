/**
 * Whether PostgreSQL cannot convert a filter's value to the type of its column (SQLSTATE class 22),
 * such as "x" to a UUID. No row can match it.
 */
export const isInvalidValue = (error: { code?: string } | null) =>
  error?.code?.startsWith('22') ?? false
