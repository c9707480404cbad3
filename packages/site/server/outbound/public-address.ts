import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is public. Members type the addresses of pictures, and the server must not fetch
 * from its own network for them.
 */
export function isPublicAddress(address: string): boolean {
  try {
    const parsed = ipaddr.process(address)
    if (parsed.range() !== 'unicast') return false
    // NAT64, 6to4 and the old ::a.b.c.d carry an IPv4 address inside, which may be any.
    return (
      parsed.kind() === 'ipv4' ||
      !/^(64:ff9b:|2002:|0:0:0:0:0:0:)/i.test(parsed.toNormalizedString())
    )
  } catch {
    return false
  }
}

/**
 * Resolves a name when the connection is made and refuses if one of its addresses is not public. After
 * an earlier check the name could resolve to another address.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (refused || !first) {
      return callback(new Error(`${hostname} is not on the open internet`), '', 0)
    }
    // The socket wants all addresses or one.
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/** @throws {Error} if the server must not fetch the address */
export function assertFetchable(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = ipaddr.isValid(host)
  if (!/^https?:$/.test(url.protocol)) throw new Error('only http and https are fetched')
  if (url.port) throw new Error('only the usual ports are fetched')
  if (url.username || url.password) throw new Error('addresses with a user name are not fetched')
  // The resolver checks names; it does not see literal addresses.
  if (isLiteral && !isPublicAddress(host)) throw new Error(`${host} is not on the open internet`)
}
