// Spec 8 §4: the verification of the ledger in the browser, the entries of a subject, and the command.
import type { SupabaseClient } from '@supabase/supabase-js'
import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import {
  expectAccessibleLooks,
  LOOKS,
  type Look,
  openPage,
  STATE_LOOK,
  visit,
} from '../support/browser/browser.ts'
import { FAILED, replaceResponse } from '../support/browser/replace-response.ts'
import { withSite } from '../support/sites/journey.ts'
import { createServiceClient, runCommand } from '../support/sites/site.ts'

const here = withSite()
const TABLET: Look = [768, 'light']

let service: SupabaseClient<Database>
beforeAll(async () => {
  service = await createServiceClient(here.site)
})

/** Takes all events. @returns the hash of the last checkpoint */
async function checkpoint(): Promise<string> {
  const as_of = new Date(Date.now() + 60_000).toISOString()
  await service.rpc('checkpoint_ledger', { as_of }).throwOnError()
  const { data } = await service
    .from('ledger_checkpoints')
    .select('hash')
    .order('number', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return data.hash
}
async function run(...words: string[]) {
  const { code, output, errors } = await runCommand(['ledger', 'verify', ...words])
  return { code, output: output + errors }
}
const verify = (page: Page) => page.getByRole('button', { name: 'Verify', exact: true }).click()

test('a visitor verifies the ledger with and without a saved hash, and the page says what it proves', async () => {
  const { page, problems, context } = await visit(here.browser, 1440)
  await openPage(page, `${here.site.url}/transparency`)
  await page.getByRole('link', { name: 'audit ledger' }).click()
  await page.getByRole('heading', { name: 'Audit Ledger', level: 1 }).waitFor()
  const saved = await checkpoint()
  await openPage(page, `${here.site.url}/ledger`)
  await verify(page)
  await page.getByText(/^All hashes agree: 1,\d{3} events in \d checkpoints?\.$/).waitFor()
  await page.getByText('That everything was recorded.').waitFor()
  await expectAccessibleLooks(page, [...LOOKS, TABLET])
  const field = page.getByLabel('A hash that you saved earlier')
  await field.fill(`${saved}0`)
  await verify(page)
  await page.getByRole('alert').getByText('A hash has 64 digits').waitFor()
  await field.fill(` ${saved.toUpperCase()}\n`)
  await verify(page)
  await page.getByText('Your saved hash is part of this chain').waitFor()
  await field.fill('f'.repeat(64))
  await verify(page)
  await page.getByText('Your saved hash is not part of this chain').waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(problems).toEqual([])
  await context.close()
})

test('an altered entry is found, and a failing API is told and loses no typed hash', async () => {
  await checkpoint()
  const { page, context } = await visit(here.browser, 390)
  await openPage(page, `${here.site.url}/ledger`)
  await page.getByLabel('A hash that you saved earlier').fill('f'.repeat(64))
  await replaceResponse(
    page,
    ['GET', '/rest/v1/ledger_events'],
    { status: 200, json: [] },
    async () => {
      await verify(page)
      await page.getByText('Checkpoint 1 does not agree with its events').waitFor()
      // A later checkpoint may have it.
      expect(await page.getByText('Your saved hash').count()).toBe(0)
    },
  )
  await replaceResponse(page, ['GET', '/rest/v1/ledger_checkpoints'], FAILED, async () => {
    await verify(page)
    await page.getByRole('alert').getByText('An unexpected error occurred.').waitFor()
    await expectAccessibleLooks(page, STATE_LOOK)
  })
  expect(await page.getByLabel('A hash that you saved earlier').inputValue()).toBe('f'.repeat(64))
  await context.close()
})

test('the history of a review leads to its entries, which match what the site shows', async () => {
  const { page, problems, context } = await visit(here.browser, 1440)
  const { data: review } = await service
    .from('reviews')
    .select('id, title')
    .not('user_id', 'is', null)
    .limit(1)
    .single()
    .throwOnError()
  await openPage(page, `${here.site.url}/review/${review.id}/history`)
  await page.getByRole('link', { name: 'Entries in the audit ledger' }).click()
  const panel = page.getByRole('region', { name: 'Entries of a review' })
  await panel.getByText('The last entry is about exactly what this site shows.').waitFor()
  await panel.getByText(`"title":${JSON.stringify(review.title)}`).waitFor()
  await expectAccessibleLooks(page, LOOKS)
  await service.from('reviews').delete().eq('id', review.id).throwOnError()
  await openPage(page, `${here.site.url}/ledger?subject=review:${review.id}`)
  await panel.getByText('this site does not show it').waitFor()
  await panel.getByText('salt erased').first().waitFor()
  await panel.getByText('Deleted', { exact: false }).first().waitFor()
  await openPage(page, `${here.site.url}/ledger?subject=tool:${crypto.randomUUID()}`)
  await page.getByText('The ledger has no entries about this.').waitFor()
  await openPage(page, `${here.site.url}/ledger?subject=figma`)
  await page.getByText('The address names no subject.').waitFor()
  await expectAccessibleLooks(page, STATE_LOOK)
  expect(problems).toEqual([])
  await context.close()
})

test('toolmark ledger verify says what it found, and ends with 1 if a hash does not agree', async () => {
  const saved = await checkpoint()
  expect(await run(here.site.url, saved)).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^All hashes agree: .*\\nLast hash: ${saved}\\nYour saved hash is part of`),
    ),
  })
  const missing = await run(here.site.url, 'f'.repeat(64), '--json')
  expect([missing.code, JSON.parse(missing.output)]).toEqual([
    1,
    expect.objectContaining({ lastHash: saved, mismatch: null, hasSavedHash: false }),
  ])
  const altered = await serveLocally(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', here.site.url)
    const headers = new Headers({ accept: 'application/json', apikey: '' })
    for (const name of ['accept', 'apikey']) headers.set(name, String(request.headers[name] ?? ''))
    const answer = await fetch(here.site.url + pathname + search, { headers })
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end((await answer.text()).replaceAll('"deletion"', '"edit"'))
  })
  expect(await run(altered.url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Checkpoint \d+ does not agree with its events/),
  })
  altered.close()
  expect(await run('nowhere')).toEqual({
    code: 1,
    output: 'usage: toolmark ledger verify URL [SAVED_HASH]',
  })
  expect(await run(here.site.url, 'abc')).toEqual({
    code: 1,
    output: 'A hash has 64 digits from 0 to 9 and a to f.',
  })
  expect(await run(altered.url)).toEqual({ code: 1, output: `${altered.url} does not answer` })
})
