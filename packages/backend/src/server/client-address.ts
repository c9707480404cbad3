import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Whether an address is that of a trusted proxy. */
export type Proxies = (address: string | undefined) => boolean

/**
 * @param list addresses and networks, as in `127.0.0.1, 172.17.0.0/16`
 * @throws {Error} for an entry that is neither
 */
export function parseProxies(list: string): Proxies {
  const networks = list.split(',').map((text) => parseNetwork(text.trim()))
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    )
  }
}

function parseNetwork(text: string): [Address, number] {
  // A short spelling such as 127.1 is probably a mistake.
  const isSpelledOut = /^[^/]*:|^\d+\.\d+\.\d+\.\d+(\/|$)/.test(text)
  if (!isSpelledOut) throw new Error(`${text} is no address`)
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export const LOOPBACK = '127.0.0.0/8, ::1'

export const isLoopback = parseProxies(LOOPBACK)

/** Whether the site's address can only be reached from this machine. */
export function isLocalUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return /(^|\.)localhost$/.test(host) || isLoopback(host)
}

/**
 * The client's address, for rate limits: the last address in the header that is not a trusted proxy.
 * Without a trusted proxy the header is ignored, because any client can send it.
 * @param peer address of the connection
 * @param forwarded the X-Forwarded-For header
 */
export function clientAddressOf(
  peer: string | undefined,
  forwarded: string | undefined,
  isTrusted: Proxies,
): string {
  let address = peer ?? 'unknown'
  const seen = (forwarded ?? '').split(',').map(removePort).filter(Boolean)
  let nearer = seen.pop()
  while (nearer !== undefined && isTrusted(address)) {
    address = nearer
    nearer = seen.pop()
  }
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  // A household has an IPv6 network of 64 bits, and any number of addresses in it.
  return parsed.kind() === 'ipv6'
    ? parsed.toNormalizedString().split(':').slice(0, 4).join(':')
    : parsed.toString()
}

/** Some proxies write `203.0.113.7:5555` and `[2001:db8::1]:5555`. */
function removePort(text: string): string {
  const [, v6, v4] = /^\s*(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? []
  return v6 ?? v4 ?? text.trim()
}
