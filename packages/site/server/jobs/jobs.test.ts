import { createOutbox } from '@toolmark/backend/mail/mailer.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'
import { createServiceClient } from './service-client.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T07:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('each minute the jobs call what is due until nothing is left, each with the time of ten seconds before', async () => {
  const calls: string[] = []
  const counts = [2048, 0, 0]
  const descriptions = [200, 7, 0]
  const logged: unknown[] = []
  const answer: typeof fetch = async (input, init) => {
    const name = new URL(String(input)).pathname.split('/').at(-1) ?? ''
    calls.push(`${name} ${init?.body}`)
    if (name === 'queue_digests') return Response.json({ message: 'down' }, { status: 500 })
    if (name === 'index_descriptions') return Response.json(descriptions.shift() ?? 0)
    return Response.json(name === 'checkpoint_ledger' ? counts.shift() : 0)
  }
  const end = startJobs({
    service: createServiceClient('http://127.0.0.1', 'key', answer),
    mailer: createOutbox(),
    contentLanguage: 'de',
    siteUrl: 'http://127.0.0.1',
    findToken: () => expect.unreachable(),
    countEmail: () => {},
    log: (error) => logged.push(error),
  })
  const read = () => calls.splice(0).filter((call) => call.startsWith('checkpoint_ledger'))
  await vi.advanceTimersByTimeAsync(29_000)
  const index = 'index_descriptions {}'
  expect(calls.filter((call) => /content|index/.test(call))).toEqual([
    'set_content_language {"language":"de","configuration":"german"}',
    ...[index, index, index],
  ])
  expect(read()).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  const first = 'checkpoint_ledger {"as_of":"2026-11-28T07:00:20.000Z"}'
  expect(read()).toEqual([first, first])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read()).toEqual(['checkpoint_ledger {"as_of":"2026-11-28T07:01:20.000Z"}'])
  expect(logged.map(String)).toContain('Error: the job "queue_digests" fails')
  await end()
})
