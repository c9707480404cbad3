/** RFC 2606 and RFC 6761. */
const RESERVED = /(^|\.)(example|invalid|test|localhost|local)$|(^|\.)example\.(com|org|net)$/i

/** Whether no mail can reach an address, because its domain exists in documents only. */
export const isUnreachable = (address: string): boolean =>
  RESERVED.test(address.slice(address.lastIndexOf('@') + 1))
