// What makers do twice at the same moment: on PostgreSQL on several connections, on PGlite one after the other.
import { beforeEach, expect, test } from 'vitest'
import { shareTestDatabase } from '../../support/databases/database.ts'
import { createMakersFixture } from '../../support/databases/makers.ts'
import { asMember, createModerationFixture } from '../../support/databases/moderation.ts'

let admin: string
let colleague: string
let tool: string
let company: string
const db = await shareTestDatabase()
const fixture = await createModerationFixture(db)
const makers = createMakersFixture(db)
beforeEach(async () => {
  admin = await fixture.createMember()
  colleague = await fixture.createMember()
  tool = await fixture.createTool()
  company = await makers.makeMaker(admin, tool)
  await makers.joinCompany(company, colleague)
  await makers.confirm(admin, company, colleague)
})

/** @returns how many succeed, and the errors of the others */
async function runAtOnce(changes: readonly (() => Promise<unknown>)[]) {
  const results = await Promise.allSettled(changes.map((change) => change()))
  return {
    done: results.filter(({ status }) => status === 'fulfilled').length,
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

test('one of several replies is kept, and the others learn that there is one', async () => {
  const review = await fixture.createReview(tool, fixture.ana)
  const reply = (member: string) => () =>
    db.as(asMember(member), 'insert into review_replies (review_id, content) values ($1, $2)', [
      review,
      'The next version boils faster.',
    ])
  const { done, errors } = await runAtOnce([admin, colleague, admin, colleague].map(reply))
  expect(done).toBe(1)
  const replied = {
    code: 'PT409',
    message: 'This company has already replied to this review.',
  }
  expect(errors).toEqual([1, 2, 3].map(() => expect.objectContaining(replied)))
})

test('the maker of a tool is one of the companies whose token is found', async () => {
  const contested = await fixture.createTool()
  const claims: string[] = []
  for (const founder of [admin, fixture.ben]) {
    const { claim } = await makers.startClaim(
      founder,
      contested,
      await makers.createCompany(founder),
    )
    claims.push(claim)
  }
  const results = await Promise.all(
    [...claims, ...claims].map((claim) => makers.recordCheck(claim, true, { method: 'dns' })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual([
    'granted',
    'granted',
    'refused',
    'refused',
  ])
  expect(await fixture.count('tool_makers', 'tool_id = $1', [contested])).toBe(1)
})

test('a company has ten checks a day and five open reports, however many at once', async () => {
  const { claim } = await makers.startClaim(admin, await fixture.createTool(), company)
  const checks = await runAtOnce(
    Array.from({ length: 12 }, () => () => makers.checkClaim(admin, claim)),
  )
  expect(checks).toEqual({
    done: 10,
    errors: [1, 2].map(() => expect.objectContaining({ code: 'PT429' })),
  })
  const reviews: string[] = []
  for (let n = 0; n < 7; n += 1)
    reviews.push(await fixture.createReview(tool, await fixture.createMember()))
  const reports = await runAtOnce(
    reviews.map((review, n) => () => fixture.report(n % 2 ? admin : colleague, 'review', review)),
  )
  expect(reports).toEqual({
    done: 5,
    errors: [1, 2].map(() => expect.objectContaining({ code: 'PT429' })),
  })
})
