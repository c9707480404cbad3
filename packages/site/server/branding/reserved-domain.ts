import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'

/** RFC 2606 and RFC 6761. */
const RESERVED = /(^|\.)(example|invalid|test|localhost|local)$|(^|\.)example\.(com|org|net)$/i

/** Whether no mail can reach an address, because its domain exists in documents only. */
export const isUnreachable = (address: string): boolean =>
  RESERVED.test(address.slice(address.lastIndexOf('@') + 1))

/** Where people can write to a site: its address, if no mail reaches the contact of a public one. */
export const findContact = (contact: string, siteUrl: string): string =>
  isUnreachable(contact) && !isLocalUrl(siteUrl) ? siteUrl : contact
