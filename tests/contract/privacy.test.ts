// Spec 1 §6: private, professional and public, by every way in: page tables, rpc, embeds, activity.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { today } from '../../app/ui/format/day.ts'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let ana: Person
let ben: Person
let launch: string
let company: string
beforeAll(async () => {
  backend = await startTestBackend()
  ana = await backend.person({
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Ruiz',
    job_title: 'CTO',
    company_name: 'Acme',
  })
  ben = await backend.person({ username: 'ben' })
  const tool = await ana.client
    .from('tools')
    .insert({ name: 'Figma', description: 'Draw.', category: 'Design' })
    .select('id')
    .single()
  await ana.client.from('reviews').insert({
    tool_id: tool.data?.id ?? '',
    user_id: ana.id,
    rating: 4,
    title: 'Good',
    content: 'Long enough to be kept.',
  })
  const launched = await ana.client
    .from('product_launches')
    .insert({ tagline: 'New', launch_date: today(), user_id: ana.id })
    .select('id')
    .single()
  launch = launched.data?.id ?? ''
  const made = await ana.client.from('companies').insert({ name: 'Acme' }).select('id').single()
  company = made.data?.id ?? ''
  await ana.client
    .from('company_members')
    .insert({ company_id: company, user_id: ana.id, role: 'admin', is_admin: true })
  await ben.client.from('user_follows').insert({ follower_id: ben.id, following_id: ana.id })
})
afterAll(() => backend.close())

type Client = Person['client']
const COLUMNS = 'username, first_name, job_title'

/** The same person by every way in; null where the way itself is closed. */
const WAYS: Record<string, (client: Client) => PromiseLike<unknown>> = {
  table: async (client) =>
    (await client.from('profiles').select(COLUMNS).eq('user_id', ana.id).single()).data,
  rpc: async (client) => {
    const { data } = await client.rpc('get_safe_profile_info', { profile_user_id: ana.id })
    const [row] = data ?? []
    return row && { username: row.username, first_name: row.first_name, job_title: row.job_title }
  },
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
const NAMED = { ...ALL, job_title: null }
const BARE = { username: 'ana', first_name: null, job_title: null }

describe.each([
  ['private', { anonymous: BARE, signedIn: BARE }],
  ['professional', { anonymous: NAMED, signedIn: ALL }],
  ['public', { anonymous: ALL, signedIn: ALL }],
] as const)('%s', (visibility, expected) => {
  beforeAll(async () => {
    const { error } = await ana.client
      .from('profiles')
      .update({ profile_visibility: visibility })
      .eq('user_id', ana.id)
    expect(error).toBeNull()
  })

  test.each(Object.keys(WAYS))('by %s', async (way) => {
    const read = WAYS[way]
    const isHidden = visibility === 'private'
    // What a private person is part of is hidden with the person; ben follows ana, and may know it.
    const closedTo = {
      anonymous: isHidden && (way === 'members embed' || way === 'followers embed'),
      signedIn: isHidden && way === 'members embed',
    }
    expect(await read?.(backend.client())).toEqual(closedTo.anonymous ? null : expected.anonymous)
    expect(await read?.(ben.client)).toEqual(closedTo.signedIn ? null : expected.signedIn)
    expect(await read?.(ana.client)).toEqual(ALL)
  })

  test('by a filter: what is hidden cannot be guessed by asking for it', async () => {
    const found = async (client: Client, column: 'first_name' | 'job_title', value: string) =>
      (await client.from('profiles').select('username').eq(column, value)).data?.length
    expect(await found(backend.client(), 'first_name', 'Ana')).toBe(
      expected.anonymous.first_name ? 1 : 0,
    )
    expect(await found(backend.client(), 'job_title', 'CTO')).toBe(
      expected.anonymous.job_title ? 1 : 0,
    )
    expect(await found(ben.client, 'job_title', 'CTO')).toBe(expected.signedIn.job_title ? 1 : 0)
  })

  test('activity and stats', async () => {
    const count = visibility === 'private' ? 0 : 1
    for (const table of ['user_activities', 'user_stats'] as const) {
      for (const client of [backend.client(), ben.client]) {
        expect(
          (await client.from(table).select('user_id').eq('user_id', ana.id)).data,
        ).toHaveLength(count)
      }
      expect(
        (await ana.client.from(table).select('user_id').eq('user_id', ana.id)).data,
      ).toHaveLength(1)
    }
  })
})
