// Staff who belong to the maker of a tool decide nothing about it (spec 3 §1.2).

import { beforeEach, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { APPEAL, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, INVOLVED } from '../../support/databases/refusals.ts'

let founder: string
let judge: string
let tool: string
let company: string
const fixture = await shareCommunity()
const {
  db,
  makeMaker,
  joinCompany,
  confirm,
  createCompany,
  startClaim,
  suggestEdit,
  writeReply,
  ana,
  moderator,
  otherModerator,
  moderate,
  createMember,
  createTool,
  createReview,
} = fixture
beforeEach(async () => {
  founder = await createMember()
  judge = await createMember()
  await db.asOwner("insert into private.staff (user_id, role) values ($1, 'moderator')", [judge])
  tool = await createTool()
  company = await makeMaker(founder, tool)
})

const leave = () => db.as(judge, 'delete from company_members where user_id = $1', [judge])
/** How a moderator belongs to the maker. */
const WAYS: [string, () => Promise<unknown>][] = [
  ['is a member', () => joinCompany(company, judge)],
  [
    'is a confirmed member',
    async () => {
      await joinCompany(company, judge)
      await confirm(founder, company, judge)
    },
  ],
  [
    'has left for a moment',
    async () => {
      await joinCompany(company, judge)
      await leave()
    },
  ],
  [
    'founded the company and has left',
    async () => {
      tool = await createTool()
      company = await makeMaker(judge, tool)
      await leave()
    },
  ],
  [
    'is a member of a company that has released the tool for a moment',
    async () => {
      await joinCompany(company, judge)
      await db.as(founder, 'select release_tool($1)', [tool])
    },
  ],
]

test.each(WAYS)(
  'a moderator who %s of the maker decides nothing about its tool',
  async (_way, belong) => {
    await belong()
    const review = await createReview(tool, ana)
    const launch = await fixture.createLaunch(tool, founder)
    const removed = await createReview(tool, await createMember())
    const decision = await moderate(moderator, 'review', removed, 'remove')
    const [author] = await db.asOwner(
      'select affected_user as id from private.decision_parties where decision = $1',
      [decision],
    )
    const [{ number: appeal } = { number: 0 }] = await db.as(
      String(author?.id),
      'select submit_appeal($1, $2) as number',
      [decision, APPEAL],
    )
    const edit = await suggestEdit(ana, tool, { description: ['Boils water.', 'Leaks water.'] })
    const elsewhere = await createTool()
    const rival = await startClaim(ana, tool, await createCompany(ana)).catch(() => null)
    const calls: ((staff: string) => Promise<unknown>)[] = [
      (staff) => moderate(staff, 'review', review, 'keep'),
      (staff) => moderate(staff, 'launch', launch, 'remove'),
      (staff) => moderate(staff, 'review', removed, 'restore'),
      (staff) => moderate(staff, 'tool', tool, 'premoderate_reviews', { until: '2126-01-01' }),
      (staff) => moderate(staff, 'profile', ana, 'remove_all_content'),
      (staff) => db.as(staff, 'select resolve_appeal($1, $2, $3)', [appeal, 'upheld', EXPLANATION]),
      (staff) => db.as(staff, 'select resolve_tool_edit($1, false)', [edit]),
      (staff) => db.as(staff, 'select merge_tools($1, $2, $3)', [tool, elsewhere, EXPLANATION]),
      (staff) => db.as(staff, 'select merge_tools($1, $2, $3)', [elsewhere, tool, EXPLANATION]),
      (staff) => db.as(staff, "select decide_capabilities($1, '{}')", [tool]),
      ...(rival
        ? [
            (staff: string) =>
              db.as(staff, 'select resolve_tool_claim($1, true, $2)', [rival.claim, EXPLANATION]),
          ]
        : []),
    ]
    for (const call of calls) await expectRefusal(call(judge), INVOLVED)
    // The counterpart: others decide.
    await db.as(otherModerator)`select resolve_appeal(${appeal}, ${'upheld'}, ${EXPLANATION})`
    await db.as(otherModerator, 'select resolve_tool_edit($1, false)', [edit])
    await moderate(otherModerator, 'launch', launch, 'remove')
  },
)

test('an administrator who belongs to the maker imports no change of its tool', async () => {
  await joinCompany(company, judge)
  await db.asOwner("update private.staff set role = 'admin' where user_id = $1", [judge])
  const [{ name, website_url } = {}] = await db.asOwner(
    'select name, website_url from tools where id = $1',
    [tool],
  )
  const read = () => db.asOwner('select * from tools where id = $1', [tool])
  const before = await read()
  const importRow = (staff: typeof SERVICE | string, row: object) =>
    db.value(staff, 'select import_tools($1, false, true) as results', [JSON.stringify([row])])
  const rows = [
    { website_url, name: `${name} renamed` },
    { name, website_url: `https://elsewhere-${tool}.example` },
    { name, description: 'The best of all.' },
    { name, license: 'MIT' },
  ]
  for (const row of rows)
    expect(await importRow(judge, row)).toMatchObject([
      {
        outcome: 'invalid',
        message: `Row 1: your company makes ${name}, so another administrator has to change it.`,
      },
    ])
  expect(await read()).toEqual(before)
  expect(await importRow(judge, { name, website_url })).toMatchObject([{ outcome: 'unchanged' }])
  for (const row of rows.slice(2))
    expect(await importRow(SERVICE, row)).toMatchObject([{ outcome: 'updated' }])
  const other = await createTool()
  const [own] = await db.asOwner('select name from tools where id = $1', [other])
  expect(await importRow(judge, { name: own?.name, license: 'MIT' })).toMatchObject([
    { outcome: 'updated' },
  ])
})

test('a removed tool, a reply and a report of the own company have the same parties', async () => {
  await joinCompany(company, judge)
  const review = await createReview(tool, ana)
  await fixture.sendReport(founder, 'review', review)
  await expectRefusal(moderate(judge, 'review', review, 'remove'), INVOLVED)
  await writeReply(founder, review)
  await expectRefusal(moderate(judge, 'reply', review, 'remove'), INVOLVED)
  await moderate(moderator, 'tool', tool, 'remove')
  await db.asOwner("update private.past_makers set ended_at = now() - interval '91 days'")
  await expectRefusal(moderate(judge, 'tool', tool, 'restore'), INVOLVED)
  await moderate(moderator, 'tool', tool, 'restore')
})

test('a member who left 91 days ago decides, and so does one of another maker', async () => {
  await joinCompany(company, judge)
  await leave()
  await db.asOwner("update private.former_members set left_at = now() - interval '91 days'")
  await joinCompany(await makeMaker(await createMember(), await createTool()), judge)
  await moderate(judge, 'review', await createReview(tool, ana), 'remove')
})
