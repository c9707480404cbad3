// Spec 1 §6: private, professional and public profiles in embeds and filters.
import { beforeAll, describe, expect, test } from 'vitest'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import { addCompany, addLaunch, addReview, addTool } from '../support/backends/content.ts'

const backend = await shareTestBackend()
const ana = await backend.createMember({
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  job_title: 'CTO',
  company_name: 'Acme',
})
const ben = await backend.createMember({ username: 'ben' })
await addReview(ana, await addTool(ana))
const launch = await addLaunch(ana)
const company = await addCompany(ana, 'Acme')
await ana.client
  .from('company_members')
  .insert({ company_id: company, user_id: ana.id, role: 'admin', is_admin: true })
await ben.client.from('user_follows').insert({ follower_id: ben.id, following_id: ana.id })

type Client = TestMember['client']
const COLUMNS = 'username, first_name, job_title'

/** Reads of Ana's profile; null if the read returns no row. */
const READS: Record<string, (client: Client) => PromiseLike<unknown>> = {
  'reviews embed': async (client) =>
    (await client.from('reviews').select(`profiles(${COLUMNS})`).eq('user_id', ana.id).single())
      .data?.profiles,
  'launches embed': async (client) =>
    (await client.from('product_launches').select(`profiles(${COLUMNS})`).eq('id', launch).single())
      .data?.profiles,
  'members embed': async (client) =>
    (
      await client
        .from('company_members')
        .select(`profiles(${COLUMNS})`)
        .eq('company_id', company)
        .maybeSingle()
    ).data?.profiles ?? null,
  'followers embed': async (client) =>
    (
      await client
        .from('user_follows')
        .select(`profiles!user_follows_following_id_fkey(${COLUMNS})`)
        .eq('following_id', ana.id)
        .maybeSingle()
    ).data?.profiles ?? null,
}

const ALL = { username: 'ana', first_name: 'Ana', job_title: 'CTO' }
const WITHOUT_JOB = { ...ALL, job_title: null }
const USERNAME_ONLY = { username: 'ana', first_name: null, job_title: null }

describe.each([
  ['private', { anonymous: USERNAME_ONLY, signedIn: USERNAME_ONLY }],
  ['professional', { anonymous: WITHOUT_JOB, signedIn: ALL }],
  ['public', { anonymous: ALL, signedIn: ALL }],
] as const)('a %s profile', (visibility, expected) => {
  beforeAll(async () => {
    const { error } = await ana.client
      .from('profiles')
      .update({ profile_visibility: visibility })
      .eq('user_id', ana.id)
    expect(error).toBeNull()
  })

  test.each(Object.keys(READS))('the %s returns the visible fields', async (name) => {
    const read = READS[name]
    const isHidden = visibility === 'private'
    // Memberships and follows of a private member are hidden. Ben follows Ana and sees that row.
    const hasNoRow = {
      anonymous: isHidden && (name === 'members embed' || name === 'followers embed'),
      signedIn: isHidden && name === 'members embed',
    }
    expect(await read?.(backend.createClient())).toEqual(
      hasNoRow.anonymous ? null : expected.anonymous,
    )
    expect(await read?.(ben.client)).toEqual(hasNoRow.signedIn ? null : expected.signedIn)
    expect(await read?.(ana.client)).toEqual(ALL)
  })

  test('a filter on a hidden field does not find it', async () => {
    const countFound = async (client: Client, column: 'first_name' | 'job_title', value: string) =>
      (await client.from('profiles').select('username').eq(column, value)).data?.length
    expect(await countFound(backend.createClient(), 'first_name', 'Ana')).toBe(
      expected.anonymous.first_name ? 1 : 0,
    )
    expect(await countFound(backend.createClient(), 'job_title', 'CTO')).toBe(
      expected.anonymous.job_title ? 1 : 0,
    )
    expect(await countFound(ben.client, 'job_title', 'CTO')).toBe(
      expected.signedIn.job_title ? 1 : 0,
    )
  })
})
