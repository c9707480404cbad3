// Every screen of a member: axe, console, width, no request to another origin.
import { readFileSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectAccessibleLooks,
  type Look,
  openPage,
  STATE_LOOK,
  type Visit,
  visit,
} from '../support/browser/browser.ts'
import { withSharedSite } from '../support/sites/journey.ts'
import { signInMember } from '../support/sites/site.ts'

const here = withSharedSite('demo')

async function storePicture(client: SupabaseClient, bucket: 'avatars' | 'logos', id: string) {
  const { data, error } = await client.storage
    .from(bucket)
    .upload(`${id}/picture.png`, readFileSync('packages/site/public/icons/apple-touch-icon.png'))
  expect(error).toBeNull()
  return client.storage.from(bucket).getPublicUrl(data?.path ?? '').data.publicUrl
}

const LOOKS: readonly Look[] = [
  [1440, 'light'],
  [320, 'dark'],
  [768, 'dark'],
]

// One page of a member: a new one compiles all scripts again.
let visitor: Visit
let member: Awaited<ReturnType<typeof signInMember>>
beforeAll(async () => {
  visitor = await visit(here.browser, 1440)
  member = await signInMember(here.site, visitor.context, {
    account_type: 'business',
    first_name: 'Maximiliane',
    last_name: 'Oberhuber-Schmidtbauer',
    job_title: 'Head of everything that has to do with software and its many uses',
    company_name: 'A company with quite a long name for one line',
  })
})
afterAll(() => visitor.context.close())

test('every screen of a member', async () => {
  const { page, problems } = visitor
  const { data: company } = await member.client
    .from('companies')
    .insert({ name: 'A company with quite a long name for one line' })
    .select('id')
    .single()
  await member.client.from('company_members').insert({
    company_id: company?.id ?? '',
    user_id: member.id,
    role: 'admin',
    is_admin: true,
  })
  const { data: profile, error } = await member.client
    .from('profiles')
    .update({ avatar_url: await storePicture(member.client, 'avatars', member.id) })
    .eq('user_id', member.id)
    .select('username')
    .single()
  expect(error).toBeNull()
  const shown = await member.client
    .from('companies')
    .update({ logo_url: await storePicture(member.client, 'logos', company?.id ?? '') })
    .eq('id', company?.id ?? '')
  expect(shown.error).toBeNull()
  for (const path of [
    '/dashboard',
    '/profile-settings',
    '/account-settings',
    '/company-dashboard',
    `/company/${company?.id}`,
    `/user/${profile?.username}`,
    `/user/${profile?.username}/following`,
    '/write-review',
    '/write-review/figma',
    '/add-tool',
    '/submit-launch',
  ]) {
    await openPage(page, `${here.site.url}${path}`)
    await page.getByRole('button', { name: /Account menu$/ }).waitFor()
    await expectAccessibleLooks(page, LOOKS)
  }
  // The screens of a visitor have each theme once in browsing.
  for (const path of ['/all-tools', '/tool/figma', '/launches']) {
    await openPage(page, `${here.site.url}${path}`)
    await page.getByRole('button', { name: /Account menu$/ }).waitFor()
    await expectAccessibleLooks(page, STATE_LOOK)
  }
  await page.getByRole('button', { name: /Account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Company Dashboard' }).waitFor()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('the review form does not open empty if an own review could not be looked for', async () => {
  const { page } = visitor
  const reads = '**/rest/v1/reviews*'
  await page.route(reads, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${here.site.url}/write-review/figma`)
  await page.getByText('Could not be loaded.').waitFor()
  expect(await page.getByLabel('Title').count()).toBe(0)
  await page.unroute(reads)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Title').waitFor()
})
