import { describe, expect, test } from 'vitest'
import { type Change, changesIn, tells } from './changes.ts'
import type { Read } from './reads.ts'
import { touchesOf } from './sources.ts'

const REST = 'http://backend/rest/v1/'

const called = (name: string, named: object, answer: unknown): Read => ({
  method: 'POST',
  address: `${REST}rpc/${name}`,
  body: JSON.stringify(named),
  status: 200,
  answer: JSON.stringify(answer),
})
const got = (path: string, answer: unknown = []): Read => ({
  method: 'GET',
  address: REST + path,
  body: '',
  status: 200,
  answer: JSON.stringify(answer),
})

const tool = (id: string, rating_average: number | null, review_count: number) => ({
  id,
  rating_average,
  review_count,
})
/** A tool's counts alone. */
const rated = (id: string, before: [number | null, number], after: [number | null, number]) => {
  const counters = ([rating_average, review_count]: [number | null, number]) => ({
    rating_average,
    review_count,
  })
  return {
    table: 'tools',
    counted: [{ id, before: counters(before), after: counters(after) }],
  } satisfies Change
}
const upvoted = (id: string, before: number, after: number) =>
  ({
    table: 'launches',
    counted: [{ id, before: { upvotes_count: before }, after: { upvotes_count: after } }],
  }) satisfies Change
const renamed: Change = { table: 'tools' }

const isTouched = (read: Read, by: Change) => touchesOf([read])(by)

describe('a list of tools', () => {
  const rows = [tool('a', 4.5, 9), tool('b', 4, 3)]
  const byName = called('search_tools', { query: '', min_rating: 0, sort: 'name-asc' }, rows)
  const byRating = called('search_tools', { sort: 'rating-desc' }, rows)

  test.each<[string, Read, Change, boolean]>([
    ['by name, another tool', byName, renamed, true],
    ['by name, the rating of one that it shows', byName, rated('b', [4, 3], [4.1, 4]), true],
    ['by name, the rating of another', byName, rated('c', [1, 1], [5, 40]), false],
    ['by name, a category', byName, { table: 'categories' }, true],
    ['by name, a review as such', byName, { table: 'reviews' }, false],
    ['by rating, one that stays behind', byRating, rated('c', [3, 2], [3.5, 3]), false],
    ['by rating, one that comes in', byRating, rated('c', [3.9, 2], [4.2, 3]), true],
    ['by rating, one that draws level', byRating, rated('c', [3.9, 2], [4, 3]), true],
    ['by rating, one that falls in it', byRating, rated('a', [4.5, 9], [4.4, 10]), true],
    [
      'by rating, one in front that was not asked for',
      byRating,
      rated('c', [5, 9], [4.9, 10]),
      false,
    ],
    ['by rating, the first review of one', byRating, rated('c', [null, 0], [3, 1]), true],
  ])('%s', (_what, read, change, expected) => {
    expect(isTouched(read, change)).toBe(expected)
  })

  test.each([
    ['words', { query: 'draw' }],
    ['stars', { min_rating: 4 }],
    ['a further page by rating', { sort: 'rating-desc', after: '[4, 3, "b"]' }],
    ['an order that is not known', { sort: 'by-moon' }],
  ])('%s: any rating', (_what, named) => {
    const read = called('search_tools', named, rows)
    expect(isTouched(read, rated('c', [1, 1], [1.5, 2]))).toBe(true)
  })

  test.each([
    ['reviews-desc', rated('c', [1, 2], [1, 3]), rated('c', [1, 1], [1, 2])],
    ['reviews-asc', rated('c', [1, 4], [1, 3]), rated('c', [1, 5], [1, 4])],
    ['rating-asc', rated('c', [4.2, 3], [4, 4]), rated('c', [4.5, 3], [4.2, 4])],
  ])('%s: what passes the last, and not what does not', (sort, passing, behind) => {
    const read = called('search_tools', { sort }, rows)
    expect([isTouched(read, passing), isTouched(read, behind)]).toEqual([true, false])
  })

  test('counting them: their number, and with stars their ratings', () => {
    const rating = rated('c', [1, 1], [5, 2])
    expect(isTouched(called('count_tools', {}, 9), rating)).toBe(false)
    expect(isTouched(called('count_tools', {}, 9), renamed)).toBe(true)
    expect(isTouched(called('count_tools', { min_rating: 4 }, 9), rating)).toBe(true)
  })

  test('the alternatives: by what their reviews prove, however it is rounded', () => {
    // With 13 stars of three reviews the last one proves 3.8125, and not the 3.8113 of its average.
    const read = called('tool_alternatives', { tool: 'x' }, [tool('a', 4.33, 3)])
    expect(isTouched(read, rated('c', [4.2, 3], [4.32, 3]))).toBe(true)
    expect(isTouched(read, rated('c', [3, 3], [3.2, 4]))).toBe(false)
    expect(isTouched(read, rated('c', [3, 3], [5, 9]))).toBe(true)
    expect(isTouched(called('tool_alternatives', {}, []), rated('c', [3, 3], [3, 4]))).toBe(true)
  })

  test('some of the table, by name and by anything else', () => {
    const other = rated('c', [1, 1], [5, 2])
    expect(isTouched(got('tools?select=id,name&slug=in.(a,b)', rows), other)).toBe(false)
    expect(isTouched(got('tools?select=id,name&order=rating_average.desc', rows), other)).toBe(true)
    expect(isTouched(got('tools?select=name&slug=eq.a', [{ name: 'a' }]), other)).toBe(true)
  })
})

describe('launches', () => {
  const rows = [
    { id: 'a', upvotes_count: 9 },
    { id: 'b', upvotes_count: 4 },
  ]
  const list = got('product_launches?select=id,upvotes_count&order=upvotes_count.desc', rows)

  test.each<[string, Read, Change, boolean]>([
    ['a launch', list, { table: 'launches' }, true],
    ['an upvote of what is shown', list, upvoted('b', 4, 5), true],
    ['one of what comes in', list, upvoted('c', 3, 4), true],
    ['one of what does not', list, upvoted('c', 2, 3), false],
    [
      'on a further page',
      got('product_launches?select=id,upvotes_count&order=upvotes_count.desc&or=(x.lt.1)', rows),
      upvoted('c', 2, 3),
      true,
    ],
    ['of one', got('product_launches?select=*&id=eq.a', [rows[0]]), upvoted('c', 3, 4), false],
    ['where all columns are read', got('product_launches', rows), upvoted('c', 2, 3), true],
    ['where they are not shown', got('product_launches?select=id'), upvoted('a', 2, 3), false],
  ])('%s', (_what, read, change, expected) => {
    expect(isTouched(read, change)).toBe(expected)
  })
})

test('a tool’s reviews: its own, and where it is not said, perhaps', () => {
  const read = got('reviews?select=id,rating&tool_id=eq.a')
  expect(isTouched(read, { table: 'reviews', tools: ['b', 'a'] })).toBe(true)
  expect(isTouched(read, { table: 'reviews', tools: ['b'] })).toBe(false)
  expect(isTouched(read, { table: 'reviews' })).toBe(true)
  const all = got('reviews?select=id,rating&tool_id=in.(a,c)')
  expect(isTouched(all, { table: 'reviews', tools: ['b'] })).toBe(true)
})

test('a person’s counts follow from what that person does', () => {
  const read = got('user_stats?user_id=eq.ana')
  expect(isTouched(read, { table: 'user_stats', users: ['ana', 'ben'] })).toBe(true)
  expect(isTouched(read, { table: 'user_stats', users: ['ben'] })).toBe(false)
})

test.each([
  'rpc/featured_tools?order=name',
  'rpc/featured_tools?limit=3',
  'reviews?select=id,tools!inner(name)&tool_id=eq.a&tools.rating_average=gte.4',
  'reviews?select=id,tools(name)&tool_id=eq.a&order=tools(name)',
])('%s is asked in a way that no rule knows', (path) => {
  const read = path.startsWith('rpc/') ? { ...got(path), method: 'POST', body: '{}' } : got(path)
  expect(isTouched(read, { table: 'categories' })).toBe(true)
})

test('what is read along counts as well', () => {
  const rating = rated('a', [1, 1], [2, 2])
  const along = (columns: string) => got(`reviews?select=id,tools(${columns})`)
  expect(isTouched(along('name'), renamed)).toBe(true)
  expect(isTouched(along('name'), rating)).toBe(false)
  expect(isTouched(along('name,review_count'), rating)).toBe(true)
  expect(isTouched(along('*'), rating)).toBe(true)
  const followed = { table: 'companies', counted: [] } satisfies Change
  expect(isTouched(got('company_follows?select=companies(name)'), followed)).toBe(false)
  expect(isTouched(got('company_follows?select=companies(*)'), followed)).toBe(true)
  expect(isTouched(got('companies?select=*&name=eq.Pots'), followed)).toBe(true)
})

test('demo content shows everywhere', () => {
  expect(isTouched(called('has_demo_content', {}, true), { table: 'demo_content' })).toBe(true)
})

describe('what is not in the table is made of everything', () => {
  const anything: Change = { table: 'launch_upvotes' }
  const listed = got('categories?select=name')

  test.each<[string, Read[]]>([
    ['nothing was noticed', []],
    ['a relation', [listed, got('audit_logs')]],
    ['a function', [listed, called('dice', {}, 4)]],
    ['a method', [{ ...listed, method: 'POST' }]],
    ['a refusal', [{ ...listed, status: 400 }]],
    ['no answer', [{ ...listed, status: 0 }]],
    ['another service', [{ ...listed, address: 'http://backend/storage/v1/categories' }]],
    ['no address', [{ ...listed, address: '' }]],
    ['a table that is read along', [got('reviews?select=id,audit_logs(id)')]],
    ['one within another', [got('reviews?select=id,tools(name,reviews(id))')]],
    ['no JSON', [called('featured_tools', {}, []), { ...got('tools?id=eq.a'), answer: '<html>' }]],
  ])('%s', (_what, reads) => {
    expect(touchesOf(reads)(anything)).toBe(true)
  })

  test('and what is, is not', () => expect(isTouched(listed, anything)).toBe(false))
})

test('changes are read as the database says them, and nothing else', () => {
  expect(changesIn('')).toEqual([])
  expect(changesIn('{"table": "tools"}\n{"table": "reviews", "tools": ["a"]}\n')).toEqual([
    { table: 'tools' },
    { table: 'reviews', tools: ['a'] },
  ])
  for (const said of ['tools', '{"table": "planets"}', '{"table": "tools", "tools": 4}', '{}\n']) {
    expect(changesIn(said)).toBe(undefined)
  }
})

test('only of what has the triggers is everything told', () => {
  expect(
    [
      'tools',
      'profiles',
      'product_launches',
      'launch_upvotes',
      'user_stats',
      'count_profile_view',
    ].every(tells),
  ).toBe(true)
  expect(['user_activities', 'delete_account', 'demo_content'].some(tells)).toBe(false)
})
