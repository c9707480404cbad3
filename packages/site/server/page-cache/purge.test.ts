import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPurger } from './purge.ts'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 5000 }),
)
afterEach(() => void vi.useRealTimers())

/** @param answers the status of each request; the last one repeats */
function start(answers = [200]) {
  const sent: string[] = []
  const errors: unknown[] = []
  const purger = createPurger({
    url: 'http://cache.example/',
    log: (error) => errors.push(error),
    send: async (_url, init) => {
      sent.push(new Headers(init?.headers).get('surrogate-key') ?? '')
      return new Response(null, { status: answers[sent.length - 1] ?? answers.at(-1) ?? 200 })
    },
  })
  return { purger, sent, errors }
}

test('keys of a tenth of a second are one request, and names are encoded', async () => {
  const { purger, sent } = start()
  purger.purge('tools')
  purger.purge('category-ratings:AI & Automation')
  await vi.advanceTimersByTimeAsync(99)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent[0]?.split(' ').toSorted()).toEqual([
    'category-ratings%3AAI%20%26%20Automation',
    'throttled%3Acategory-ratings%3AAI%20%26%20Automation',
    'throttled%3Atools',
    'tools',
  ])
})

test('a throttled key is purged once a second', async () => {
  const { purger, sent } = start()
  for (let count = 0; count < 20; count += 1) {
    purger.purge('reviews')
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(1100)
  const throttled = sent.filter((keys) => keys.includes('throttled%3Areviews'))
  expect(sent.length).toBeGreaterThanOrEqual(19)
  expect(throttled.length).toBeGreaterThanOrEqual(2)
  expect(throttled.length).toBeLessThanOrEqual(4)
})

test('what fails is repeated with later keys, and logged once', async () => {
  const { purger, sent, errors } = start([503, 503, 200])
  purger.purge('tools')
  await vi.advanceTimersByTimeAsync(100)
  purger.purge('launches')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toHaveLength(3)
  expect(sent[2]).toMatch(/tools.*launches/)
  expect(errors).toEqual([new Error('the cache at PURGE_URL answers 503')])
})

test('purgeAll, and more than a hundred keys, purge all pages', async () => {
  const { purger, sent } = start()
  purger.purgeAll()
  await vi.advanceTimersByTimeAsync(100)
  for (let count = 0; count < 101; count += 1) purger.purge(`tool:${count}`)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(['*', '*'])
})

test('close sends what waits', async () => {
  const { purger, sent } = start()
  purger.purge('tools')
  await purger.close()
  expect(sent).toHaveLength(1)
})
