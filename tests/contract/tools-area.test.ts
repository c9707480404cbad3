// Spec 2 §7: the calls that the tools area makes, through the official client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { today } from '../../app/ui/format/day.ts'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let ana: Person
let ben: Person
let figma: { id: string; slug: string }
beforeAll(async () => {
  backend = await startTestBackend()
  ana = await backend.person({ username: 'ana', first_name: 'Ana', last_name: 'Ruiz' })
  ben = await backend.person({ username: 'ben' })
  const { data, error } = await ana.client
    .from('tools')
    .insert({
      name: 'Figma',
      description: 'Draw.',
      category: 'Design',
      website_url: 'https://www.figma.com/',
      logo_url: 'https://cdn.example/figma.png',
      slug: 'figma',
    })
    .select('id, slug')
    .single()
  if (error) throw error
  figma = data
  await ana.client
    .from('tools')
    .insert({ name: 'Airtable', description: 'Rows.', category: 'Data' })
})
afterAll(async () => {
  expect(backend.logged).toEqual([])
  await backend.close()
})

// Kept to the letter, though it looks like markup.
const CODE = 'if a<b and c>d then List<String>'
const words = { title: 'Good', content: 'Long enough to be kept.', pros: ['Fast'], cons: [] }

describe('tools', () => {
  test('Read all tools: ordered by name ascending', async () => {
    const { data, error } = await backend.client().from('tools').select('*').order('name')
    expect(error).toBeNull()
    expect(data?.map(({ name }) => name)).toEqual(['Airtable', 'Figma'])
    expect(data?.[1]).toMatchObject({
      slug: 'figma',
      logo_url: 'https://cdn.example/figma.png',
      rating_average: null,
      review_count: 0,
    })
  })

  test.each(['id', 'slug'] as const)('Read one tool: by %s, single', async (column) => {
    const { data } = await backend
      .client()
      .from('tools')
      .select('*')
      .eq(column, figma[column])
      .single()
    expect(data?.name).toBe('Figma')
  })

  test.each([
    ['figma', null, 'name'],
    ['  FIGMA! ', null, 'name'],
    ['Other', 'http://figma.com', 'website'],
    ['Other', 'HTTPS://FIGMA.com//', 'website'],
  ])('%s at %s is already listed, by its %s', async (tool_name, website, same) => {
    const { data } = await backend
      .client()
      .rpc('tool_already_listed', { tool_name, ...(website ? { website } : {}) })
    expect(data).toEqual([{ name: 'Figma', slug: 'figma', same }])
  })

  test('two pages of one shop differ in their query; where a reader came from does not count', async () => {
    const add = (name: string, website_url: string) =>
      ana.client.from('tools').insert({ name, description: 'd', category: 'HR', website_url })
    expect((await add('App one', 'https://shop.example/details?id=one')).error).toBeNull()
    expect((await add('App two', 'https://shop.example/details?id=two')).error).toBeNull()
    const again = await add('App 1', 'https://shop.example/details?utm_source=x&id=one')
    expect(again.error?.code).toBe('23505')
  })

  test.each([
    'https://portful.example:80443',
    'https://a:b',
    'https://%',
    'https://-',
    'ftp://x.example',
  ])('%s is no website', async (website_url) => {
    const { error } = await ana.client
      .from('tools')
      .insert({ name: `At ${website_url}`, description: 'd', category: 'HR', website_url })
    expect(error?.code).toBe('23514')
  })

  test.each([
    ['Figma 2', 'https://figma.com/other'],
    ['日本語', ''],
    ['', 'not an address'],
  ])('%s at %s is not', async (tool_name, website) => {
    const { data, error } = await backend
      .client()
      .rpc('tool_already_listed', { tool_name, website })
    expect([data, error]).toEqual([[], null])
  })

  test('Add tool: nobody says who added it, how it is rated, or where it is listed', async () => {
    for (const forged of [
      { submitted_by: ben.id },
      { rating_sum: 5 },
      { review_count: 9 },
      { categories: ['Analytics'] },
    ]) {
      const { error } = await ana.client
        .from('tools')
        .insert({ name: 'Forged', description: 'd', category: 'HR', ...forged })
      expect(error?.code).toBe('42501')
    }
  })
})

describe('reviews', () => {
  test('Submit, read with the reviewer, update and delete: each only one’s own', async () => {
    const submitted = await ana.client
      .from('reviews')
      .insert({ ...words, rating: 4, tool_id: figma.id, user_id: ana.id })
    expect(submitted.error).toBeNull()
    const { data } = await backend
      .client()
      .from('reviews')
      .select('*, profiles(username, avatar_url, first_name, last_name)')
      .eq('tool_id', figma.id)
      .order('created_at', { ascending: false })
    expect(data).toMatchObject([
      {
        rating: 4,
        pros: ['Fast'],
        profiles: { username: 'ana', avatar_url: null, first_name: 'Ana', last_name: 'Ruiz' },
      },
    ])
    const id = data?.[0]?.id ?? ''

    const forAnother = await ben.client
      .from('reviews')
      .insert({ ...words, rating: 1, tool_id: figma.id, user_id: ana.id })
    expect(forAnother.error?.code).toBe('42501')
    const byBen = await ben.client.from('reviews').update({ rating: 1 }).eq('id', id).select()
    expect(byBen.data).toEqual([])
    expect((await ben.client.from('reviews').delete().eq('id', id).select()).data).toEqual([])

    const kept = await ana.client
      .from('reviews')
      .update({ content: CODE })
      .eq('id', id)
      .select('content')
      .single()
    expect(kept.data).toEqual({ content: CODE })
    await ana.client.from('reviews').update({ rating: 5 }).eq('id', id).eq('user_id', ana.id)
    const rated = await backend
      .client()
      .from('tools')
      .select('rating_average, review_count')
      .eq('id', figma.id)
      .single()
    expect(rated.data).toEqual({ rating_average: 5, review_count: 1 })

    await ana.client.from('reviews').delete().eq('id', id).eq('user_id', ana.id)
    const left = await backend.client().from('tools').select('review_count').eq('id', figma.id)
    expect(left.data).toEqual([{ review_count: 0 }])
  })
})

describe('launches', () => {
  const create = (by: Person, change: object = {}) =>
    by.client
      .from('product_launches')
      .insert({
        tagline: 'New',
        description: null,
        launch_date: today(),
        featured_image: null,
        user_id: by.id,
        ...change,
      })
      .select()
      .single()

  test('Create launch returns the row', async () => {
    const { data, error } = await create(ana, { tool_id: figma.id })
    expect(error).toBeNull()
    expect(data).toMatchObject({ tagline: 'New', status: 'live', upvotes_count: 0 })
  })

  test('List launches: with tool and maker, most upvoted first, filtered by status', async () => {
    const [first, second] = [await create(ana, { tool_id: figma.id }), await create(ben)]
    await ana.client
      .from('launch_upvotes')
      .insert({ launch_id: second.data?.id ?? '', user_id: ana.id })
    const { data, error } = await backend
      .client()
      .from('product_launches')
      .select(
        '*, tools(name, logo_url, website_url, category), profiles(username, avatar_url, first_name, last_name)',
      )
      .order('upvotes_count', { ascending: false })
      .order('launch_date', { ascending: false })
      .eq('status', 'live')
    expect(error).toBeNull()
    expect(data?.[0]).toMatchObject({
      id: second.data?.id,
      upvotes_count: 1,
      tools: null,
      profiles: { username: 'ben' },
    })
    expect(data?.find(({ id }) => id === first.data?.id)).toMatchObject({
      tools: {
        name: 'Figma',
        logo_url: 'https://cdn.example/figma.png',
        website_url: 'https://www.figma.com/',
        category: 'Design',
      },
      profiles: { first_name: 'Ana' },
    })
  })

  test('Get one launch: its tool with the description', async () => {
    const { data: made } = await create(ana, { tool_id: figma.id })
    const { data } = await backend
      .client()
      .from('product_launches')
      .select('*, tools(name, logo_url, website_url, description, category), profiles(username)')
      .eq('id', made?.id ?? '')
      .single()
    expect(data?.tools).toMatchObject({ description: 'Draw.' })
  })

  test('Upvote, Has upvoted, Remove upvote; a second is a duplicate', async () => {
    const { data: made } = await create(ana)
    const launch_id = made?.id ?? ''
    const upvote = () => ben.client.from('launch_upvotes').insert({ launch_id, user_id: ben.id })
    const has = async (who: Person) =>
      (await who.client.from('launch_upvotes').select('id').eq('launch_id', launch_id)).data?.length
    expect((await upvote()).error).toBeNull()
    expect((await upvote()).error?.message).toContain('duplicate')
    expect([await has(ben), await has(ana)]).toEqual([1, 0])
    const forAnother = await ben.client
      .from('launch_upvotes')
      .insert({ launch_id, user_id: ana.id })
    expect(forAnother.error?.code).toBe('42501')
    const signedOut = await backend
      .client()
      .from('launch_upvotes')
      .insert({ launch_id, user_id: ben.id })
    expect(signedOut.error?.code).toBe('42501')

    await ana.client.from('launch_upvotes').delete().eq('launch_id', launch_id)
    expect(await has(ben)).toBe(1)
    await ben.client
      .from('launch_upvotes')
      .delete()
      .eq('launch_id', launch_id)
      .eq('user_id', ben.id)
    const { data } = await ana.client
      .from('product_launches')
      .select('upvotes_count')
      .eq('id', launch_id)
      .single()
    expect(data).toEqual({ upvotes_count: 0 })
  })

  test('spec 2 §5: not before today, nor written over, nor for another', async () => {
    for (const launch_date of ['infinity', '30000-01-01', '2100-01-01']) {
      expect((await create(ana, { launch_date })).error?.code).toBe('23514')
    }
    const past = await create(ana, { launch_date: '2020-01-01' })
    expect(past.error?.message).toBe('Launch date cannot be in the past')
    expect((await create(ana, { upvotes_count: 99 })).error?.code).toBe('42501')
    expect((await create(ana, { user_id: ben.id })).error?.code).toBe('42501')
    expect((await create(ana, { tagline: 'x'.repeat(81) })).error?.code).toBe('23514')
  })
})
