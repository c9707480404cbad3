// Limits of one member as the REST API answers them, also when requests come at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let tools: string[]
beforeAll(async () => {
  backend = await startTestBackend()
  const rows = await backend.db.asOwner(
    "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 26) n returning id",
  )
  tools = rows.map(({ id }) => String(id))
})
afterAll(() => backend.close())

const addReviews = ({ client, id }: Person, count: number) =>
  client.from('reviews').insert(
    tools.slice(0, count).map((tool_id) => ({
      tool_id,
      user_id: id,
      rating: 4,
      title: 'Good at it',
      content: 'Used for a year, and we would choose it again.',
    })),
  )

test('26 reviews in one request answer 400 and store none, 25 answer 201', async () => {
  const person = await backend.person()
  expect(await addReviews(person, 26)).toMatchObject({
    status: 400,
    error: { code: '23514', message: 'A request can add at most 25 rows.' },
  })
  const count = async () =>
    (await person.client.from('reviews').select('id').eq('user_id', person.id)).data?.length
  expect(await count()).toBe(0)
  expect((await addReviews(person, 25)).status).toBe(201)
  expect(await count()).toBe(25)
})

test('of 24 companies founded at the same time 20 answer 201 and 4 answer 429', async () => {
  const { client, id } = await backend.person()
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      client.from('companies').insert({ name: `Company ${index}` }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(4)
  for (const answer of refused) {
    expect(answer).toMatchObject({
      status: 429,
      error: {
        code: 'PT429',
        message: "You have reached today's limit of 20 companies. Please try again tomorrow.",
      },
    })
  }
  const own = await client.from('company_members').select('company_id').eq('user_id', id)
  expect(own.data).toHaveLength(20)
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
