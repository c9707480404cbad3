import { expect, test } from 'vitest'
import { clientAddressOf, isLocalUrl, isLoopback, parseProxies } from './client-address.ts'

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  // Only a trusted proxy's header counts.
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  // A proxy on this machine appends the address of its client.
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', 'spoofed, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', 'no address', 'no address'],
  ['127.0.0.1', '', '127.0.0.1'],
  [undefined, undefined, 'unknown'],
  // Some proxies append the port, which differs between connections.
  ['127.0.0.1', '203.0.113.7:5555', '203.0.113.7'],
  ['127.0.0.1', '1.2.3.4, [2001:db8:1:2::1]:5555', '2001:db8:1:2'],
  ['127.0.0.1', '[2001:db8:1:2::1]', '2001:db8:1:2'],
  // IPv6 addresses of one /64 network, in several spellings.
  ['2001:db8:1:2::1', undefined, '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::2', undefined, '2001:db8:1:2'],
  ['2001:db8::1', undefined, '2001:db8:0:0'],
  ['2001:db8::2', undefined, '2001:db8:0:0'],
])(
  'clientAddressOf with the peer %s and X-Forwarded-For %s returns %s',
  (peer, forwarded, expected) => {
    expect(clientAddressOf(peer, forwarded, isLoopback)).toBe(expected)
  },
)

test.each([
  ['172.17.0.1', '198.51.100.1', '198.51.100.1'],
  // One trusted proxy behind another.
  ['172.17.0.1', 'spoofed, 198.51.100.1, 2001:db8::9', '198.51.100.1'],
  ['172.18.0.1', '198.51.100.1', '172.18.0.1'],
  ['127.0.0.1', '198.51.100.1', '127.0.0.1'],
])(
  'with trusted proxies on other machines, the peer %s and X-Forwarded-For %s, clientAddressOf returns %s',
  (peer, forwarded, expected) => {
    const isTrusted = parseProxies('172.17.0.0/16, 2001:db8::9')
    expect(clientAddressOf(peer, forwarded, isTrusted)).toBe(expected)
  },
)

test.each(['proxy', '172.17/16', '10.0.0.0/33', '127.0.0.1,', '1', '10.0.0.0/x'])(
  'parseProxies(%j) throws',
  (list) => expect(() => parseProxies(list)).toThrow(),
)

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000', true],
  ['http://[::1]:3000', true],
  ['https://tools.example', false],
  ['http://127.0.0.1.example', false],
])('isLocalUrl of %s returns %s', (url, isLocal) => expect(isLocalUrl(url)).toBe(isLocal))
