import ipaddr from 'ipaddr.js'

/**
 * The address that limits are counted for. Behind a proxy on this machine it is what the proxy
 * saw last; what a stranger writes into the header himself counts for nothing.
 * @param peer address of the connection
 * @param forwarded the X-Forwarded-For header
 */
export function clientAddressOf(peer: string | undefined, forwarded: string | undefined): string {
  const nearest = forwarded?.split(',').at(-1)?.trim()
  const address = isLoopback(peer) && nearest ? nearest : (peer ?? 'unknown')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  // One home has one IPv6 network of 64 bits, and as many addresses as it likes.
  return parsed.kind() === 'ipv6'
    ? parsed.toNormalizedString().split(':').slice(0, 4).join(':')
    : parsed.toString()
}

export function isLoopback(peer: string | undefined): boolean {
  return peer !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}
