// Companies and claims for tests of the rules of makers.
import type { TestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { asMember, SERVICE } from './moderation.ts'

export interface StartedClaim {
  claim: string
  token: string
  dns_name: string | null
  file_url: string | null
  meta: string | null
}

export interface MakersFixture {
  /** @param founder becomes the admin */
  createCompany(
    founder: string,
    fields?: { name?: string; website?: string | null },
  ): Promise<string>
  joinCompany(company: string, member: string): Promise<void>
  startClaim(member: string, tool: string, company: string): Promise<StartedClaim>
  checkClaim(member: string, claim: string): Promise<{ status: string; detail: string | null }>
  recordCheck(
    claim: string,
    found: boolean,
    options?: { detail?: string; method?: string },
  ): Promise<{ status: string; detail: string | null }>
  /** Creates a company and makes it the maker of a tool. @returns the company */
  makeMaker(founder: string, tool: string, name?: string): Promise<string>
  confirm(admin: string, company: string, member: string, confirmed?: boolean): Promise<unknown>
}

export function createMakersFixture(db: TestDatabase): MakersFixture {
  const call = async <Result>(member: string | typeof SERVICE, text: string, values: unknown[]) => {
    const caller = typeof member === 'string' ? asMember(member) : member
    const [row] = await db.as(caller, `select ${text} as result`, values)
    return row?.result as Result
  }
  const fixture: MakersFixture = {
    async createCompany(founder, { name = `Company ${crypto.randomUUID()}`, website = null } = {}) {
      const [row] = await db.as(
        asMember(founder),
        'insert into companies (name, website) values ($1, $2) returning id',
        [name, website],
      )
      return String(row?.id)
    },
    async joinCompany(company, member) {
      await db.as(
        asMember(member),
        'insert into company_members (company_id, user_id) values ($1, $2)',
        [company, member],
      )
    },
    startClaim: (member, tool, company) =>
      call(member, 'start_tool_claim($1, $2)', [tool, company]),
    checkClaim: (member, claim) => call(member, 'check_tool_claim($1)', [claim]),
    recordCheck: (claim, found, { detail = 'A note.', method } = {}) =>
      call(SERVICE, 'record_claim_check($1, $2, $3, $4)', [claim, found, detail, method ?? null]),
    async makeMaker(founder, tool, name) {
      const company = await fixture.createCompany(founder, name ? { name } : {})
      const { claim } = await fixture.startClaim(founder, tool, company)
      await fixture.recordCheck(claim, true, { method: 'dns' })
      return company
    },
    confirm: (admin, company, member, confirmed = true) =>
      call(admin, 'confirm_company_member($1, $2, $3)', [company, member, confirmed]),
  }
  return fixture
}
