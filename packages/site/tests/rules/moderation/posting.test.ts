// Suspension, settings, daily limits, the word filter and approval of posts (spec 3 §1.3).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, SERVICE } from '../../support/databases/moderation.ts'
import {
  expectRefusal,
  FILTERED,
  ONLY_ADMINISTRATORS,
  ONLY_MODERATORS,
  reachedLimit,
  SUSPENDED,
} from '../../support/databases/refusals.ts'

const members = await shareCommunity()
const {
  db,
  moderator,
  admin,
  createTool,
  createMember,
  createReview,
  moderate,
  ana,
  createLaunch,
  addVote,
  ben,
  countRows,
  readEmails,
  otherModerator,
} = members
beforeEach(async () => {
  await db.asOwner('delete from private.site_settings')
})

const setSettings = (changes: object, sub = admin) =>
  db.as(sub, 'select update_site_settings($1)', [JSON.stringify(changes)])

const writeReview = async (member: string, tool?: string, content?: string, rating = 4) =>
  members.writeReview(member, tool ?? (await createTool()), { rating, ...(content && { content }) })
const addTool = (member: string, description = 'Boils water.') =>
  db.create(member, 'tools', { name: `Tool ${crypto.randomUUID()}`, description, category: 'HR' })
const launchTool = async (member: string, tagline = 'Boils today') =>
  members.addLaunch(member, await createTool(), { tagline })
/** Whether visitors see a review, a tool or a launch. */
const isVisible = async (post: unknown) =>
  (
    await db.as(
      ANON,
      'select from reviews where id = $1 union all select from tools where id = $1 union all select from product_launches where id = $1',
      [post],
    )
  ).length === 1

describe('a suspended member', () => {
  const suspended = async (until?: string) => {
    const member = await createMember()
    const tool = await createTool()
    const review = await createReview(tool, member)
    const decision = await moderate(moderator, 'profile', member, 'suspend', until ? { until } : {})
    return { member, tool, review, decision }
  }

  test('cannot write with the token from before, and can again after unsuspend', async () => {
    const { member, review } = await suspended()
    const other = await createReview(await createTool(), ana)
    const launch = await createLaunch(await createTool(), ana)
    const company = await db.create(OWNER, 'companies', { name: 'Pots' })
    const statements: Record<string, [string, unknown[]]> = {
      review: [
        "insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, 'Again', 'Not once did it drip.')",
        [await createTool(), member],
      ],
      'changed review': ["update reviews set title = 'Other' where id = $1", [review]],
      tool: [
        "insert into tools (name, description, category) values ('New ' || $1::text, 'd', 'HR')",
        [crypto.randomUUID()],
      ],
      launch: [
        "insert into product_launches (user_id, tagline, launch_date) values ($1, 'New', '2099-01-01')",
        [member],
      ],
      vote: [
        'insert into review_helpful_votes (review_id, user_id) values ($1, $2)',
        [other, member],
      ],
      upvote: ['insert into launch_upvotes (launch_id, user_id) values ($1, $2)', [launch, member]],
      follow: [
        'insert into user_follows (follower_id, following_id) values ($1, $2)',
        [member, ana],
      ],
      'company follow': [
        'insert into company_follows (user_id, company_id) values ($1, $2)',
        [member, company],
      ],
      company: ["insert into companies (name) values ('Mine')", []],
      membership: [
        'insert into company_members (company_id, user_id) values ($1, $2)',
        [company, member],
      ],
      profile: ["update profiles set bio = 'Buy' where user_id = $1", [member]],
      report: ["select submit_report('review', $1, 'spam')", [other]],
      picture: [
        "insert into storage.objects (bucket_id, name, owner_id) values ('avatars', $1::text || '/a.png', $1::text)",
        [member],
      ],
    }
    for (const [text, values] of Object.values(statements))
      await expectRefusal(db.as(member, text, values), SUSPENDED)
    await moderate(moderator, 'profile', member, 'unsuspend')
    for (const [text, values] of Object.values(statements)) await db.as(member, text, values)
  })

  test('can read, change the privacy setting, withdraw, delete, download, appeal and delete the account', async () => {
    const { member, review, decision } = await suspended()
    const other = await createReview(await createTool(), ana)
    await addVote(other, member)
    await db.insert(OWNER, 'user_follows', { follower_id: member, following_id: ana })
    expect(await db.as(member, 'select id from reviews where id = $1', [review])).toHaveLength(1)
    await db.as(member, "update profiles set profile_visibility = 'private' where user_id = $1", [
      member,
    ])
    expect(
      await db.as(member)`delete from review_helpful_votes where user_id = ${member} returning 1`,
    ).toHaveLength(1)
    expect(
      await db.as(member, 'delete from user_follows where follower_id = $1 returning 1', [member]),
    ).toHaveLength(1)
    expect(
      await db.as(member, 'delete from reviews where id = $1 returning 1', [review]),
    ).toHaveLength(1)
    await db.insert(member, 'audit_logs', { action: 'sign_in', resource_type: 'session' })
    const [row] = await db.as(member, 'select download_my_data() as data')
    expect(row?.data).toMatchObject({ suspension: { decision, expires_at: null } })
    await db.as(member, 'select submit_appeal($1, $2)', [decision, APPEAL])
    await db.as(member, 'select delete_account(false)')
  })

  test('can call no other writing function than these', async () => {
    const rows = await db.asOwner`
      with recursive calls (name, called) as (
        select p.proname::text, p.oid from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and has_function_privilege('authenticated', p.oid, 'execute')
        union
        select c.name, q.oid from calls c join pg_proc p on p.oid = c.called
        cross join lateral regexp_matches(p.prosrc, 'private\\.(\\w+)', 'g') as used
        join pg_proc q on q.pronamespace = 'private'::regnamespace and q.proname = used[1])
      select name from calls group by name
      having not bool_or(called in ('private.require_no_suspension'::regproc, 'private.check_suspension'::regproc, 'private.get_staff_role'::regproc))
      order by name`
    expect(rows.map(({ name }) => name)).toEqual([
      'count_profile_view',
      'delete_account',
      'end_my_session',
      'launch_preview_link',
      'mark_notifications_read',
      'redact_revision',
      'submit_appeal',
      'undo_unsubscribe',
      'unsubscribe',
      'withdraw_report',
      'withdraw_tool_edit',
    ])
  })

  test('leaves the own company and cannot remove other members', async () => {
    const { member } = await suspended()
    const company = await db.create(OWNER, 'companies', {
      name: `Pots ${member}`,
      created_by: member,
    })
    await db.insert(OWNER, 'company_members', { company_id: company, user_id: ben, role: 'member' })
    const remove = (who: string) =>
      db.as(
        member,
        'delete from company_members where company_id = $1 and user_id = $2 returning 1',
        [company, who],
      )
    await expectRefusal(remove(ben), SUSPENDED)
    expect(await countRows('company_members', 'company_id = $1', [company])).toBe(2)
    await moderate(moderator, 'profile', member, 'unsuspend')
    expect(await remove(ben)).toHaveLength(1)
    await moderate(moderator, 'profile', member, 'suspend')
    expect(await remove(member)).toHaveLength(1)
  })

  test('reads the end of the suspension, after which it has no effect', async () => {
    const { member } = await suspended('2099-12-01T12:00:00Z')
    const tool = await createTool()
    await expectRefusal(
      writeReview(member, tool),
      '42501: Your account is suspended until Dec 1, 2099. You can still read, download your data and appeal.',
    )
    await db.asOwner`update private.suspensions set expires_at = now() where user_id = ${member}`
    await writeReview(member, tool)
  })
})

describe('settings', () => {
  test('are read and changed by administrators alone', async () => {
    for (const sub of [moderator, ben]) {
      await expectRefusal(db.as(sub, 'select site_settings()'), ONLY_ADMINISTRATORS)
      await expectRefusal(setSettings({ daily_limit_tools: 1 }, sub), ONLY_ADMINISTRATORS)
    }
    for (const caller of [ANON, SERVICE])
      await expectRefusal(db.as(caller, 'select site_settings()'), '42501')
    await setSettings({ daily_limit_tools: 3 })
    expect(await db.as(admin, 'select site_settings() as settings')).toEqual([
      {
        settings: {
          premoderate_first_posts: 0,
          premoderate_links: false,
          new_account_hours: 24,
          word_filter: [],
          daily_limit_tools: 3,
          daily_limit_reviews: 200,
          daily_limit_launches: 50,
          daily_limit_votes: 2000,
          daily_limit_follows: 1000,
          daily_limit_edits: 100,
          daily_limit_lists: 50,
          vitality_quiet_months: 12,
          vitality_dormant_months: 24,
          require_staff_2fa: false,
          invite_only: false,
          blocked_email_domains: [],
          ai_crawlers: 'allow',
          open_review_texts: false,
        },
      },
    ])
  })

  test.each([
    ['an unknown key', { colour: 1 }],
    ['a text for a number', { daily_limit_tools: '3' }],
    ['a negative number', { daily_limit_tools: -1 }],
    ['a fraction', { daily_limit_tools: 1.5 }],
    ['a number for a switch', { premoderate_links: 1 }],
    ['null', { daily_limit_tools: null }],
    ['a word without an action', { word_filter: [{ text: 'casino' }] }],
    ['a word of one letter', { word_filter: [{ text: 'a', action: 'hold' }] }],
    ['an invisible word', { word_filter: [{ text: '\u200b\u200b\u200b', action: 'hold' }] }],
    ['an unknown action', { word_filter: [{ text: 'casino', action: 'delete' }] }],
    ['no list of words', { word_filter: 'casino' }],
    ['no list of domains', { blocked_email_domains: 'mail.example' }],
    ['an address for a domain', { blocked_email_domains: ['ana@mail.example'] }],
    ['a domain without a dot', { blocked_email_domains: ['mail'] }],
    ['a text for a switch', { invite_only: 'true' }],
    ['a number for open texts', { open_review_texts: 1 }],
    ['a list', [1]],
  ])('%s is refused, and nothing of the call is changed', async (_case, changes) => {
    await expectRefusal(
      setSettings(Array.isArray(changes) ? changes : { daily_limit_launches: 7, ...changes }),
      '23514',
    )
    const [row] = await db.as(admin, 'select site_settings() as settings')
    expect(row?.settings).toMatchObject({ daily_limit_launches: 50 })
  })
})

describe('limits of a day', () => {
  test.each([
    ['tools', 'daily_limit_tools', (sub: string) => addTool(sub)],
    ['reviews', 'daily_limit_reviews', (sub: string) => writeReview(sub)],
    ['launches', 'daily_limit_launches', (sub: string) => launchTool(sub)],
    [
      'follows',
      'daily_limit_follows',
      async (sub: string) => members.followPerson(sub, await createMember()),
    ],
    [
      'votes',
      'daily_limit_votes',
      async (sub: string) => members.vote(sub, await createReview(await createTool(), ana)),
    ],
    [
      'lists',
      'daily_limit_lists',
      (sub: string) => db.create(sub, 'lists', { user_id: sub, name: 'Kettles' }),
    ],
    [
      'lists',
      'daily_limit_lists',
      async (sub: string) => {
        const list = await db.create(OWNER, 'lists', {
          user_id: ana,
          name: 'Kettles',
          visibility: 'public',
        })
        await db.as(sub, 'select copy_list($1)', [list])
        await db.asOwner('delete from lists where id = $1', [list])
      },
    ],
  ])('refuse the fourth of three %s, also after a deletion', async (kind, setting, write) => {
    await setSettings({ [setting]: 3 })
    const member = await createMember()
    for (let i = 0; i < 3; i++) await write(member)
    const refusal = reachedLimit(3, kind)
    await expectRefusal(write(member), refusal)
    for (const table of ['reviews', 'lists'])
      await db.as(member, `delete from ${table} where user_id = $1`, [member])
    await expectRefusal(write(member), refusal)
    // Other members and staff write, and the member the next day.
    await write(ben)
    for (let i = 0; i < 4; i++) await write(moderator)
    await db.asOwner('update private.daily_usage set day = day - 1 where user_id = $1', [member])
    await write(member)
  })

  test.each([
    [
      'claims',
      async (maker: string) => {
        const company = await members.createCompany(maker)
        return async () => members.startClaim(maker, await createTool(), company)
      },
    ],
    [
      'campaigns',
      async (maker: string) => {
        const tool = await createTool()
        await members.makeMaker(maker, tool)
        return () => db.as(maker, "select create_campaign($1, 'Newsletter')", [tool])
      },
    ],
  ])('refuse the 21st of %s', async (kind, prepare) => {
    const maker = await createMember()
    const write = await prepare(maker)
    for (let i = 0; i < 20; i++) await write()
    await expectRefusal(write(), reachedLimit(20, kind))
    await db.asOwner('update private.daily_usage set day = day - 1 where user_id = $1', [maker])
    await write()
  })

  test('count helpful votes and upvotes together, and both kinds of follows', async () => {
    await setSettings({ daily_limit_votes: 1, daily_limit_follows: 1 })
    const member = await createMember()
    const review = await createReview(await createTool(), ana)
    const launch = await createLaunch(await createTool(), ana)
    const company = await db.create(OWNER, 'companies', { name: 'Pots' })
    await db.insert(member, 'launch_upvotes', { launch_id: launch, user_id: member })
    await expectRefusal(members.vote(member, review), 'PT429')
    await db.insert(member, 'company_follows', { user_id: member, company_id: company })
    await expectRefusal(members.followPerson(member, ana), 'PT429')
  })

  test('are by default above 20 reviews in a minute', async () => {
    const member = await createMember()
    for (let i = 0; i < 20; i++) await writeReview(member)
    expect(await countRows('reviews', 'user_id = $1', [member])).toBe(20)
  })
})

describe('the word filter', () => {
  test('rejects a text with the word anywhere, in any case, of every kind of content', async () => {
    const member = await createMember()
    const own = await writeReview(member)
    const company = await db.create(member, 'companies', { name: 'Pots' })
    await setSettings({ word_filter: [{ text: 'Casino', action: 'reject' }] })
    const bad = 'The best onlineCASINOs of all.'
    const update = (text: string, id: unknown) => db.as(member, text, [id, bad])
    await expectRefusal(writeReview(member, undefined, bad), FILTERED)
    await expectRefusal(update('update reviews set content = $2 where id = $1', own), FILTERED)
    await expectRefusal(update('update reviews set pros = array[$2] where id = $1', own), FILTERED)
    await expectRefusal(addTool(member, bad), FILTERED)
    await expectRefusal(launchTool(member, bad), FILTERED)
    await expectRefusal(update('update profiles set bio = $2 where user_id = $1', member), FILTERED)
    await expectRefusal(
      update('update companies set description = $2 where id = $1', company),
      FILTERED,
    )
    await db.as(member)`update reviews set content = ${'The best kettle of all.'} where id = ${own}`
    await addTool(member)
  })

  test('strip_invisible removes exactly what Unicode says is not shown', async () => {
    const hidden: string[] = []
    const shown: string[] = []
    for (let code = 1; code <= 0x10_ff_ff; code += 1) {
      if (code >= 0xd8_00 && code <= 0xdf_ff) continue
      const letter = String.fromCodePoint(code)
      const isHidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(letter)
      ;(isHidden ? hidden : shown).push(letter)
    }
    expect(hidden.length).toBeGreaterThan(4000)
    const [row] = await db.asOwner(
      'select private.strip_invisible($1) as hidden, private.strip_invisible($2) = $2 as is_same',
      [hidden.join(''), shown.join('')],
    )
    expect(row).toEqual({ hidden: '', is_same: true })
  })

  test.each([
    ['full-width letters', 'a ｃａｓｉｎｏ here'],
    ['invisible characters', 'a cas\u200bi\u00adno here'],
    ['a grapheme joiner, a variation selector and a tag', 'a c\u034fa\ufe0fsi\u{e0061}no here'],
    ['controls of writing direction', 'a \u202dcas\u2068i\u061cno here'],
    ['separators and fillers of scripts', 'a c\u180ea\u2062s\u3164i\uffa0no here'],
    ['combining marks', 'a CASINO\u0301 here'],
    ['a line break between two words', 'a spin\n to  win here'],
    ['quotation marks', 'they say "win" here'],
    ['letters of other scripts', 'a \u0441\u0430\u0455in\u03bf here'],
    ['letters in squares', 'a \u{1f172}\u{1f170}\u{1f182}\u{1f178}\u{1f17d}\u{1f17e} here'],
    ['spaces between its letters', 'a c a s i n o here'],
    ['other signs between its letters', 'a C.a-s_i*n. o here'],
    ['digits for letters', 'a c4s1n0 here'],
    ['a digit for its last letter', 'a casin0 here'],
    ['signs for letters', 'a c@$!no here'],
    ['a digit between letters that stand apart', 'a c a s 1 n o here'],
    ['accents', 'a cásiñô here'],
    ['periods between its parts', 'see ca.si.no, here'],
    ['a hyphen in its middle', 'a casi-no here'],
    ['several signs between its parts', 'a "ca__si*no" here'],
    ['emoji between its parts', 'a ca\u{1f3b0}si\u{1f3b0}\u{1f3b0}no here'],
    ['emoji between its letters', 'a c\u{1f3b0}a\u{1f3b0}s\u{1f3b0}i\u{1f3b0}n\u{1f3b0}o here'],
    ['typographic signs between its parts', 'a cas‧i—no here'],
    ['hyphens for its spaces', 'a spin-to-win here'],
    ['percent signs', 'see tea.example/CAS%49N%6f/'],
  ])('rejects a word with %s, also in a list', async (_case, written) => {
    const member = await createMember()
    const own = await writeReview(member)
    await setSettings({
      word_filter: ['casino', 'casinó', 'spin to win', 'say "win"'].map((text) => ({
        text,
        action: 'reject',
      })),
    })
    for (const change of ['content = $2', 'pros = array[$2]'])
      await expectRefusal(
        db.as(member, `update reviews set ${change} where id = $1`, [own, written]),
        FILTERED,
      )
    // The end of one column and the begin of the next are no word.
    const split = ['ends in cas', 'ino begins here']
    const rows = await db.as(
      member,
      'update reviews set title = $2, content = $3, pros = array[$2, $3] where id = $1 returning 1',
      [own, ...split],
    )
    expect(rows).toHaveLength(1)
  })

  test('leaves digits, signs and accents in ordinary texts', async () => {
    const member = await createMember()
    const words = ['porn', 'sex', 'wine', 'foil', 'slots', 'ass', 'kill', 'bass', 'schön']
    await setSettings({ word_filter: words.map((text) => ({ text, action: 'reject' })) })
    await writeReview(
      member,
      undefined,
      'A Pomodoro timer, 53x as fast as win32 and win3.1, for 455 users at $455. Follow the dollar: $5 a month, 5€ a week! ' +
        'Press-exit, yes-expert, be.as.sure and win-easily. Save 20%61 now. ' +
        'MP3, PS5, i18n, a11y, k8s, HTML5, base64, 1080p60, 2FA and 7zip. Está más rápido; das ist schon gut|Yes!',
    )
    for (const text of ['p0rn', 's3x', '$lots', '5lots', 'K!LL', 'fo1l', '5chön', 's c h ö n'])
      await expectRefusal(writeReview(member, undefined, `A fine ${text} for all of us.`), FILTERED)
  })

  test('holds a new text and a changed one', async () => {
    const member = await createMember()
    const [tool, other] = [await createTool(), await createTool()]
    const changed = await writeReview(member, other)
    await setSettings({ word_filter: [{ text: 'casino', action: 'hold' }] })
    const held = await writeReview(member, tool, 'Nearly a casino of kettles.')
    expect(await isVisible(held)).toBe(false)
    await db.as(
      member,
      "update reviews set content = 'Nearly a casino of kettles.' where id = $1",
      [changed],
    )
    expect(await isVisible(changed)).toBe(false)
    expect(await isVisible(await addTool(member, 'No such word.'))).toBe(true)
    expect(await isVisible(await addTool(member, 'A casino.'))).toBe(false)
    expect(await isVisible(await launchTool(member, 'A casino'))).toBe(false)
    await moderate(moderator, 'review', changed, 'restore')
    expect(await db.as(ANON, 'select content from reviews where id = $1', [changed])).toEqual([
      { content: 'Nearly a casino of kettles.' },
    ])
  })
})

describe('approval of posts', () => {
  test('holds the first post of a member without a trace in counts, and shows it after restore', async () => {
    await setSettings({ premoderate_first_posts: 1 })
    const member = await createMember()
    const tool = await createTool('Samovar')
    const review = await writeReview(member, tool)
    expect(await isVisible(review)).toBe(false)
    expect(await db.as(ANON, 'select review_count from tools where id = $1', [tool])).toEqual([
      { review_count: 0 },
    ])
    expect(await db.as(member, 'select action from audit_logs')).toEqual([])
    expect(await readEmails(member)).toEqual([])
    const [held] = await db.as(
      ANON,
      'select number::int, action, reason, detected_by, explanation from moderation_decisions where subject_id = $1',
      [review],
    )
    expect(held).toMatchObject({
      action: 'hold',
      reason: 'premoderation',
      detected_by: 'rule',
      explanation: null,
    })
    expect(
      await db.as(moderator, "select subject_id, title, reasons from moderation_queue('pending')"),
    ).toContainEqual({ subject_id: review, title: 'It boils', reasons: ['premoderation'] })
    await expectRefusal(
      writeReview(member, tool),
      '42501: Your review of Samovar is waiting for approval.',
    )
    const [waiting] = await db.as(member, 'select action, content from my_moderation_decisions()')
    expect(waiting).toMatchObject({ action: 'hold', content: { title: 'It boils' } })

    await moderate(moderator, 'review', review, 'restore')
    expect(await isVisible(review)).toBe(true)
    expect(await readEmails(member)).toMatchObject([
      { kind: 'content_decision', data: { action: 'restore' } },
    ])
    expect(await isVisible(await writeReview(member))).toBe(true)
  })

  test('a declined post stays removed, can be appealed and is no second post', async () => {
    await setSettings({ premoderate_first_posts: 1 })
    const member = await createMember()
    const tool = await createTool('Percolator')
    const review = await writeReview(member, tool)
    const number = await moderate(moderator, 'review', review, 'remove')
    expect(
      await db.as(
        moderator,
        "select subject_id from moderation_queue('pending') where subject_id = $1",
        [review],
      ),
    ).toEqual([])
    expect(await db.as(member, 'select action from audit_logs')).toEqual([
      { action: 'content_removed' },
    ])
    await expectRefusal(writeReview(member, tool), {
      message: `We removed your review of Percolator (decision ${number}). You can appeal and add a corrected text.`,
    })
    await db.as(member, 'select submit_appeal($1, $2)', [number, APPEAL])
    await moderate(otherModerator, 'review', review, 'restore')
    expect(await isVisible(review)).toBe(true)
  })

  test('does not apply to exempted members, staff and the service', async () => {
    await setSettings({ premoderate_first_posts: 1 })
    const member = await createMember('Trusted')
    const exempt = "select set_premoderation_exempt('trusted', $1)"
    await expectRefusal(db.as(member, exempt, [true]), ONLY_MODERATORS)
    await db.as(moderator, exempt, [true])
    expect(await isVisible(await writeReview(member))).toBe(true)
    await db.as(member, 'delete from reviews where user_id = $1', [member])
    await db.as(moderator, exempt, [false])
    expect(await isVisible(await writeReview(member))).toBe(false)
    expect(await isVisible(await writeReview(otherModerator))).toBe(true)
    await expectRefusal(db.as(moderator, "select set_premoderation_exempt('nemo', true)"), 'PT404')
    const tool = await db.create(SERVICE, 'tools', {
      name: 'By service',
      description: 'd',
      category: 'HR',
    })
    expect(await isVisible(tool)).toBe(true)
  })

  test('holds links of new accounts in all posts, also in an edit', async () => {
    await setSettings({ premoderate_links: true })
    const member = await createMember()
    const link = 'Read more on https://kettles.example today.'
    expect(await isVisible(await writeReview(member, undefined, link))).toBe(false)
    for (const text of [
      'See www.kettles.example',
      'See ｈttps://kettles.example',
      'See ftp://kettles.example',
      'Buy at kettles.com',
      'Buy at kettles․com/tea',
      'See t.me/kettles',
      'See [this](//kettles.de)',
      'See http:/\\kettles.de',
      'See http ://kettles.de',
      'Write to sales@kettles.de',
      'See kettles[.]com',
      'See kettles dot com',
      'See kettles.io',
      'See kettles.co.uk and buy',
      'See kettles [dot] ai',
      'See kettles.xn--p1ai',
      'See kettles.it/tea',
      'See kettles.me/tea',
      'See kettles.md/tea',
      'See www.kettles.it',
      'Buy at kettles .com',
      'Buy at kettles, com now',
      'Buy at kettles·com',
      'Open 192.0.2.1:8080',
      'Open 192.0.2.1/tea',
    ])
      expect([text, await isVisible(await addTool(member, text))]).toEqual([text, false])
    for (const text of [
      'Works 24/7 and/or offline, e.g. with Node.js.',
      'Read README.md, run main.rs.It starts',
      // A missing space makes the same letters as a host without a path.
      'I like it.Me too.It works.in short, ask me.md files help',
      'Windows 10.0.22.1, community of teams. Org charts, company pages.',
      'Version 1.5 costs $3.50. Comes with C:\\Tea. Top!',
    ])
      expect([text, await isVisible(await addTool(member, text))]).toEqual([text, true])
    const plain = await writeReview(member)
    expect(await isVisible(plain)).toBe(true)
    await db.as(member, 'update reviews set content = $2 where id = $1', [plain, link])
    expect(await isVisible(plain)).toBe(false)
    await db.asOwner`update private.profiles set created_at = now() - interval '25 hours' where user_id = ${member}`
    expect(await isVisible(await writeReview(member, undefined, link))).toBe(true)
  })

  test('holds new reviews of a tool that a moderator put under approval, whatever the rating', async () => {
    const tool = await createTool()
    await moderate(moderator, 'tool', tool, 'premoderate_reviews', { until: '2099-01-01' })
    for (const rating of [1, 5]) {
      const member = await createMember()
      expect(await isVisible(await writeReview(member, tool, undefined, rating))).toBe(false)
      expect(await isVisible(await writeReview(member, undefined, undefined, rating))).toBe(true)
    }
    await moderate(moderator, 'tool', tool, 'end_premoderation')
    expect(await isVisible(await writeReview(await createMember(), tool))).toBe(true)
  })

  test('of several rows in one statement, only those above the number of visible posts are shown', async () => {
    await setSettings({
      premoderate_first_posts: 1,
      word_filter: [{ text: 'casino', action: 'hold' }],
    })
    const member = await createMember()
    const [first, second] = [await createTool(), await createTool()]
    const rows = await db.as(
      member,
      "insert into reviews (tool_id, user_id, rating, title, content) select id, $3, 4, 'It boils', 'Not once did it drip.' from tools where id in ($1, $2) returning id",
      [first, second, member],
    )
    expect(rows).toHaveLength(2)
    expect(await countRows('reviews', 'user_id = $1', [member])).toBe(0)
  })
})

describe('moderation_users', () => {
  test('finds members by name for moderators, by address for administrators alone', async () => {
    const member = await db.createUser({
      email: 'dora@people.example',
      metadata: { username: 'Dora' },
    })
    const find = (sub: string, query: string) =>
      db.as(sub, 'select * from moderation_users($1)', [query])
    expect(await find(moderator, 'dor')).toEqual([
      expect.objectContaining({
        user_id: member,
        username: 'Dora',
        is_suspended: false,
        suspended_until: null,
        review_count: 0,
        email: null,
      }),
    ])
    expect(await find(moderator, 'dora@people.example')).toEqual([])
    expect(await find(admin, 'Dora@people.example')).toEqual([
      expect.objectContaining({ username: 'Dora', email: 'dora@people.example' }),
    ])
    expect(await find(admin, ' ')).toEqual([])
    await moderate(moderator, 'profile', member, 'suspend', { until: '2099-01-01' })
    expect(await find(moderator, 'Dora')).toEqual([
      expect.objectContaining({ is_suspended: true, suspended_until: new Date('2099-01-01') }),
    ])
    await expectRefusal(find(ben, 'Dora'), '42501')
  })
})
