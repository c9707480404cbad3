import type { SiteAddress } from './site.ts'

/** The link in the last mail to an address. */
export const findMailedLink = (site: SiteAddress, email: string) =>
  findInMail(site, email, /https?:\/\/\S+/)

/** The code in it. */
export const findMailedCode = (site: SiteAddress, email: string) =>
  findInMail(site, email, /\b\d{6}\b/)

async function findInMail(site: SiteAddress, email: string, pattern: RegExp): Promise<string> {
  const response = await fetch(`${site.url}/_/outbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  const found = pattern.exec(mail?.text ?? '')?.[0]
  if (!found) throw new Error(`no mail with ${pattern} went to ${email}`)
  return found
}
