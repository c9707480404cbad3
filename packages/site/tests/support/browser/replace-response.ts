import type { Page, Route } from 'playwright-core'

interface Replacement {
  status: number
  json: object
}

/** Replaces the response to one kind of request while an action runs. */
export async function replaceResponse(
  page: Page,
  [method, path]: readonly [method: string, path: string],
  response: Replacement,
  act: () => Promise<void>,
): Promise<void> {
  const url = `**${path}*`
  const handle = (route: Route) =>
    route.request().method() === method ? route.fulfill(response) : route.fallback()
  await page.route(url, handle)
  await act()
  await page.unroute(url, handle)
}

/** An error response of PostgREST, auth or storage. */
export const createError = (status: number, code: string, message: string): Replacement => ({
  status,
  json: { code, error_code: code, message, msg: message },
})

export const FAILED = createError(500, 'XX000', 'at secret.ts:12')
export const SESSION_EXPIRED = createError(401, 'PGRST303', 'JWT expired')
