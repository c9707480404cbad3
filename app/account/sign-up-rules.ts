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

export const ROLE_OPTIONS = [
  ['member', 'Team Member'],
  ['founder', 'Founder'],
  ['ceo', 'CEO'],
  ['cto', 'CTO'],
  ['manager', 'Manager'],
  ['developer', 'Developer'],
  ['designer', 'Designer'],
  ['marketing', 'Marketing'],
  ['sales', 'Sales'],
] as const

export const SIZE_OPTIONS = [
  ['', 'Select size'],
  ['1-10', '1-10'],
  ['11-50', '11-50'],
  ['51-200', '51-200'],
  ['201-1000', '201-1000'],
  ['1000+', '1000+'],
] as const

export const INDUSTRY_OPTIONS = [
  ['', 'Select industry'],
  ['technology', 'Technology'],
  ['healthcare', 'Healthcare'],
  ['finance', 'Finance'],
  ['education', 'Education'],
  ['retail', 'Retail'],
  ['manufacturing', 'Manufacturing'],
  ['other', 'Other'],
] as const

const PERMITTED_ROLES = ['member', 'admin', 'manager', 'developer']
const FREE_MAIL = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud']

/** Trimmed, angle brackets removed, truncated. */
function sanitised(text: string, cap: number): string {
  return text.replaceAll(/[<>]/g, '').trim().slice(0, cap).trim()
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

/**
 * The company that a work address speaks of.
 * @returns nothing for free-mail domains and for what is no address
 */
export function companyOfEmail(email: string): { name: string; website: string } | undefined {
  const domain = /^[^@\s]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(email.trim())?.[1]?.toLowerCase()
  const [label = ''] = domain?.split('.') ?? []
  if (!domain || FREE_MAIL.includes(label)) return undefined
  return { name: label.charAt(0).toUpperCase() + label.slice(1), website: `https://${domain}` }
}
