// Replies to reviews, and invitations to write one (spec 6 §2).

import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, EXPLANATION } from '../../support/databases/moderation.ts'
import { expectRefusal, INVOLVED, SUSPENDED } from '../../support/databases/refusals.ts'

let maker: string
let tool: string
let company: string
let review: string
const {
  db,
  ana,
  ben,
  moderator,
  createMember,
  createTool,
  createReview,
  moderate,
  sendReport,
  readEmails,
  otherModerator,
  makeMaker,
  joinCompany,
} = await shareCommunity()
beforeEach(async () => {
  maker = await createMember()
  tool = await createTool()
  company = await makeMaker(maker, tool, 'Pots')
  review = await createReview(tool, ana)
})

const TEXT = 'Thank you. The next version boils faster.'
const NOT_MAKER = '42501: Only confirmed members of Pots can do this.'
const reply = (member: string, content: string = TEXT, of = review) =>
  db.as(
    member,
    'insert into review_replies (review_id, tool_id, company_id, content) values ($1, $2, $3, $4) returning *',
    [of, tool, company, content],
  )
const change = (member: string, content: string) =>
  db.as(member, 'update review_replies set content = $2 where review_id = $1 returning *', [
    review,
    content,
  ])
const readReply = () => db.row(ANON, 'select * from review_replies where review_id = $1', [review])
const age = (table: string, minutes = 6) =>
  db.asOwner(`update ${table} set created_at = created_at - $1 * interval '1 minute' where true`, [
    minutes,
  ])

describe('a reply', () => {
  test('is written by a confirmed member of the maker, and everybody reads it', async () => {
    const [written] = await reply(maker, `  ${TEXT}\n`)
    expect(written).toMatchObject({ content: TEXT, review_revision: 1, edited_at: null })
    expect(await readReply()).toEqual(written)
  })

  test('takes tool and company from the review', async () => {
    await db.insert(maker, 'review_replies', { review_id: review, content: TEXT })
    expect(await readReply()).toMatchObject({ tool_id: tool, company_id: company })
  })

  test('of a stranger, of a member who is not confirmed and of the reviewer is refused', async () => {
    await joinCompany(company, ben)
    for (const member of [ben, ana, moderator]) await expectRefusal(reply(member), NOT_MAKER)
    // The maker of another tool names it as the tool of the reply.
    const rival = await createMember()
    const other = await createTool()
    await makeMaker(rival, other)
    await expectRefusal(
      db.insert(rival, 'review_replies', { review_id: review, tool_id: other, content: TEXT }),
      NOT_MAKER,
    )
    const unclaimed = await createReview(await createTool(), ana)
    await expectRefusal(
      reply(maker, TEXT, unclaimed),
      '42501: Only confirmed members of the maker can do this.',
    )
    await expectRefusal(reply(maker, TEXT, crypto.randomUUID()), 'PT404')
  })

  test('is the only one, and has 10 to 2,000 characters', async () => {
    for (const content of ['  Short. ', 'x'.repeat(2001)]) {
      await expectRefusal(reply(maker, content), '23514: A reply has 10 to 2,000 characters.')
    }
    await reply(maker)
    await expectRefusal(reply(maker), 'PT409: This company has already replied to this review.')
  })

  test('keeps the version before a change after five minutes, and names the version that it answers', async () => {
    await reply(maker)
    await change(maker, `${TEXT} Soon.`)
    expect(await readReply()).toMatchObject({ edited_at: null, review_revision: 1 })
    await db.as(ana, "update reviews set title = 'It boils over' where id = $1", [review])
    expect(await db.rowAsOwner('select revision from reviews where id = $1', [review])).toEqual({
      revision: 2,
    })
    expect(await readReply()).toMatchObject({ review_revision: 1 })
    await change(maker, `${TEXT} Sooner.`)
    expect(await readReply()).toMatchObject({ review_revision: 2, edited_at: expect.any(Date) })
    expect(
      await db.as(
        ANON,
        'select number, content, review_revision from review_reply_revisions where review_id = $1',
        [review],
      ),
    ).toEqual([{ number: 1, content: `${TEXT} Soon.`, review_revision: 1 }])
  })

  test('makes a new version of a review that its author changes within five minutes', async () => {
    const fresh = await createReview(tool, ben)
    await db.asOwner('update reviews set created_at = now() where id = $1', [fresh])
    const edit = (title: string) =>
      db.as(ben, 'update reviews set title = $2 where id = $1 returning revision', [fresh, title])
    expect(await edit('It steams')).toEqual([{ revision: 1 }])
    await reply(maker, TEXT, fresh)
    expect(await edit('It whistles')).toEqual([{ revision: 2 }])
  })

  test('is changed and deleted by its company alone, also by the next maker not', async () => {
    await reply(maker)
    for (const member of [ana, ben]) {
      expect(await change(member, 'Something else, then.')).toEqual([])
      await db.as(member, 'delete from review_replies where review_id = $1', [review])
    }
    await db.as(maker, 'select release_tool($1)', [tool])
    const next = await createMember()
    await makeMaker(next, tool, 'Pans')
    expect(await change(next, 'Something else, then.')).toEqual([])
    await expectRefusal(change(maker, 'Something else, then.'), '42501')
    expect(await readReply()).toMatchObject({ content: TEXT, company_id: company })
    await db.as(maker, 'delete from review_replies where review_id = $1', [review])
    expect(await readReply()).toBeUndefined()
  })

  test('follows the rules of what members write: suspension and the word filter', async () => {
    await db.asOwner(
      `insert into private.site_settings values ('word_filter', '[{"text": "boils", "action": "reject"}]')`,
    )
    await expectRefusal(reply(maker), '23514')
    await db.asOwner('delete from private.site_settings')
    await moderate(moderator, 'profile', maker, 'suspend')
    await expectRefusal(reply(maker), SUSPENDED)
  })
})

describe('moderation of a reply', () => {
  const read = () =>
    db.asOwner(
      'select * from review_replies p left join review_reply_revisions v using (review_id) where review_id = $1',
      [review],
    )

  test('a report, a removal with an email to the admins, an appeal and a restore', async () => {
    await reply(maker)
    await age('review_replies')
    await change(maker, `${TEXT} Soon.`)
    const before = await read()
    const number = await sendReport(ana, 'reply', review)
    expect(number).toBeGreaterThan(0)
    await expectRefusal(sendReport(maker, 'reply', review), '23514')
    const decision = await moderate(moderator, 'reply', review, 'remove')
    expect(await read()).toEqual([])
    expect((await readEmails(maker)).at(-1)).toMatchObject({
      kind: 'content_decision',
      data: { subject_type: 'reply', title: 'Pots', action: 'remove' },
    })
    await expectRefusal(
      reply(maker),
      `42501: We removed your reply to this review (decision ${decision}). You can appeal.`,
    )
    expect(await db.as(maker, 'select number, content from my_moderation_decisions()')).toEqual([
      { number: decision, content: expect.objectContaining({ content: `${TEXT} Soon.` }) },
    ])
    await db.as(maker, 'select submit_appeal($1, $2)', [decision, EXPLANATION])
    await expectRefusal(
      db.as(ben, 'select submit_appeal($1, $2)', [decision, EXPLANATION]),
      'PT404',
    )
    const [appeal] =
      await db.asOwner`select number from private.appeals where decision = ${decision}`
    await db.as(otherModerator, 'select resolve_appeal($1, $2, $3)', [
      appeal?.number,
      'reversed',
      EXPLANATION,
    ])
    expect(await read()).toEqual(before)
  })

  test('a reply that waits for approval is not called removed', async () => {
    await db.asOwner`insert into private.site_settings values ('word_filter', '[{"text": "casino", "action": "hold"}]')`
    await reply(maker, 'Thank you. See you at the casino.')
    await db.asOwner('delete from private.site_settings')
    expect(await read()).toEqual([])
    await expectRefusal(reply(maker), '42501: Your reply to this review is waiting for approval.')
  })

  test('a member of the company does not decide, the reviewer does', async () => {
    await reply(maker)
    await joinCompany(company, moderator)
    await expectRefusal(moderate(moderator, 'reply', review, 'remove'), INVOLVED)
  })

  test('a removed review takes its reply along and brings it back; a tool does so too', async () => {
    await reply(maker)
    await age('review_replies')
    await change(maker, `${TEXT} Soon.`)
    const before = await read()
    for (const [type, id] of [
      ['review', review],
      ['tool', tool],
    ] as const) {
      await moderate(otherModerator, type, id, 'remove')
      expect(await read()).toEqual([])
      await expectRefusal(
        moderate(otherModerator, 'reply', review, 'restore'),
        'PT409: Please restore the review first.',
      )
      await moderate(otherModerator, type, id, 'restore')
      expect(await read()).toEqual(before)
    }
  })

  test('a reply stays removed while its review is removed and restored', async () => {
    await reply(maker)
    await moderate(otherModerator, 'reply', review, 'remove')
    await moderate(otherModerator, 'review', review, 'remove')
    await moderate(otherModerator, 'review', review, 'restore')
    expect(await read()).toEqual([])
    await moderate(otherModerator, 'reply', review, 'restore')
    expect(await read()).toHaveLength(1)
  })

  test('a merge moves replies and invitations to the other tool, and undoing it moves them back', async () => {
    await reply(maker)
    await db.as(maker, "select create_campaign($1, 'Newsletter')", [tool])
    const target = await createTool()
    const readTools = () =>
      db.rowAsOwner(
        'select (select tool_id from review_replies where review_id = $1) as reply, (select tool_id from review_campaigns where tool_id in ($2, $3)) as campaign, (select tool_id from tool_makers where tool_id in ($2, $3)) as maker',
        [review, tool, target],
      )
    const [merge] = await db.as(moderator, 'select merge_tools($1, $2, $3) as number', [
      tool,
      target,
      EXPLANATION,
    ])
    expect(merge).toBeDefined()
    expect(await readTools()).toEqual({ reply: target, campaign: target, maker: null })
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await readTools()).toEqual({ reply: tool, campaign: tool, maker: tool })
  })
})

describe('an invitation to review', () => {
  const create = async (member: string, name = 'Newsletter') =>
    String(await db.value(member, 'select create_campaign($1, $2) as code', [tool, name]))
  const find = async (code: string, of = tool) =>
    (await db.value(ANON, 'select find_campaign($1, $2) as id', [of, code])) as string | null
  const write = (author: string, campaign: string | null, of = tool) =>
    db.as(
      author,
      `insert into reviews (tool_id, user_id, rating, title, content, campaign_id)
       values ($1, $2, 5, 'It boils', 'Not once did it drip.', $3) returning campaign_id`,
      [of, author, campaign],
    )

  test('is made, read and ended by the maker, and marks the reviews of its link', async () => {
    const code = await create(maker)
    expect(code).toMatch(/^[0-9a-f]{10}$/)
    const id = await find(code)
    expect(await db.as(maker, 'select id, name from review_campaigns')).toEqual([
      { id, name: 'Newsletter' },
    ])
    expect(await db.as(ben, 'select id from review_campaigns')).toEqual([])
    expect(await write(ben, id)).toEqual([{ campaign_id: id }])
    await expectRefusal(
      db.as(ben, 'update reviews set campaign_id = null where user_id = $1', [ben]),
      '42501',
    )
    const guest = await createMember()
    const other = await createTool()
    expect(await find(code, other)).toBeNull()
    await expectRefusal(write(guest, id, other), '23514')
    await expectRefusal(db.as(ben, 'select close_campaign($1)', [id]), NOT_MAKER)
    await db.as(maker, 'select close_campaign($1)', [id])
    expect(await find(code)).toBeNull()
    await expectRefusal(write(guest, id), '23514: This invitation has ended.')
  })

  test('is refused for others, without a name, and if it is unknown', async () => {
    await expectRefusal(create(ben), NOT_MAKER)
    for (const name of ['  ', 'x'.repeat(81)]) {
      await expectRefusal(create(maker, name), '23514')
    }
    await expectRefusal(
      db.as(maker, 'select close_campaign($1)', [crypto.randomUUID()]),
      'PT404: We could not find this invitation.',
    )
  })
})
