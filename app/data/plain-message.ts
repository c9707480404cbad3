interface ServerError {
  code?: string
  message: string
}

/** SQLSTATEs that the schema's own rules raise, with words for people. */
const FOR_PEOPLE = new Set(['P0001', '23514', '23505', '42501', 'PT429'])

/** Whether what was looked for cannot be a value of its column (SQLSTATE class 22): nothing has it. */
export const isNoValue = (error: { code?: string } | null) => error?.code?.startsWith('22') ?? false

/**
 * What the server said, when it is for people: PostgreSQL's own messages name its insides, which
 * are never shown.
 * @returns an empty text otherwise
 */
export function plainMessage({ code = '', message }: ServerError): string {
  const isOurs = FOR_PEOPLE.has(code) && !/violates|permission denied/.test(message)
  return isOurs ? message : ''
}
