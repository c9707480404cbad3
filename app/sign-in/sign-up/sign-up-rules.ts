/** Spec 1 §5: caps of the sign-up's text inputs, in characters. */
const CAPS = {
  username: 50,
  first_name: 50,
  last_name: 50,
  company_name: 100,
  job_title: 100,
  company_industry: 100,
  company_website: 255,
  company_size: 20,
} as const

const PERMITTED_ROLES = ['member', 'admin', 'manager', 'developer']
const FREE_MAIL = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud']

/** Trimmed, angle brackets removed, truncated; one letter is one sign, however it was composed. */
function sanitised(text: string, cap: number): string {
  return text.normalize('NFC').replaceAll(/[<>]/g, '').trim().slice(0, cap).trim()
}

/** What a sign-up sends along as metadata; the database sanitises it again. */
export function signUpMetadata(said: Record<string, string>): Record<string, string> {
  const texts = Object.entries(CAPS).map(([name, cap]) => [name, sanitised(said[name] ?? '', cap)])
  const role = said.user_role ?? ''
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    account_type: said.account_type === 'business' ? 'business' : 'personal',
    user_role: PERMITTED_ROLES.includes(role) ? role : 'member',
  }
}

interface Company {
  name: string
  website: string
}

/**
 * The company that a work address speaks of.
 * @returns nothing for free-mail domains and for what is no address
 */
export function companyOfEmail(email: string): Company | undefined {
  const domain = /^[^@\s]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(email.trim())?.[1]?.toLowerCase()
  const [label = ''] = domain?.split('.') ?? []
  if (!domain || FREE_MAIL.includes(label)) return undefined
  return { name: label.charAt(0).toUpperCase() + label.slice(1), website: `https://${domain}` }
}

/**
 * Fills what is empty or was filled from an earlier address, never what someone typed.
 * @param company of the address as it is now
 * @param before what was filled last
 */
export function withCompany(
  said: { company_name: string; company_website: string },
  company: Company | undefined,
  before: Company | undefined,
): { company_name: string; company_website: string } {
  const own = (text: string, filled = '') => (text === filled ? '' : text)
  return {
    company_name: own(said.company_name, before?.name) || (company?.name ?? ''),
    company_website: own(said.company_website, before?.website) || (company?.website ?? ''),
  }
}
