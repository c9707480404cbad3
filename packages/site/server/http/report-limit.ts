import { ApiError } from '@toolmark/backend/api-error.ts'
import { createDailyLimit } from '@toolmark/backend/daily-limit.ts'

/** Reports by signed-out visitors (spec 3 §1.1); the database limits those of members. */
export const REPORT_LIMIT = {
  points: 10,
  message: 'You have sent too many reports today. Please try again tomorrow.',
}

/**
 * A fetch for the reports that visitors send through the page, where the backend is on another machine
 * and knows no visitor's address. Refused reports do not count.
 */
export function limitReports(
  fetch: typeof globalThis.fetch,
  addressOf: () => string,
): typeof globalThis.fetch {
  const count = createDailyLimit(REPORT_LIMIT, 'reports')
  return async (input, init) => {
    try {
      const takeBack = await count(addressOf())
      const response = await fetch(input, init).catch(async (error: unknown) => {
        await takeBack()
        throw error
      })
      if (!response.ok) await takeBack()
      return response
    } catch (error) {
      if (error instanceof ApiError) return error.toResponse()
      throw error
    }
  }
}
