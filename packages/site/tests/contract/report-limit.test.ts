// Spec 3 §1.1: ten signed-out reports per network and UTC day.
import { expect, inject, onTestFinished, test } from 'vitest'
import { createEmail, shareTestBackend, startTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
const rows = await backend.db.asOwner(
  "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 12) n returning id",
)
const tools = rows.map(({ id }) => String(id))

const TOO_MANY = {
  code: 'PT429',
  details: null,
  hint: null,
  message: 'You have sent too many reports today. Please try again tomorrow.',
}

/** Calls submit_report about the n-th tool, as a visitor with another address each time. */
const report = (place: number, network: string, headers: Record<string, string> = {}) =>
  backend.send(
    'POST',
    'rest/v1/rpc/submit_report',
    {
      subject_type: 'tool',
      subject_id: tools[place],
      reason: 'spam',
      reporter_name: 'Rita',
      reporter_email: createEmail(),
    },
    { 'x-network': network, ...headers },
  )

async function useUp(network: string) {
  for (let place = 0; place < 10; place += 1)
    expect((await report(place, network)).status).toBe(200)
}

test('the 11th report of a network returns 429 PT429 and stores nothing, and another network can report', async () => {
  await useUp('203.0.113.7')
  const refused = await report(10, '203.0.113.7')
  expect([refused.status, await refused.json()]).toEqual([429, TOO_MANY])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await report(10, '203.0.113.8')).status).toBe(200)
  const stored = await backend.db.asOwner('select count(*)::int from private.reports')
  expect(stored).toEqual([{ count: 11 }])
})

test('a token that is not valid, one of no member and another spelling of the path are counted or refused', async () => {
  const network = '203.0.113.9'
  await useUp(network)
  const asAnon = { Authorization: `Bearer ${backend.anonKey}` }
  expect((await report(10, network, asAnon)).status).toBe(429)
  expect((await report(10, network, { Authorization: 'Bearer x.y.z' })).status).toBe(401)
  const forged = `${btoa('{"alg":"none"}')}.${btoa('{"role":"authenticated"}')}.`
  expect((await report(10, network, { Authorization: `Bearer ${forged}` })).status).toBe(401)
  const body = { subject_type: 'tool', subject_id: tools[10], reason: 'spam' }
  const spelled = await backend.send('POST', 'rest/v1/rpc/%73ubmit_report', body, {
    'x-network': network,
  })
  expect(spelled.status).toBe(429)
})

test('reports of a member and refused reports do not count', async () => {
  const network = '203.0.113.10'
  const member = await backend.createMember()
  const asMember = { Authorization: `Bearer ${member.token}` }
  for (let place = 0; place < 12; place += 1)
    expect((await report(place, network, asMember)).status).toBe(200)
  const anon = backend.createClient(network)
  for (let count = 0; count < 12; count += 1) {
    const refused = await anon.rpc('submit_report', {
      subject_type: 'tool',
      subject_id: tools[0] ?? '',
      reason: 'spam',
    })
    expect(refused.status).toBe(400)
  }
  await useUp(network)
  expect((await report(10, network)).status).toBe(429)
})

test('of 20 concurrent reports of a network 10 return 200 and 10 return 429', async () => {
  const sent = Array.from({ length: 20 }, (_, place) => report(place % 12, '203.0.113.11'))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
})

test.runIf(inject('engine') === 'postgres')(
  'spec 3 §1.1: ten reports of a network in a day over two processes, and refused ones do not count',
  async () => {
    const db = await backend.db.connectAgain()
    const second = await startTestBackend(undefined, { db, keys: backend.keys })
    onTestFinished(async () => {
      await second.close()
      await db.close()
    })
    const reportAt = async (place: number) => {
      const { status } = await (place % 2 === 0 ? backend : second).send(
        'POST',
        'rest/v1/rpc/submit_report',
        {
          subject_type: 'tool',
          subject_id: tools[place] ?? '',
          reason: 'spam',
          reporter_name: 'Rita',
          reporter_email: createEmail(),
        },
        { 'x-network': '198.51.100.7' },
      )
      return status
    }
    // Of no tool.
    expect(await reportAt(-1)).toBe(400)
    for (let place = 0; place < 10; place += 1) expect(await reportAt(place)).toBe(200)
    expect([await reportAt(10), await reportAt(9)]).toEqual([429, 429])
  },
)
