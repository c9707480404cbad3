import { expect, test } from 'vitest'
import { clientAddressOf } from './client-address.ts'

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  // A stranger's own header says nothing.
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  // A proxy on this machine says who was there last.
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', 'spoofed, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', 'no address', 'no address'],
  [undefined, undefined, 'unknown'],
  // One network, however its addresses are written.
  ['2001:db8:1:2::1', undefined, '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::2', undefined, '2001:db8:1:2'],
  ['2001:db8::1', undefined, '2001:db8:0:0'],
  ['2001:db8::2', undefined, '2001:db8:0:0'],
])('%s (%s) counts as %s', (peer, forwarded, counted) => {
  expect(clientAddressOf(peer, forwarded)).toBe(counted)
})
