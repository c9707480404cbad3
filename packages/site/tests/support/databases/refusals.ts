// Errors with which the schema refuses a statement (packages/backend/docs/contract.md): `SQLSTATE: message`.
import { expect } from 'vitest'

export const parseRefusal = (error: string) => ({
  code: error.slice(0, 5),
  message: error.slice(7) || expect.any(String),
})

/**
 * @param error `SQLSTATE: message`, an SQLSTATE, or properties of the error
 * @param label names the attempt if it is not refused
 */
export const expectRefusal = (attempt: Promise<unknown>, error: string | object, label?: string) =>
  expect(attempt, label).rejects.toMatchObject(
    typeof error === 'string' ? parseRefusal(error) : error,
  )

export const NOT_FOUND = 'PT404: We could not find this content.'
export const NOTHING_TO_DECIDE = 'PT409: There is nothing to decide here.'
export const STALE = 'PT409: This has changed in the meantime. Please check it again.'
export const INVOLVED = '42501: You are involved in this case. Another moderator has to decide it.'
export const ONLY_MODERATORS = '42501: Only moderators can do this.'
export const ONLY_ADMINISTRATORS = '42501: Only administrators can do this.'
export const STAFF_FACTOR = '42501: Please turn on two-step sign-in to make moderation decisions.'
export const SUSPENDED =
  '42501: Your account is suspended. You can still read, download your data and appeal.'
export const FILTERED =
  "23514: We can't publish this text as it is. If you think this is a mistake, please contact us."
export const UNEXPLAINED = '23514: Please explain the decision in 30 to 2,000 characters.'
export const decided = (number: unknown) =>
  `PT409: This has already been decided (decision ${number}).`
export const reachedLimit = (count: number, kind: string) =>
  `PT429: You have reached today's limit of ${count} ${kind}. Please try again tomorrow.`
