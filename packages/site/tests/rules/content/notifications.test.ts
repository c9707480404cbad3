// Spec 7 §4: follows of tools, notifications and the choice of emails.

import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { APPEAL, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, reachedLimit } from '../../support/databases/refusals.ts'

let ana: string
let ben: string
let tool: string
const fixture = await shareCommunity()
const {
  db,
  makeMaker,
  joinCompany,
  createCompany,
  startClaim,
  recordCheck,
  followTool,
  followPerson,
  vote,
  writeReview,
  writeReply,
  addLaunch,
  suggestEdit,
  hideProfile,
  chooseEmail,
  createMember,
  createTool,
  moderate,
  moderator,
  countRows,
  createLaunch,
  createReview,
  otherModerator,
  sendReport,
} = fixture
beforeEach(async () => {
  ana = await createMember()
  ben = await createMember()
  tool = await createTool()
})

/** The notifications of a member, the oldest first. */
const read = (member: string) =>
  db.as(
    member,
    'select kind, subject_type, subject_id, data from notifications order by created_at, id',
  )
const readKinds = async (member: string) => (await read(member)).map(({ kind }) => kind)

describe('following a tool', () => {
  test('a member follows and unfollows for herself alone, and nobody else sees it', async () => {
    await followTool(ana, tool)
    const select = 'select user_id from tool_follows where tool_id = $1'
    expect(await db.as(ana, select, [tool])).toEqual([{ user_id: ana }])
    expect(await db.as(ben, select, [tool])).toEqual([])
    expect(await db.as(SERVICE, select, [tool])).toEqual([{ user_id: ana }])
    await expectRefusal(db.insert(ben, 'tool_follows', { user_id: ana, tool_id: tool }), '42501')
    const unfollow = 'delete from tool_follows where tool_id = $1 returning user_id'
    expect(await db.as(ben, unfollow, [tool])).toEqual([])
    expect(await db.as(ana, unfollow, [tool])).toEqual([{ user_id: ana }])
  })

  test('a tool is followed once, within the limit of a day, and not by a suspended member', async () => {
    await followTool(ana, tool)
    await expectRefusal(followTool(ana, tool), '23505')
    await db.asOwner("insert into private.site_settings values ('daily_limit_follows', '1')")
    await followTool(ben, tool)
    await expectRefusal(followTool(ben, await createTool()), reachedLimit(1, 'follows'))
    await db.asOwner('delete from private.site_settings')
    await moderate(moderator, 'profile', ben, 'suspend')
    await expectRefusal(followTool(ben, await createTool()), '42501')
    expect(await db.as(ben, 'delete from tool_follows returning tool_id')).toEqual([
      { tool_id: tool },
    ])
  })

  test('a merge moves the follows, and a restored tool is followed again', async () => {
    const other = await createTool()
    await followTool(ana, tool)
    await followTool(ben, tool)
    await followTool(ben, other)
    await moderate(moderator, 'tool', tool, 'remove')
    expect(await countRows('tool_follows', 'tool_id = $1', [tool])).toBe(0)
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await countRows('tool_follows', 'tool_id = $1', [tool])).toBe(2)
    await db.as(moderator, 'select merge_tools($1, $2, $3)', [tool, other, EXPLANATION])
    expect(
      await db.asOwner('select user_id from tool_follows where tool_id = $1', [other]),
    ).toEqual(expect.arrayContaining([{ user_id: ana }, { user_id: ben }]))
  })
})

describe('“Tell me” of a launch', () => {
  const remind = (member: string, id: string) =>
    db.insert(member, 'launch_reminders', { launch_id: id, user_id: member })

  test('a member asks for herself, once, and only before the day of a published launch', async () => {
    const id = await addLaunch(ana, tool)
    await remind(ben, id)
    await expectRefusal(remind(ben, id), '23505')
    const select = 'select user_id from launch_reminders where launch_id = $1'
    expect(await db.as(ben, select, [id])).toEqual([{ user_id: ben }])
    expect(await db.as(ana, select, [id])).toEqual([])
    for (const refused of [
      await createLaunch(tool, ana),
      await addLaunch(ana, tool, { is_draft: true }),
    ]) {
      await expectRefusal(remind(ben, refused), '42501')
    }
    await moderate(moderator, 'launch', id, 'remove')
    await moderate(moderator, 'launch', id, 'restore')
    const withdraw = 'delete from launch_reminders where launch_id = $1 returning user_id'
    expect(await db.as(ana, withdraw, [id])).toEqual([])
    expect(await db.as(ben, withdraw, [id])).toEqual([{ user_id: ben }])
  })
})

describe('who reads and marks notifications', () => {
  test('their owner alone', async () => {
    await followPerson(ben, ana)
    await followPerson(fixture.ana, ana)
    expect(await read(ana)).toHaveLength(2)
    expect(await read(ben)).toEqual([])
  })

  test('mark_notifications_read marks the named ones, or all, of the caller', async () => {
    await followPerson(ben, ana)
    await followPerson(fixture.ana, ana)
    const rows = await db.as(ana, 'select id from notifications order by id')
    const mark = (member: string, ids: unknown) =>
      db.as(member, 'select mark_notifications_read($1)', [ids])
    const countUnread = () => countRows('notifications', 'user_id = $1 and read_at is null', [ana])
    await mark(ben, null)
    await mark(ben, [rows[0]?.id])
    expect(await countUnread()).toBe(2)
    await mark(ana, [rows[0]?.id])
    expect(await countUnread()).toBe(1)
    await db.as(ana, 'select mark_notifications_read()')
    expect(await countUnread()).toBe(0)
  })

  test('they are kept for 12 months', async () => {
    await followPerson(ben, ana)
    await followPerson(fixture.ana, ana)
    await db.asOwner(
      "update notifications set created_at = now() - interval '12 months 1 day' where user_id = $1 and subject_id = $2",
      [ana, ben],
    )
    await db.as(SERVICE, 'select purge_closed_reports()')
    expect(await read(ana)).toMatchObject([{ subject_id: fixture.ana }])
  })
})

describe('a review', () => {
  test('notifies the confirmed members of the maker and the followers, each once, and not its author', async () => {
    const maker = await createMember()
    const company = await makeMaker(maker, tool)
    const unconfirmed = await createMember()
    await joinCompany(company, unconfirmed)
    await db.asOwner('delete from notifications where user_id = $1', [maker])
    for (const member of [maker, ana, ben]) await followTool(member, tool)
    const id = await writeReview(ana, tool)
    const told = (isMaker: boolean) => ({
      kind: 'review',
      subject_type: 'review',
      subject_id: id,
      data: { is_new: true, is_maker: isMaker },
    })
    expect(await read(maker)).toMatchObject([told(true)])
    expect(await read(ben)).toMatchObject([told(false)])
    expect(await read(ana)).toEqual([])
    expect(await read(unconfirmed)).toEqual([])
  })

  test('a new version notifies the maker alone, a vote and a change within five minutes nobody', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool)
    await db.asOwner('delete from notifications where user_id = $1', [maker])
    await followTool(ben, tool)
    const id = await writeReview(ana, tool)
    const change = (title: string) =>
      db.as(ana, 'update reviews set title = $2 where id = $1', [id, title])
    await change('It boils well')
    expect(await readKinds(maker)).toEqual(['review'])
    await vote(ben, id)
    await change('It boils badly')
    expect(await read(maker)).toMatchObject([
      { data: { is_new: true } },
      { data: { is_new: false } },
    ])
    expect(await readKinds(ben)).toEqual(['review'])
  })

  test('by a private person, or loaded by the operator, notifies nobody', async () => {
    await followTool(ben, tool)
    await hideProfile(ana)
    await writeReview(ana, tool)
    await createReview(tool, fixture.ana)
    expect(await read(ben)).toEqual([])
  })

  test('that its author deleted and wrote again does not notify followers again', async () => {
    await followTool(ben, tool)
    const id = await writeReview(ana, tool)
    await db.as(ana, 'delete from reviews where id = $1', [id])
    expect(await read(ben)).toEqual([])
    await writeReview(ana, tool)
    expect(await read(ben)).toEqual([])
  })

  test('that is removed takes its notifications along, and its restoration notifies nobody', async () => {
    await followTool(ben, tool)
    const id = await writeReview(ana, tool)
    await vote(ben, id)
    expect(await readKinds(ana)).toEqual(['helpful_votes'])
    await moderate(moderator, 'review', id, 'remove')
    await moderate(otherModerator, 'review', id, 'restore')
    expect(await read(ben)).toEqual([])
    expect(await readKinds(ana)).toEqual(['decision', 'decision'])
  })

  test('that is held notifies when it is approved, once', async () => {
    await db.asOwner("insert into private.site_settings values ('premoderate_first_posts', '1')")
    await followTool(ben, tool)
    const id = await writeReview(ana, tool)
    const held = await launchOfTool()
    await db.asOwner('delete from private.site_settings')
    expect(await read(ben)).toEqual([])
    await moderate(moderator, 'review', id, 'restore')
    await moderate(moderator, 'launch', held, 'restore')
    expect(await read(ben)).toMatchObject([{ subject_id: id }, { subject_id: held }])
    await moderate(moderator, 'review', id, 'remove')
    await moderate(moderator, 'review', id, 'restore')
    expect(await readKinds(ben)).toEqual(['launch'])
  })

  test('the approval of a held launch that was a draft notifies followers', async () => {
    const maker = await createMember()
    await followTool(ben, tool)
    const draft = await addLaunch(maker, tool, { is_draft: true })
    await db.asOwner("insert into private.site_settings values ('premoderate_first_posts', '1')")
    await db.as(maker, 'update product_launches set is_draft = false where id = $1', [draft])
    await db.asOwner('delete from private.site_settings')
    expect(await read(ben)).toEqual([])
    await moderate(moderator, 'launch', draft, 'restore')
    expect(await read(ben)).toMatchObject([{ kind: 'launch', subject_id: draft }])
  })

  const launchOfTool = async () => addLaunch(await createMember(), tool)

  test('whose change is held notifies the maker when the change is approved', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool)
    await followTool(ben, tool)
    const id = await writeReview(ana, tool)
    await db.asOwner("update reviews set created_at = created_at - interval '1 hour' where true")
    await db.asOwner('delete from notifications')
    await db.asOwner`insert into private.site_settings values ('word_filter', '[{"text": "casino", "action": "hold"}]')`
    await db.as(ana, "update reviews set title = 'casino' where id = $1", [id])
    await db.asOwner('delete from private.site_settings')
    expect(await read(maker)).toEqual([])
    await moderate(moderator, 'review', id, 'restore')
    expect(await read(maker)).toMatchObject([{ kind: 'review', data: { is_new: false } }])
    expect(await read(ben)).toEqual([])
  })

  test('writes the notifications of 100 followers with one statement, and their emails with another', async () => {
    await db.fill(
      `with people as (
         insert into auth.users (email, email_confirmed_at)
         select gen_random_uuid() || '@crowd.example', now() from generate_series(1, 100) returning id
       ) select from people`,
    )
    await db.fill(
      `insert into tool_follows (user_id, tool_id)
       select id, $1 from auth.users where email like '%@crowd.example'`,
      [tool],
    )
    // One row for each statement that inserts notifications or emails.
    await db.asOwner('create table private.counted_statements (rows bigint)')
    await db.asOwner`create function private.count_statement() returns trigger language plpgsql security definer as
       'begin insert into private.counted_statements select count(*) from added; return null; end'`
    for (const table of ['notifications', 'private.email_queue']) {
      await db.asOwner(
        `create trigger count_statement after insert on ${table} referencing new table as added
         for each statement execute function private.count_statement()`,
      )
    }
    await writeReview(await createMember(), tool)
    expect(await db.asOwner('select rows from private.counted_statements where rows > 0')).toEqual([
      { rows: 100 },
    ])
    await db.asOwner`insert into notification_preferences
       select id, 'review', 'immediately' from auth.users where email like '%@crowd.example'`
    await db.asOwner('delete from private.counted_statements')
    await writeReview(await createMember(), tool)
    expect(await db.asOwner('select rows from private.counted_statements where rows > 0')).toEqual(
      Array(2).fill({ rows: 100 }),
    )
    await db.asOwner('drop trigger count_statement on notifications')
    await db.asOwner('drop trigger count_statement on private.email_queue')
    await db.asOwner("delete from auth.users where email like '%@crowd.example'")
    await db.asOwner('drop table private.counted_statements')
  })
})

describe('an event that its author repeats is told three times a day:', () => {
  const countEmails = (member: string) =>
    db.valueAsOwner(
      'select count(*)::integer as emails from private.email_queue where user_id = $1 and notification_id is not null',
      [member],
    )
  /** Does it five times, and once on the next day. */
  async function repeat(recipient: string, event: () => Promise<unknown>) {
    await db.asOwner('delete from private.email_queue where user_id = $1', [recipient])
    for (let times = 0; times < 5; times++) await event()
    expect(await countEmails(recipient)).toBe(3)
    // Rows of earlier days would be in the way of those that move there.
    await db.asOwner`delete from private.daily_events where day < (select max(day) from private.daily_events)`
    await db.asOwner('update private.daily_events set day = day - 1')
    await event()
    expect(await countEmails(recipient)).toBe(4)
  }

  test('a reply that is withdrawn and written again', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool)
    const id = await writeReview(ana, tool)
    await repeat(ana, async () => {
      await db.as(maker, 'delete from review_replies where review_id = $1', [id])
      await writeReply(maker, id)
    })
  })

  test('a review, for the maker, that is deleted and written again', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool)
    await repeat(maker, async () => {
      await db.as(ana, 'delete from reviews where tool_id = $1', [tool])
      await writeReview(ana, tool)
    })
  })

  test('a review, for the maker, that is changed whenever somebody finds it helpful', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool)
    const id = await writeReview(ana, tool)
    await repeat(maker, async () => {
      await vote(await createMember(), id)
      await db.as(ana, 'update reviews set title = gen_random_uuid() where id = $1', [id])
    })
  })

  test('a launch of a tool, for its followers', async () => {
    await followTool(ben, tool)
    await chooseEmail(ben, 'launch', 'immediately')
    await repeat(ben, async () => {
      const id = await addLaunch(ana, tool)
      await db.as(ana, 'delete from product_launches where id = $1', [id])
    })
    await addLaunch(await createMember(), tool)
    expect(await countEmails(ben)).toBe(5)
  })
})

describe('other events', () => {
  test('a reply notifies the reviewer, and leaves with the reply', async () => {
    const maker = await createMember()
    const company = await makeMaker(maker, tool)
    const id = await writeReview(ana, tool)
    await writeReply(maker, id)
    expect(await read(ana)).toMatchObject([
      { kind: 'reply', subject_type: 'reply', subject_id: id, data: { company_id: company } },
    ])
    await db.as(maker, 'delete from review_replies where review_id = $1', [id])
    expect(await read(ana)).toEqual([])
  })

  test('a follower is told once, a private one never, and leaves with the account', async () => {
    await followPerson(ben, ana)
    await db.as(ben, 'delete from user_follows')
    await followPerson(ben, ana)
    const secret = await createMember()
    await hideProfile(secret)
    await followPerson(secret, ana)
    expect(await read(ana)).toMatchObject([
      { kind: 'follower', subject_type: 'profile', subject_id: ben },
    ])
    await db.as(ben, 'select delete_account(true)')
    expect(await read(ana)).toEqual([])
  })

  test('helpful votes are told at 1, 5 and 10, once, without those of private people', async () => {
    const id = await writeReview(ana, tool)
    const voters = await Promise.all(Array.from({ length: 11 }, () => createMember()))
    const [secret = '', ...others] = voters
    await hideProfile(secret)
    await vote(secret, id)
    expect(await read(ana)).toEqual([])
    for (const voter of others) await vote(voter, id)
    const counts = async () =>
      (await read(ana)).map(({ data }) => (data as { count: number }).count).sort((a, b) => a - b)
    expect(await counts()).toEqual([1, 5, 10])
    const last = others.at(-1) ?? ''
    await db.as(last, 'delete from review_helpful_votes where review_id = $1', [id])
    await vote(last, id)
    expect(await counts()).toEqual([1, 5, 10])
  })

  test('a launch of a followed tool is told when it is published, and not to its maker', async () => {
    await followTool(ana, tool)
    await followTool(ben, tool)
    const draft = await addLaunch(ana, tool, { is_draft: true })
    expect(await read(ben)).toEqual([])
    await db.as(ana, 'update product_launches set is_draft = false where id = $1', [draft])
    expect(await read(ben)).toMatchObject([
      { kind: 'launch', subject_id: draft, data: { launch_date: '2099-01-01' } },
    ])
    expect(await read(ana)).toEqual([])
    await db.as(ana, 'delete from product_launches where id = $1', [draft])
    expect(await read(ben)).toEqual([])
    await hideProfile(ana)
    await addLaunch(ana, tool)
    expect(await read(ben)).toEqual([])
  })

  test('a launch that moves to another day says so in its notifications', async () => {
    await followTool(ben, tool)
    const moved = await addLaunch(ana, tool)
    await addLaunch(ana, tool)
    const move = (member: string) =>
      db.as(member, "update product_launches set launch_date = '2098-02-03' where id = $1", [moved])
    await expectRefusal(move(ben), '42501')
    await move(ana)
    expect(await read(ben)).toMatchObject([
      { subject_id: moved, data: { launch_date: '2098-02-03' } },
      { data: { launch_date: '2099-01-01' } },
    ])
  })

  test('a decision is told to the author, a report to its reporter, an appeal to its author', async () => {
    const id = await writeReview(ana, tool)
    await sendReport(ben, 'review', id)
    const decision = await moderate(moderator, 'review', id, 'remove')
    expect(await read(ana)).toMatchObject([
      {
        kind: 'decision',
        subject_type: 'review',
        subject_id: id,
        data: { decision, action: 'remove' },
      },
    ])
    expect(await read(ben)).toMatchObject([{ kind: 'report', subject_id: id, data: { decision } }])
    const [appeal] = await db.as(ana, 'select submit_appeal($1, $2) as number', [decision, APPEAL])
    await db.as(otherModerator)`select resolve_appeal(${appeal?.number}, 'upheld', ${EXPLANATION})`
    expect((await read(ana)).at(-1)).toMatchObject({
      kind: 'appeal',
      data: { appealed: decision, outcome: 'upheld' },
    })
  })

  test('a granted and a refused claim are told to the claimant', async () => {
    const company = await createCompany(ana)
    const { claim } = await startClaim(ana, tool, company)
    await recordCheck(claim, true, { method: 'dns' })
    expect(await read(ana)).toMatchObject([
      { kind: 'claim', subject_type: 'tool', subject_id: tool, data: { status: 'granted' } },
    ])
    const other = await createTool()
    const second = await startClaim(ana, other, company)
    await db.as(moderator, 'select resolve_tool_claim($1, false, $2)', [second.claim, EXPLANATION])
    expect((await read(ana)).at(-1)).toMatchObject({
      subject_id: other,
      data: { status: 'refused' },
    })
  })

  test.each([
    [true, 'accepted'],
    [false, 'declined'],
  ])('a suggested edit that is accepted (%s) is told as %s', async (accept, status) => {
    const edit = await suggestEdit(ana, tool, { description: ['Boils water.', 'Boils tea.'] })
    await db.as(moderator, 'select resolve_tool_edit($1, $2)', [edit, accept])
    expect(await read(ana)).toMatchObject([
      { kind: 'edit', subject_type: 'tool', subject_id: tool, data: { edit, status } },
    ])
  })
})

describe('the choice of emails', () => {
  const choose = (member: string, kind: string, email: string, of = member) =>
    db.as(
      member,
      `insert into notification_preferences (user_id, kind, email) values ($1, $2, $3)
       on conflict (user_id, kind) do update set email = excluded.email, kind = excluded.kind, user_id = excluded.user_id`,
      [of, kind, email],
    )

  test('its owner alone reads and changes it', async () => {
    await choose(ana, 'launch', 'weekly')
    await choose(ana, 'launch', 'never')
    const select = 'select kind, email from notification_preferences'
    expect(await db.as(ana, select)).toEqual([{ kind: 'launch', email: 'never' }])
    expect(await db.as(ben, select)).toEqual([])
    await expectRefusal(choose(ben, 'reply', 'never', ana), '42501')
    for (const [kind, email] of [
      ['other', 'never'],
      ['reply', 'daily'],
    ] as const) {
      await expectRefusal(choose(ana, kind, email), '23514')
    }
  })

  test.each(['decision', 'report', 'appeal', 'claim'])(
    'emails of %s are always sent',
    async (kind) => {
      await expectRefusal(
        choose(ana, kind, 'never'),
        '23514: E-mails about decisions, reports, appeals and claims are always sent.',
      )
      await choose(ana, kind, 'immediately')
    },
  )
})

test('all of it is in the downloaded data and leaves with the account', async () => {
  await followTool(ana, tool)
  const launched = await addLaunch(ben, tool)
  await db.insert(ana, 'launch_reminders', { launch_id: launched, user_id: ana })
  await db.as(ana, "insert into notification_preferences values ($1, 'reply', 'never')", [ana])
  const [row] = await db.as(ana, 'select download_my_data() as data')
  expect(row?.data).toMatchObject({
    tools_followed: [{}],
    launch_reminders: [{ launch: launched }],
    notifications: [{ kind: 'launch', subject_id: launched }],
    notification_preferences: { reply: 'never' },
  })
  await db.as(ana, 'select delete_account(true)')
  for (const table of [
    'tool_follows',
    'launch_reminders',
    'notifications',
    'notification_preferences',
  ]) {
    expect([table, await countRows(table, 'user_id = $1', [ana])]).toEqual([table, 0])
  }
})
