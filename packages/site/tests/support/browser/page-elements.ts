import type { Locator, Page, Response } from 'playwright-core'

/** Waits for the first element with a text. */
export const findText = (page: Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor()

export const findButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true })

export const findAccountMenu = (page: Page) => page.getByRole('button', { name: /Account menu$/ })

/** The label of the focused field, or the text of another focused element. */
export const readFocused = (page: Page) =>
  page.evaluate(() => {
    const { id, textContent } = document.activeElement ?? { id: '', textContent: '' }
    return document.querySelector(`label[for="${id}"]`)?.textContent ?? textContent
  })

/** Presses Tab until an element has the focus. */
export async function focusByTab(page: Page, wanted: Locator, maxSteps = 60): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted} cannot be reached by Tab`)
}

/**
 * Sets the clock of the open page apart from the real one. `page.clock` would stay installed in every
 * later page of its context.
 */
export const moveClock = (page: Page, byMs: number) =>
  page.evaluate((ms) => {
    Date.now = () => performance.timeOrigin + performance.now() + ms
  }, byMs)

/**
 * Presses a vote and waits for the server's answer. The page shows a vote at once and ignores a press
 * while its request runs, and a reload may end the request.
 */
export async function sendVote(
  page: Page,
  table: 'launch_upvotes' | 'review_helpful_votes',
  press: () => Promise<void>,
): Promise<Response> {
  const answer = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === `/rest/v1/${table}` &&
      response.request().method() !== 'GET',
  )
  await press()
  return answer
}
