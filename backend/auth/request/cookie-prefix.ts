import type { AuthContext } from '../context.ts'

/** With https the prefix `__Host-` ensures that no other host or unencrypted connection set the cookie. */
export const getCookiePrefix = ({ siteUrl }: AuthContext) =>
  siteUrl.startsWith('https:') ? 'host' : undefined
