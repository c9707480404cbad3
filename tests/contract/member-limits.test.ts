// The limits of a member in responses of the REST API, also in concurrent requests.
import { expect, test } from 'vitest'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
const rows = await backend.db.asOwner(
  "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 26) n returning id",
)
const tools = rows.map(({ id }) => String(id))

const addReviews = ({ client, id }: TestMember, count: number) =>
  client.from('reviews').insert(
    tools.slice(0, count).map((tool_id) => ({
      tool_id,
      user_id: id,
      rating: 4,
      title: 'Good at it',
      content: 'Used for a year, and we would choose it again.',
    })),
  )

test('26 reviews in one request return 400 and store none, and 25 return 201', async () => {
  const member = await backend.createMember()
  expect(await addReviews(member, 26)).toMatchObject({
    status: 400,
    error: { code: '23514', message: 'A request can add at most 25 rows.' },
  })
  const countReviews = async () =>
    (await member.client.from('reviews').select('id').eq('user_id', member.id)).data?.length
  expect(await countReviews()).toBe(0)
  expect((await addReviews(member, 25)).status).toBe(201)
  expect(await countReviews()).toBe(25)
})

test('of 24 concurrent inserts of companies 20 return 201 and 4 return 429', async () => {
  const { client, id } = await backend.createMember()
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      client.from('companies').insert({ name: `Company ${index}` }),
    ),
  )
  const refused = responses.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(4)
  for (const response of refused) {
    expect(response).toMatchObject({
      status: 429,
      error: {
        code: 'PT429',
        message: "You have reached today's limit of 20 companies. Please try again tomorrow.",
      },
    })
  }
  const memberships = await client.from('company_members').select('company_id').eq('user_id', id)
  expect(memberships.data).toHaveLength(20)
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
