// What makers do twice at the same moment: on PostgreSQL on several connections, on PGlite one after the other.

import { beforeEach, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { parseRefusal } from '../../support/databases/refusals.ts'

let admin: string
let colleague: string
let tool: string
let company: string
const {
  db,
  createMember,
  createTool,
  createReview,
  ana,
  ben,
  countRows,
  sendReport,
  makeMaker,
  joinCompany,
  confirm,
  startClaim,
  createCompany,
  recordCheck,
  checkClaim,
  writeReply,
} = await shareCommunity()
beforeEach(async () => {
  admin = await createMember()
  colleague = await createMember()
  tool = await createTool()
  company = await makeMaker(admin, tool)
  await joinCompany(company, colleague)
  await confirm(admin, company, colleague)
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
  const review = await createReview(tool, ana)
  const reply = (member: string) => () => writeReply(member, review)
  const { done, errors } = await runAtOnce([admin, colleague, admin, colleague].map(reply))
  expect(done).toBe(1)
  const replied = 'PT409: This company has already replied to this review.'
  expect(errors).toEqual([1, 2, 3].map(() => expect.objectContaining(parseRefusal(replied))))
})

test('the maker of a tool is one of the companies whose token is found', async () => {
  const contested = await createTool()
  const claims: string[] = []
  for (const founder of [admin, ben]) {
    const { claim } = await startClaim(founder, contested, await createCompany(founder))
    claims.push(claim)
  }
  const results = await Promise.all(
    [...claims, ...claims].map((claim) => recordCheck(claim, true, { method: 'dns' })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual([
    'granted',
    'granted',
    'refused',
    'refused',
  ])
  expect(await countRows('tool_makers', 'tool_id = $1', [contested])).toBe(1)
})

test('a company has ten checks a day and five open reports, however many at once', async () => {
  const { claim } = await startClaim(admin, await createTool(), company)
  const checks = await runAtOnce(Array.from({ length: 12 }, () => () => checkClaim(admin, claim)))
  expect(checks).toEqual({
    done: 10,
    errors: [1, 2].map(() => expect.objectContaining({ code: 'PT429' })),
  })
  const reviews: string[] = []
  for (let n = 0; n < 7; n += 1) reviews.push(await createReview(tool, await createMember()))
  const reports = await runAtOnce(
    reviews.map((review, n) => () => sendReport(n % 2 ? admin : colleague, 'review', review)),
  )
  expect(reports).toEqual({
    done: 5,
    errors: [1, 2].map(() => expect.objectContaining({ code: 'PT429' })),
  })
})

/** Eight names that look alike, and like none of another test. */
const listLookAlikes = () => {
  const rest = crypto.randomUUID().replaceAll(/[^a-f]/g, '')
  return Array.from({ length: 8 }, (_, n) => {
    const digits = n.toString(2).padStart(3, '0')
    return `K${digits.replaceAll('0', 'o').replaceAll('1', '0')} ${rest}`
  })
}

test('one of several look-alike names is shown, and the others wait, however many at once', async () => {
  const names = listLookAlikes()
  const companies = await Promise.all(names.map(() => createCompany(ben)))
  await Promise.all(
    names.map((name, n) =>
      db.as(ben, 'update companies set name = $2 where id = $1', [companies[n], name]),
    ),
  )
  expect(await countRows('companies', 'name = any ($1)', [names])).toBe(1)
  const members = await Promise.all(names.map(() => createMember()))
  const tools = listLookAlikes()
  await Promise.all(
    tools.map((name, n) =>
      db.create(members[n] ?? '', 'tools', { name, description: 'Boils water.', category: 'HR' }),
    ),
  )
  expect(await countRows('tools', 'name = any ($1)', [tools])).toBe(1)
})

test('one of several companies with one name proves a website, however many at once', async () => {
  const name = `Kettles ${crypto.randomUUID()}`
  const claims = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () => {
      const founder = await createMember()
      return startClaim(founder, await createTool(), await createCompany(founder, { name }))
    }),
  )
  const results = await Promise.all(claims.map(({ claim }) => recordCheck(claim, true)))
  expect(results.filter(({ status }) => status === 'granted')).toHaveLength(1)
})
