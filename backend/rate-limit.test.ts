import { expect, test } from 'vitest'
import { createRateLimit, networksOf } from './rate-limit.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2', ['2001:db8:1:2', '2001:db8:1::/48']],
  ['2001:DB8:0:ffff', ['2001:DB8:0:ffff', '2001:DB8:0::/48']],
  ['the site itself', ['the site itself']],
  ['unknown', ['unknown']],
])('networksOf(%j) returns %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

test('createRateLimit calls onConsume with the points consumed in the window', async () => {
  const spent: number[] = []
  const mails = createRateLimit(
    { points: 2, duration: 3600 },
    { onConsume: (points) => spent.push(points) },
  )
  await mails.consume('all')
  await mails.consume('all')
  await expect(mails.consume('all')).rejects.toMatchObject({ status: 429 })
  expect(spent).toEqual([1, 2])
})
