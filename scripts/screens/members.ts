import {
  addMember,
  appointStaff,
  type Site,
  signInMember,
  signInWithEmail,
} from '@toolmark/site/tests/support/sites/site.ts'
import type { BrowserContext } from 'playwright-core'

export interface Member {
  username: string
  companyId: string
}

/** A new member. */
export async function signInNewcomer(site: Site, context: BrowserContext): Promise<void> {
  await signInMember(site, context, { first_name: 'Ana', last_name: 'Silva' })
}

/** An administrator. */
export async function signInStaff(site: Site, context: BrowserContext): Promise<void> {
  const username = `staff-${crypto.randomUUID().slice(0, 8)}`
  await signInMember(site, context, { username, first_name: 'Nora', last_name: 'Lindt' })
  await appointStaff(site, username, 'admin')
}

const REVIEWS = [
  ['figma', 5, 'Where our whole team meets', 'Reviews of designs that took a week take an hour.'],
  [
    'slack',
    4,
    'Calm, once it was tamed',
    'Channels by project and few notices made the difference.',
  ],
  [
    'notion',
    3,
    'Good for notes, slow for tables',
    'Pages are a joy; large tables take their time.',
  ],
] as const

/** The members of each site: a member reviews a tool once. */
const regulars = new Map<string, Member & { email: string }>()

/** A member with a business account, a company, reviews and people to follow. */
export async function signInRegular(site: Site, context: BrowserContext): Promise<Member> {
  const known = regulars.get(site.url)
  if (known) {
    await signInWithEmail(site, context, known.email)
    return known
  }
  const username = 'mira-holm'
  const email = await addMember(site, {
    username,
    first_name: 'Mira',
    last_name: 'Holm',
    account_type: 'business',
    job_title: 'Head of Design',
    company_name: 'Northwind Studio',
  })
  const { id, client } = await signInWithEmail(site, context, email)
  const done = ({ error }: { error: Error | null }) => {
    if (error) throw error
  }
  done(
    await client
      .from('profiles')
      .update({ bio: 'I design tools for people who would rather not notice them.' })
      .eq('user_id', id),
  )
  const company = await client
    .from('companies')
    .insert({
      name: 'Northwind Studio',
      website: 'https://northwind.example',
      domain: 'northwind.example',
      size: '11-50',
      industry: 'technology',
    })
    .select('id')
    .single()
  if (company.error) throw company.error
  const companyId = company.data.id
  const row = { company_id: companyId, user_id: id, role: 'admin', is_admin: true }
  done(await client.from('company_members').insert(row))
  for (const [slug, rating, title, content] of REVIEWS) {
    const tool = await client.from('tools').select('id').eq('slug', slug).single()
    if (tool.error) throw tool.error
    const review = { tool_id: tool.data.id, user_id: id, rating, title, content }
    done(await client.from('reviews').insert({ ...review, pros: ['easy to share'], cons: [] }))
  }
  const people = await client.from('profiles').select('user_id').neq('user_id', id).limit(3)
  if (people.error) throw people.error
  for (const { user_id } of people.data) {
    if (!user_id) continue
    done(await client.from('user_follows').insert({ follower_id: id, following_id: user_id }))
  }
  const member = { username, companyId, email }
  regulars.set(site.url, member)
  return member
}
