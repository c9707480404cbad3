/**
 * Whether a filter's value cannot be one of its column (SQLSTATE class 22), as a text that is no
 * UUID: then no row has it.
 */
export const isNoValue = (error: { code?: string } | null) => error?.code?.startsWith('22') ?? false
