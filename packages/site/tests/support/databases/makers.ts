// Companies and claims for tests of the rules of makers.
import type { TestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { asMember, SERVICE } from './moderation.ts'

interface StartedClaim {
  claim: string
  token: string
  dns_name: string | null
  file_url: string | null
  meta: string | null
}

interface CheckedClaim {
  status: string
  detail: string | null
}

export function createMakersFixture(db: TestDatabase) {
  const call = async <Result>(member: string | typeof SERVICE, text: string, values: unknown[]) => {
    const caller = typeof member === 'string' ? asMember(member) : member
    return (await db.value(caller, `select ${text} as result`, values)) as Result
  }
  const fixture = {
    /** @param founder becomes the admin */
    async createCompany(founder: string, fields: { name?: string; website?: string | null } = {}) {
      const { name = `Company ${crypto.randomUUID()}`, website = null } = fields
      const [row] = await db.as(
        asMember(founder),
        'insert into companies (name, website) values ($1, $2) returning id',
        [name, website],
      )
      return String(row?.id)
    },
    async joinCompany(company: string, member: string) {
      await db.as(
        asMember(member),
        'insert into company_members (company_id, user_id) values ($1, $2)',
        [company, member],
      )
    },
    startClaim: (member: string, tool: string, company: string) =>
      call<StartedClaim>(member, 'start_tool_claim($1, $2)', [tool, company]),
    checkClaim: (member: string, claim: string) =>
      call<CheckedClaim>(member, 'check_tool_claim($1)', [claim]),
    recordCheck: (
      claim: string,
      found: boolean,
      options: { detail?: string; method?: string } = {},
    ) =>
      call<CheckedClaim>(SERVICE, 'record_claim_check($1, $2, $3, $4)', [
        claim,
        found,
        options.detail ?? 'A note.',
        options.method ?? null,
      ]),
    /** Creates a company and makes it the maker of a tool. @returns the company */
    async makeMaker(founder: string, tool: string, name?: string) {
      // That of an earlier test: the claim of a second maker with its name waits for a moderator.
      await db.asOwner`update companies set name = left(id::text, 8) where name = ${name ?? null}`
      const company = await fixture.createCompany(founder, name ? { name } : {})
      const { claim } = await fixture.startClaim(founder, tool, company)
      await fixture.recordCheck(claim, true, { method: 'dns' })
      return company
    },
    confirm: (admin: string, company: string, member: string, confirmed = true) =>
      call(admin, 'confirm_company_member($1, $2, $3)', [company, member, confirmed]),
  }
  return fixture
}
