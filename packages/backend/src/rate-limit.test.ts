import { expect, test } from 'vitest'
import { createNetworkLimit, networksOf } from './rate-limit.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2', ['2001:db8:1:2', '2001:db8:1::/48']],
  ['2001:DB8:0:ffff', ['2001:DB8:0:ffff', '2001:DB8:0::/48']],
  ['the site itself', ['the site itself']],
  ['unknown', ['unknown']],
])('networksOf(%j) returns %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

const FIVE_NETWORKS = [0, 1, 2, 3, 4].map((index) => `2001:db8:1:${index}`)

test.each<[string, number, string[]]>([
  ['an address', 3, ['203.0.113.7']],
  ['two addresses', 6, ['203.0.113.7', '203.0.113.8']],
  ['five networks of an IPv6 /48', 12, FIVE_NETWORKS],
  ['those and a network of another /48', 15, [...FIVE_NETWORKS, '2001:db8:2:0']],
  ['the site itself', 5, ['the site itself']],
  ['this machine over IPv4', 5, ['127.0.0.1']],
  ['this machine over IPv6', 5, ['0:0:0:0']],
])('with 3 points, five requests each of %s: %i pass', async (_name, expected, addresses) => {
  const consume = createNetworkLimit({ points: 3, duration: 60 })
  const requests = addresses.flatMap((address) => Array.from({ length: 5 }, () => address))
  const results = await Promise.allSettled(requests.map(consume))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(requests.length - refused.length).toBe(expected)
  expect(refused).toMatchObject(refused.map(() => ({ reason: { status: 429 } })))
})
