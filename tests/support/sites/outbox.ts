import type { SiteAddress } from './site.ts'

/** The link in the last mail to an address. */
export async function findMailedLink(site: SiteAddress, email: string): Promise<string> {
  const response = await fetch(`${site.url}/_/outbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`no mail went to ${email}`)
  return link
}
