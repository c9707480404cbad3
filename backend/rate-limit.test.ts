import { expect, test } from 'vitest'
import { networksOf } from './rate-limit.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2', ['2001:db8:1:2', '2001:db8:1::/48']],
  ['2001:DB8:0:ffff', ['2001:DB8:0:ffff', '2001:DB8:0::/48']],
  ['the site itself', ['the site itself']],
  ['unknown', ['unknown']],
])('networksOf(%j) returns %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})
