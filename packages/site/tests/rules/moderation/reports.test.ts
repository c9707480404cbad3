// Reports of content (spec 3 §1.1).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { REASONS } from '../../../app/moderation/words/reasons.ts'
import { SUBJECTS } from '../../../app/shared/subjects.ts'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const {
  db,
  ana,
  ben,
  createTool,
  createReview,
  readEmails,
  createMember,
  createLaunch,
  moderator,
  otherModerator,
  admin,
  moderate,
} = await shareCommunity()
const tool = await createTool('Kettle')
const review = await createReview(tool, ana)

const DETAILS = 'It is the same text as in five others.'
const SUBMIT = `select submit_report(subject_type => $1, subject_id => $2, reason => $3, details => $4,
  good_faith => $5, reporter_name => $6, reporter_email => $7) as report`

interface Report {
  type?: string | null
  id?: string
  reason?: string | null
  details?: string
  goodFaith?: boolean
  name?: string | null
  email?: string | null
}

async function submit(sub: string | undefined, report: Report) {
  const caller = sub ? asMember(sub) : ANON
  return (await db.value(caller, SUBMIT, [
    report.type === undefined ? 'review' : report.type,
    report.id ?? review,
    report.reason === undefined ? 'spam' : report.reason,
    report.details ?? '',
    report.goodFaith ?? false,
    report.name ?? null,
    report.email ?? null,
  ])) as { number: number; key: string }
}
/** A name and an address that no other test uses. */
const newAddress = () => ({ name: 'Rita', email: `rita-${crypto.randomUUID()}@people.example` })

test('a visitor with a name and an address reports and gets a receipt', async () => {
  const before = await db.asOwner('select * from reviews where id = $1', [review])
  const address = newAddress()
  const report = await submit(undefined, { ...address, details: DETAILS })
  expect(report).toEqual({
    number: expect.any(Number),
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(await readEmails(address.email)).toEqual([
    {
      kind: 'report_received',
      data: { ...report, subject_type: 'review', title: 'It boils', reason: 'spam' },
    },
  ])
  expect(await db.asOwner('select * from reviews where id = $1', [review])).toEqual(before)
  const [row] = await db.asOwner('select * from private.reports where number = $1', [report.number])
  expect(row).toMatchObject({
    status: 'open',
    author_id: ana,
    tool_id: tool,
    rating: 4,
    reporter_id: null,
    reporter_email: address.email,
    snapshot: { title: 'It boils', content: 'Not once did it drip.' },
  })
  expect(JSON.stringify(row)).not.toContain(report.key)
})

test('each kind of content can be reported by a member', async () => {
  const reporter = await createMember()
  const launch = await createLaunch(tool, ana)
  const company = await db.create(OWNER, 'companies', { name: 'Pots', created_by: ana })
  for (const [type, id] of [
    ['review', review],
    ['tool', tool],
    ['launch', launch],
    ['profile', ana],
    ['company', company],
  ] as const)
    expect(await submit(reporter, { type, id })).toMatchObject({ number: expect.any(Number) })
  const reports = await db.as(reporter, 'select * from my_reports()')
  expect(
    reports.map(({ subject_type, subject_id, status }) => [subject_type, subject_id, status]),
  ).toEqual([
    ['company', company, 'open'],
    ['profile', ana, 'open'],
    ['launch', launch, 'open'],
    ['tool', tool, 'open'],
    ['review', review, 'open'],
  ])
})

describe('a refused report', () => {
  const CHOOSE = 'Please choose what you want to report and why.'
  const DESCRIBE = 'Please describe the problem in at least 20 characters.'
  const CONFIRM =
    'Please confirm that your report is accurate and complete to the best of your knowledge.'
  const NOT_FOUND = 'We could not find what you want to report.'
  test.each<[string, Report, string, string]>([
    ['an unknown type', { type: 'poem' }, '23514', CHOOSE],
    ['no type', { type: null }, '23514', CHOOSE],
    ['an unknown reason', { reason: 'dislike' }, '23514', CHOOSE],
    ['a reason of staff', { reason: 'court_order' }, '23514', CHOOSE],
    ['a reason of rules', { reason: 'premoderation' }, '23514', CHOOSE],
    ['no reason', { reason: null }, '23514', CHOOSE],
    ['an unknown id', { id: crypto.randomUUID() }, 'PT404', NOT_FOUND],
    ['an id of another type', { type: 'tool' }, 'PT404', NOT_FOUND],
    ['19 characters', { details: 'x'.repeat(19) }, '23514', DESCRIBE],
    ['no details for inaccurate', { reason: 'inaccurate' }, '23514', DESCRIBE],
    ['no details for personal_data', { reason: 'personal_data' }, '23514', DESCRIBE],
    ['no details for other', { reason: 'other' }, '23514', DESCRIBE],
    [
      'no details for illegal_content',
      { reason: 'illegal_content', goodFaith: true },
      '23514',
      DESCRIBE,
    ],
    [
      '2,001 characters',
      { details: 'x'.repeat(2001) },
      '23514',
      'Please describe the problem in at most 2,000 characters.',
    ],
    [
      'illegal_content without good faith',
      { reason: 'illegal_content', details: DETAILS },
      '23514',
      CONFIRM,
    ],
    ['child_safety without good faith', { reason: 'child_safety' }, '23514', CONFIRM],
  ])('%s', async (_case, report, code, message) => {
    const member = await createMember()
    await expectRefusal(submit(member, report), `${code}: ${message}`)
    // The member can report as such.
    expect(await submit(member, { details: 'x'.repeat(20) })).toMatchObject({
      number: expect.any(Number),
    })
  })

  const WHO = 'Please enter your name and e-mail address so that we can reply.'
  test.each<[string, Report]>([
    ['without an address', {}],
    ['without a name', { email: 'rita@people.example' }],
    ['with no valid address', { name: 'Rita', email: 'rita' }],
    ['with two addresses', { name: 'Rita', email: 'a@b.example,c@d.example' }],
    ['with a name of markup', { name: '<b></b>', email: 'rita@people.example' }],
  ])('of a visitor %s', async (_case, report) => {
    await expectRefusal(submit(undefined, report), `23514: ${WHO}`)
    expect(await submit(undefined, newAddress())).toBeDefined()
  })

  test('child_safety requires no name and no address, and refuses an invalid address', async () => {
    const urgent = { reason: 'child_safety', goodFaith: true }
    const { name, email } = newAddress()
    for (const contact of [{}, { name }, { email }])
      expect(await submit(undefined, { ...urgent, ...contact })).toMatchObject({
        number: expect.any(Number),
      })
    expect(await readEmails(email)).toMatchObject([{ kind: 'report_received' }])
    await expectRefusal(submit(undefined, { ...urgent, email: 'rita' }), `23514: ${WHO}`)
  })

  test('of the own content, by its author and the admin of a company', async () => {
    const own = '23514: This is your own content. You can edit or delete it instead.'
    await expectRefusal(submit(ana, {}), own)
    await expectRefusal(submit(ana, { type: 'profile', id: ana }), own)
    const company = await db.create(OWNER, 'companies', { name: 'Pans', created_by: ana })
    const ofCompany = { type: 'company', id: company }
    await expectRefusal(submit(ana, ofCompany), own)
    expect(await submit(await createMember(), ofCompany)).toBeDefined()
  })

  test('of the same subject twice by one member; one of an address tells nothing of another one, and both count once', async () => {
    const message = 'You have already reported this. We will let you know what we decide.'
    const member = await createMember()
    await submit(member, {})
    await expectRefusal(submit(member, { reason: 'off_topic' }), `PT409: ${message}`)
    const address = newAddress()
    await submit(undefined, address)
    const launch = await createLaunch(tool, ana)
    const about = { type: 'launch', id: launch }
    const first = await submit(undefined, { ...address, ...about })
    const again = await submit(undefined, {
      ...address,
      ...about,
      email: address.email.toUpperCase(),
    })
    expect(again.number).toBeGreaterThan(first.number)
    expect(again.key).not.toBe(first.key)
    for (const { number, key } of [first, again]) {
      const [status] = await db.as(ANON, 'select report_status($1, $2) as s', [number, key])
      expect(status?.s).toMatchObject({ status: 'open' })
    }
    const waiting = await db.as(
      moderator,
      'select * from moderation_queue() where subject_id = $1',
      [launch],
    )
    expect(waiting).toMatchObject([{ report_count: 1 }])
    const decision = await moderate(moderator, 'launch', launch, 'keep')
    const [counted] = await db.as(
      ANON,
      'select report_count from moderation_decisions where number = $1',
      [decision],
    )
    expect(counted).toEqual({ report_count: 1 })
    expect(await submit(member, { type: 'tool', id: tool })).toBeDefined()
  })

  test('the 21st of a day by a member, the 4th by an address', async () => {
    const message = 'You have sent too many reports today. Please try again tomorrow.'
    const member = await createMember()
    const tools: string[] = []
    for (let i = 0; i < 21; i++) tools.push(await createTool())
    const last = tools[20] as string
    for (const id of tools.slice(0, 20)) await submit(member, { type: 'tool', id })
    await expectRefusal(submit(member, { type: 'tool', id: last }), `PT429: ${message}`)
    const address = newAddress()
    for (const id of tools.slice(0, 3)) await submit(undefined, { ...address, type: 'tool', id })
    await expectRefusal(
      submit(undefined, { ...address, email: address.email.toUpperCase(), type: 'tool', id: last }),
      `PT429: ${message}`,
    )
    await db.asOwner(
      "update private.reports set created_at = created_at - interval '1 day' where reporter_id = $1 or reporter_email = $2",
      [member, address.email],
    )
    expect(await submit(member, { type: 'tool', id: last })).toBeDefined()
    expect(await submit(undefined, { ...address, type: 'tool', id: last })).toBeDefined()
  })
})

test('urgent reports send an email to all staff at once', async () => {
  const { number } = await submit(await createMember(), { reason: 'child_safety', goodFaith: true })
  for (const sub of [moderator, otherModerator, admin])
    expect(await readEmails(sub)).toContainEqual({
      kind: 'urgent_report',
      data: { number, reason: 'child_safety', subject_type: 'review', subject_id: review },
    })
  const member = await createMember()
  const other = await submit(member, { reason: 'spam' })
  expect((await readEmails(admin)).map(({ data }) => data.number)).not.toContain(other.number)
})

test('a suspended moderator gets no urgent report, and gets the next one after the suspension', async () => {
  await moderate(admin, 'profile', otherModerator, 'suspend')
  const report = async () =>
    submit(await createMember(), { reason: 'child_safety', goodFaith: true })
  const missed = await report()
  await moderate(admin, 'profile', otherModerator, 'unsuspend')
  const received = await report()
  const numbersOf = async (sub: string) => (await readEmails(sub)).map(({ data }) => data.number)
  expect(await numbersOf(otherModerator)).toContain(received.number)
  expect(await numbersOf(otherModerator)).not.toContain(missed.number)
  expect(await numbersOf(moderator)).toContain(missed.number)
})

test('report_status answers to number and key alone', async () => {
  const { number, key } = await submit(undefined, newAddress())
  const status = 'select report_status($1, $2) as status'
  expect(await db.as(ANON, status, [number, key])).toEqual([
    { status: { status: 'open', resolved_at: null, decision: null } },
  ])
  const refusal = 'PT404: We could not find this report.'
  await expectRefusal(db.as(ANON, status, [number, '0'.repeat(32)]), refusal)
  await expectRefusal(db.as(ANON, status, [number + 1000, key]), refusal)
})

test('a member withdraws the own open report', async () => {
  const member = await createMember()
  const { number } = await submit(member, {})
  const refusal = 'PT404: We could not find this report.'
  await expectRefusal(db.as(ben, 'select withdraw_report($1)', [number]), refusal)
  await db.as(member, 'select withdraw_report($1)', [number])
  expect(await db.as(member, 'select status from my_reports()')).toEqual([{ status: 'withdrawn' }])
  // It is not open any more, so the member can report again.
  expect(await submit(member, {})).toBeDefined()
})

test('a report keeps the content as it was reported, until the author deletes the account', async () => {
  const author = await createMember()
  const changed = await createReview(tool, author)
  const { number } = await submit(ben, { id: changed })
  await db.as(author, "update reviews set title = 'Changed' where id = $1", [changed])
  const snapshot = 'select snapshot, author_id from private.reports where number = $1'
  expect(await db.rowAsOwner(snapshot, [number])).toMatchObject({
    snapshot: { title: 'It boils' },
  })
  await db.as(author, 'select delete_account(false)')
  expect(await db.asOwner(snapshot, [number])).toEqual([{ snapshot: null, author_id: null }])
})

test('the reports of a deleted account name no member', async () => {
  const member = await createMember()
  const { number } = await submit(member, { details: DETAILS })
  const data = await db.as(member, 'select download_my_data() as data')
  expect(data).toMatchObject([
    { data: { reports: [{ number, details: DETAILS, status: 'open' }] } },
  ])
  await db.as(member, 'select delete_account(false)')
  expect(
    await db.asOwner('select reporter_id from private.reports where number = $1', [number]),
  ).toEqual([{ reporter_id: null }])
})

test('only reporters and the service reach reports', async () => {
  const { number } = await submit(ben, { type: 'profile', id: ana })
  expect(
    await db.as(SERVICE, 'select number::int from private.reports where number = $1', [number]),
  ).toEqual([{ number }])
  expect(await db.as(ana, 'select * from my_reports()')).toEqual([])
})

test('a report of a visitor with the address of a moderator does not exclude the moderator', async () => {
  const subject = await createTool()
  const [account] = await db.asOwner('select email from auth.users where id = $1', [otherModerator])
  await submit(undefined, {
    name: 'Mallory',
    email: String(account?.email),
    type: 'tool',
    id: subject,
  })
  const decide = () => moderate(otherModerator, 'tool', subject, 'keep')
  expect(await decide()).toBeGreaterThan(0)
  // The moderator's own report does.
  await submit(otherModerator, { type: 'tool', id: subject })
  await expectRefusal(decide(), '42501')
})

test.each([
  ['is_subject_type', Object.keys(SUBJECTS)],
  [
    'is_report_reason',
    Object.keys(REASONS).filter((reason) => !/^(court_order|premoderation)$/.test(reason)),
  ],
])('%s accepts what the site has a text for', async (name, values) => {
  const rows = await db.asOwner(
    `select (regexp_matches(prosrc, $$'([a-z_]+)'$$, 'g'))[1] as value from pg_proc where proname = $1`,
    [name],
  )
  expect(rows.map(({ value }) => value)).toEqual(values)
})
