// What confirmed members of a maker can do and cannot, and the labels of their reviews (spec 6 §1).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, EXPLANATION } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

let admin: string
let member: string
let tool: string
let company: string
const {
  db,
  createMember,
  createTool,
  ana,
  countRows,
  ben,
  moderator,
  moderate,
  makeMaker,
  joinCompany,
  confirm,
  createCompany,
  startClaim,
  checkClaim,
  recordCheck,
  suggestEdit,
  writeReply,
} = await shareCommunity()
beforeEach(async () => {
  admin = await createMember()
  member = await createMember()
  tool = await createTool()
  company = await makeMaker(admin, tool, 'Pots')
  await joinCompany(company, member)
})

const review = (author: string, of: string, columns = '', values = '') =>
  db.as(
    author,
    `insert into reviews (tool_id, user_id, rating, title, content${columns})
     values ($1, $2, 5, 'It boils', 'Not once did it drip.'${values}) returning id, relationship, is_relationship_found`,
    [of, author],
  )
const readReview = (author: string, of: string) =>
  db.rowAsOwner(
    'select relationship, is_relationship_found, revision, edited_at from reviews where user_id = $1 and tool_id = $2',
    [author, of],
  )
const readCounts = (of: string) =>
  db.rowAsOwner`select review_count, rating_average, rating_counts, adjusted_rating from tools where id = ${of}`
const accept = (claim: string) =>
  db.as(moderator, 'select resolve_tool_claim($1, true, $2)', [claim, EXPLANATION])
const leave = (who: string) => db.as(who, 'delete from company_members where user_id = $1', [who])
const readAdmins = () =>
  db.asOwner('select user_id from company_members where company_id = $1 and is_admin', [company])
const YOU_MAKE_IT = { code: '42501', message: expect.stringMatching(/^You make /) }
const LABELLED = { relationship: 'maker', is_relationship_found: true }

describe('confirm_company_member', () => {
  test('is for admins of a verified company', async () => {
    await expectRefusal(confirm(member, company, member), '42501: Only admins of Pots can do this.')
    await expectRefusal(confirm(admin, company, ana), 'PT404')
    await confirm(admin, company, member)
    expect(await countRows('company_members', 'user_id = $1 and is_confirmed', [member])).toBe(1)
    await confirm(admin, company, member, false)
    expect(await countRows('company_members', 'user_id = $1 and is_confirmed', [member])).toBe(0)
    const unverified = await createCompany(admin)
    await expectRefusal(
      confirm(admin, unverified, admin),
      '42501: Only admins of a verified company can do this.',
    )
  })

  test('a stranger who joined and is left as the only admin cannot confirm themselves or release the tool', async () => {
    const colleague = await createMember()
    await joinCompany(company, colleague)
    await confirm(admin, company, colleague)
    await leave(admin)
    // The stranger has joined before.
    expect(await readAdmins()).toEqual([{ user_id: colleague }])
    await confirm(colleague, company, member)
    await confirm(colleague, company, member, false)
    await leave(colleague)
    expect(await readAdmins()).toEqual([{ user_id: member }])
    for (const call of [
      confirm(member, company, member),
      db.as(member, 'select release_tool($1)', [tool]),
    ]) {
      await expectRefusal(call, '42501: Only confirmed members of Pots can do this.')
    }
  })

  test('a stranger who is left as the only admin gets nothing of the company by a claim of an own tool', async () => {
    const stranger = await createMember()
    const own = await createTool()
    await joinCompany(company, stranger)
    const written = await review(ben, tool)
    // Before the other member, so that the stranger follows as the admin.
    for (const leaving of [member, admin]) await leave(leaving)
    expect(await readAdmins()).toEqual([{ user_id: stranger }])
    const { claim } = await startClaim(stranger, own, company)
    await checkClaim(stranger, claim)
    expect(await recordCheck(claim, true, { method: 'dns' })).toEqual({
      status: 'open',
      detail:
        'We found the token. Only confirmed members of Pots can do this, so a moderator has to decide about this one.',
    })
    expect(await countRows('tool_makers', 'tool_id = $1', [own])).toBe(0)
    await accept(claim)
    expect(await countRows('tool_makers', 'tool_id = $1', [own])).toBe(1)
    expect(await countRows('company_members', 'company_id = $1 and is_confirmed', [company])).toBe(
      0,
    )
    for (const call of [
      () => db.as(stranger, 'select release_tool($1)', [tool]),
      () => db.as(stranger, 'select release_tool($1)', [own]),
      () => confirm(stranger, company, stranger),
      () => db.as(stranger, "select create_campaign($1, 'Mail')", [tool]),
      () => writeReply(stranger, String(written[0]?.id)),
      () => db.as(stranger, "update companies set name = 'Microsoft' where id = $1", [company]),
      () =>
        db.as(stranger, "update companies set website = 'https://bank.example' where id = $1", [
          company,
        ]),
      () =>
        db.insert(stranger, 'storage.objects', {
          bucket_id: 'logos',
          name: `${company}/${crypto.randomUUID()}.webp`,
        }),
    ]) {
      await expectRefusal(call(), '42501')
    }
    await suggestEdit(stranger, tool, { description: ['Boils water.', 'Boils it.'] })
    expect(await countRows('tool_edits', "tool_id = $1 and status = 'open'", [tool])).toBe(1)
  })

  test('a member who joins a company whose tools are removed or released gets no power', async () => {
    for (const end of [
      () => moderate(moderator, 'tool', tool, 'remove'),
      () => db.as(admin, 'select release_tool($1)', [tool]),
      () => db.asOwner('delete from tools where id = $1', [tool]),
    ]) {
      tool = await createTool()
      company = await makeMaker(admin, tool)
      await end()
      const stranger = await createMember()
      await joinCompany(company, stranger)
      await db.as(admin, 'delete from company_members where company_id = $1 and user_id = $2', [
        company,
        admin,
      ])
      const { claim } = await startClaim(stranger, await createTool(), company)
      await recordCheck(claim, true)
      expect(await countRows('company_members', 'user_id = $1 and is_confirmed', [stranger])).toBe(
        0,
      )
    }
  })

  test('a founder has no power over a company that somebody else has proved, and a claim confirms who follows before', async () => {
    const founder = await createMember()
    const follower = await createMember()
    const other = await createCompany(founder)
    await joinCompany(other, follower)
    await leave(founder)
    const { claim } = await startClaim(follower, await createTool(), other)
    await recordCheck(claim, true, { method: 'dns' })
    expect(await countRows('company_members', 'user_id = $1 and is_confirmed', [follower])).toBe(1)
    await joinCompany(other, founder)
    await leave(follower)
    await expectRefusal(confirm(founder, other, founder), '42501')
    const { claim: second } = await startClaim(founder, await createTool(), other)
    await recordCheck(second, true, { method: 'dns' })
    expect(await countRows('company_members', 'user_id = $1 and is_confirmed', [founder])).toBe(0)
  })

  test('a member cannot confirm themselves by joining or by an update', async () => {
    for (const statement of [
      'insert into company_members (company_id, user_id, is_confirmed) values ($1, $2, true)',
      'update company_members set is_confirmed = true where company_id = $1 and user_id = $2',
    ]) {
      await expectRefusal(db.as(member, statement, [company, member]), '42501')
    }
  })
})

describe('a member is removed', () => {
  const remove = async (by: string, who: string) => {
    const [found] = await db.as(
      by,
      'select can_be_managed(c) as is_offered from companies c where id = $1',
      [company],
    )
    const removal = db.as(
      by,
      'delete from company_members where company_id = $1 and user_id = $2 returning user_id',
      [company, who],
    )
    const isRemoved = await removal.then(
      (rows) => rows.length === 1,
      () => false,
    )
    // Pages offer it to those who can do it.
    if (by !== who) expect(found).toEqual({ is_offered: isRemoved })
    await removal
    return isRemoved
  }
  const join = (who: string, is_admin = false) =>
    db.insert(who, 'company_members', {
      company_id: company,
      user_id: who,
      is_admin,
      role: is_admin ? 'admin' : 'member',
    })
  const NO_POWER = '42501: Only confirmed members of Pots can do this.'
  const confirmAs = (who: string) =>
    db.asOwner`update company_members set is_confirmed = true where user_id = ${who}`
  const followFounder = async () => {
    await leave(admin)
    expect(await readAdmins()).toEqual([{ user_id: member }])
  }

  test('only an admin with the power of the company can remove a member', async () => {
    const colleague = await createMember()
    await join(colleague)
    expect(await remove(member, colleague)).toBe(false)
    await confirm(admin, company, member)
    expect(await remove(member, admin)).toBe(false)
    expect(await remove(admin, member)).toBe(true)
    await join(member)
    expect(await remove(admin, member)).toBe(true)
  })

  test.each(['before', 'after'])(
    'not by a stranger who is left as the admin, %s a new member',
    async (moment) => {
      const colleague = await createMember()
      if (moment === 'after') await followFounder()
      await join(colleague)
      if (moment === 'before') await followFounder()
      await expectRefusal(remove(member, colleague), NO_POWER)
      await confirmAs(colleague)
      await expectRefusal(remove(member, colleague), NO_POWER)
      expect(await remove(member, member)).toBe(true)
      expect(await readAdmins()).toEqual([{ user_id: colleague }])
    },
  )

  test('a founder who left and joins again is admin beside a stranger, who cannot remove the founder', async () => {
    await followFounder()
    await join(admin, true)
    expect(await readAdmins()).toHaveLength(2)
    await expectRefusal(remove(member, admin), NO_POWER)
    expect(await remove(admin, member)).toBe(true)
  })

  test('a founder who joins again as a member follows the stranger who is admin', async () => {
    await followFounder()
    const earlier = await createMember()
    await join(earlier)
    await join(admin)
    await expectRefusal(remove(member, admin), NO_POWER)
    expect(await remove(admin, member)).toBe(false)
    await leave(member)
    expect(await readAdmins()).toEqual([{ user_id: admin }])
    expect(await remove(admin, earlier)).toBe(true)
  })

  test('a founder whom an admin with the power has removed joins again as a member alone, and can be removed again', async () => {
    await confirmAs(member)
    await db.asOwner`update company_members set role = 'admin', is_admin = true where user_id = ${member}`
    expect(await remove(member, admin)).toBe(true)
    await expectRefusal(join(admin, true), '42501')
    await join(admin)
    expect(await remove(admin, member)).toBe(false)
    expect(await remove(member, admin)).toBe(true)
  })

  test('a founder of a company that somebody else has proved comes not back as its admin', async () => {
    await db.asOwner`update private.tool_claims set claimant_id = ${ben} where company_id = ${company}`
    await followFounder()
    await expectRefusal(join(admin, true), '42501')
    await join(admin)
    await expectRefusal(remove(member, admin), NO_POWER)
  })

  test('by each admin of a company that never made a tool', async () => {
    company = await createCompany(admin)
    await join(member)
    await leave(admin)
    await expectRefusal(join(admin, true), '42501')
    await join(admin)
    expect(await remove(member, admin)).toBe(true)
  })
})

describe('reviews of the own tool', () => {
  test('an earlier review gets the label, leaves the adjusted rating, and stays in the average', async () => {
    await review(member, tool)
    await review(ana, tool)
    await db.asOwner`update reviews set created_at = now() - interval '1 hour' where tool_id = ${tool}`
    const { adjusted_rating: before } = (await readCounts(tool)) ?? {}
    await confirm(admin, company, member)
    expect(await readReview(member, tool)).toEqual({ ...LABELLED, revision: 1, edited_at: null })
    const counts = await readCounts(tool)
    expect(counts).toMatchObject({
      review_count: 2,
      rating_average: '5.00',
      rating_counts: [0, 0, 0, 0, 1],
    })
    expect(Number(counts?.adjusted_rating)).toBeLessThan(Number(before))
    const [estimate] = await db.as(
      ANON,
      'select tool_rating_estimate($1) as e, tool_review_summary($1) as s',
      [tool],
    )
    expect(estimate).toMatchObject({
      e: { reviews: 2, counted: 1, excluded: { relationship: 1, incentive: 0 } },
      s: { distribution: { 5: 2 } },
    })
  })

  test('its author cannot take the label away, also not after leaving or by writing it again', async () => {
    await review(member, tool)
    await confirm(admin, company, member)
    const change = () =>
      db.as(member)`update reviews set relationship = 'none', rating = 4 where user_id = ${member}`
    await change()
    expect(await readReview(member, tool)).toMatchObject(LABELLED)
    await db.as(member, 'delete from company_members where user_id = $1', [member])
    await change()
    expect(await readReview(member, tool)).toMatchObject(LABELLED)
    await db.as(member, 'delete from reviews where user_id = $1', [member])
    expect((await review(member, tool, ', relationship', ", 'none'"))[0]).toMatchObject(LABELLED)
  })

  test('a confirmed member cannot write a review of it or vote on one', async () => {
    const [{ id } = { id: '' }] = await review(ben, tool)
    const [{ name } = { name: '' }] = await db.asOwner`select name from tools where id = ${tool}`
    await expectRefusal(
      review(admin, tool),
      `42501: You make ${name}. You can reply to its reviews but not write one.`,
    )
    const vote = (voter: string) =>
      db.insert(voter, 'review_helpful_votes', { review_id: id, user_id: voter })
    await expectRefusal(
      vote(admin),
      `42501: You make ${name}. You can reply to its reviews but not vote on them.`,
    )
    // Not confirmed.
    await vote(member)
    await review(member, tool)
  })
})

describe('who speaks for a company', () => {
  const rejoin = (person: string) =>
    db.insert(person, 'company_members', {
      company_id: company,
      user_id: person,
      role: 'admin',
      is_admin: true,
    })
  const vote = async (voter: string, id: unknown) =>
    db.insert(voter, 'review_helpful_votes', { review_id: String(id), user_id: voter })

  test('the founder cannot review the tool or vote after leaving, and returns', async () => {
    const [written] = await review(ben, tool)
    await leave(member)
    await leave(admin)
    await expectRefusal(review(admin, tool), '42501')
    await expectRefusal(vote(admin, written?.id), YOU_MAKE_IT)
    await rejoin(admin)
    await expectRefusal(review(admin, tool), '42501')
  })

  test('an admin and a claimant who are not confirmed count as confirmed members', async () => {
    const [written] = await review(ben, tool)
    await leave(admin)
    expect(await readAdmins()).toEqual([{ user_id: member }])
    await expectRefusal(review(member, tool), YOU_MAKE_IT)
    await expectRefusal(vote(member, written?.id), YOU_MAKE_IT)
    const claimed = await createTool()
    const { claim } = await startClaim(member, claimed, company)
    await accept(claim)
    await leave(member)
    await db.asOwner("update private.former_members set left_at = now() - interval '91 days'")
    await expectRefusal(review(member, claimed), YOU_MAKE_IT)
  })

  test.each([
    ['leaves', () => leave(member)],
    ['is not confirmed anymore', () => confirm(admin, company, member, false)],
  ])('a member who %s counts for 90 days', async (_how, stop) => {
    const [written] = await review(ben, tool)
    await confirm(admin, company, member)
    await stop()
    expect((await review(member, tool))[0]).toMatchObject(LABELLED)
    await expectRefusal(vote(member, written?.id), YOU_MAKE_IT)
    await db.as(member, 'delete from reviews where user_id = $1', [member])
    await db.asOwner('delete from private.deleted_reviews where user_id = $1', [member])
    await db.asOwner("update private.former_members set left_at = now() - interval '91 days'")
    expect((await review(member, tool))[0]).toMatchObject({ relationship: null })
    await vote(member, written?.id)
    await db.as({ role: 'service_role' }, 'select purge_closed_reports()')
    expect(await countRows('private.former_members', 'user_id = $1', [member])).toBe(0)
  })

  test('a company that releases its tool for a moment still makes it', async () => {
    const [written] = await review(ben, tool)
    await db.as(admin, 'select release_tool($1)', [tool])
    await expectRefusal(vote(admin, written?.id), YOU_MAKE_IT)
    await db.asOwner("update private.past_makers set ended_at = now() - interval '91 days'")
    await vote(admin, written?.id)
  })
})

test.runIf(inject('engine') === 'postgres')(
  'a review that is being written while its author is confirmed, or the claim is granted, gets the label',
  async () => {
    const [other, colleague] = [await createTool(), await createMember()]
    await joinCompany(company, colleague)
    await confirm(admin, company, colleague)
    const { claim } = await startClaim(admin, other, company)
    for (const [author, of, label] of [
      [member, tool, () => confirm(admin, company, member)],
      [colleague, other, () => recordCheck(claim, true, { method: 'dns' })],
    ] as const) {
      let labelling: Promise<unknown> | undefined
      await db.database.transactionAsOwner(async ({ query }) => {
        await query(
          "insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 5, 'It boils', 'Not once did it drip.')",
          [of, author],
        )
        let isOver = false
        labelling = label().finally(() => {
          isOver = true
        })
        await expect
          .poll(async () => {
            const [row] = await db.asOwner(
              'select count(*) from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
            )
            return isOver || Number(row?.count) > 0
          })
          .toBe(true)
      })
      await labelling
      expect(await readReview(author, of)).toMatchObject(LABELLED)
    }
  },
)

test('a review of another maker in the same category is labelled as a competitor, and of another category not', async () => {
  const rival = await createTool()
  const elsewhere = await createTool()
  const sibling = await createTool()
  await db.asOwner("update tools set category = 'Design' where id = $1", [elsewhere])
  await db.insert(OWNER, 'tool_makers', { tool_id: sibling, company_id: company, method: 'staff' })
  expect((await review(admin, rival))[0]).toMatchObject({
    relationship: 'competitor',
    is_relationship_found: true,
  })
  expect((await review(admin, elsewhere))[0]).toMatchObject({
    relationship: null,
    is_relationship_found: false,
  })
  await expectRefusal(review(admin, sibling), '42501')
  await review(member, rival)
  await confirm(admin, company, member)
  expect(await readReview(member, rival)).toMatchObject({
    relationship: 'competitor',
    is_relationship_found: true,
  })
})

describe('edits of the own tool', () => {
  const readEdits = () =>
    db.asOwner(
      'select id, status, number, changes, as_maker from tool_edits where tool_id = $1 order by created_at, number nulls last',
      [tool],
    )

  test('the fields of a price wait together if one has a word that is held', async () => {
    await db.asOwner("insert into private.site_settings values ('word_filter', $1)", [
      JSON.stringify([{ text: 'casino', action: 'hold' }]),
    ])
    const price = (source: string) => ({
      price_from: [null, 5],
      price_currency: [null, 'EUR'],
      price_period: [null, 'month'],
      price_checked_on: [null, '2026-01-01'],
      price_source_url: [null, source],
      license: [null, 'MIT'],
    })
    const readFacts = (of: string) =>
      db.asOwner('select license, price_source_url from tool_facts where tool_id = $1', [of])
    await suggestEdit(admin, tool, price('https://casino.example'))
    expect(await readFacts(tool)).toEqual([{ license: 'MIT', price_source_url: null }])
    const other = await createTool()
    await makeMaker(admin, other)
    await suggestEdit(admin, other, price('https://pots.example'))
    expect(await readFacts(other)).toEqual([
      { license: 'MIT', price_source_url: 'https://pots.example' },
    ])
  })

  test('take effect at once and are marked, except name and category', async () => {
    const [{ name } = { name: '' }] = await db.asOwner`select name from tools where id = ${tool}`
    const description = ['Boils water.', 'Boils it faster.']
    const edit = await suggestEdit(admin, tool, { description })
    expect(await readEdits()).toEqual([
      { id: edit, status: 'accepted', number: 1, changes: { description }, as_maker: true },
    ])
    expect(await countRows('tools', "id = $1 and description = 'Boils it faster.'", [tool])).toBe(1)
    const open = await suggestEdit(admin, tool, {
      name: [name, 'Newly called'],
      license: [null, 'MIT'],
    })
    expect((await readEdits()).slice(1)).toEqual([
      {
        id: expect.any(String),
        status: 'accepted',
        number: 2,
        changes: { license: [null, 'MIT'] },
        as_maker: true,
      },
      {
        id: open,
        status: 'open',
        number: null,
        changes: { name: [name, 'Newly called'] },
        as_maker: true,
      },
    ])
    expect(await countRows('tools', 'id = $1 and name = $2', [tool, name])).toBe(1)
  })

  test.each([
    ['https://bank.example/', false],
    ['https://HOST.bank.example/', false],
    ['https://bank.example/HOST', false],
    ['http://HOST:8080/', false],
    ['https://help.HOST/', false],
    ['https://www.HOST/new', true],
    ['http://HOST/?lang=de', true],
  ])('a website %s takes effect at once: %s', async (website, isAtOnce) => {
    const [{ website_url: before } = { website_url: '' }] = await db.asOwner(
      'select website_url from tools where id = $1',
      [tool],
    )
    const after = website.replace('HOST', new URL(String(before)).host)
    await suggestEdit(admin, tool, { website_url: [before, after], license: [null, 'MIT'] })
    expect(await readEdits()).toMatchObject(
      isAtOnce
        ? [{ status: 'accepted', changes: { website_url: [before, after] } }]
        : [
            { status: 'accepted', changes: { license: [null, 'MIT'] } },
            { status: 'open', changes: { website_url: [before, after] }, as_maker: true },
          ],
    )
    expect(await countRows('tools', 'id = $1 and website_url = $2', [tool, after])).toBe(
      isAtOnce ? 1 : 0,
    )
  })

  test('of members who are not confirmed wait for a moderator', async () => {
    await suggestEdit(member, tool, { description: ['Boils water.', 'Boils it.'] })
    expect(await readEdits()).toMatchObject([{ status: 'open', as_maker: false }])
  })
})
