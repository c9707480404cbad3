// Spec 7 §4: which notifications are mailed at once, what their emails say, and the links that stop them.

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

let ana: string
let ben: string
let maker: string
let tool: string
const {
  db,
  createMember,
  createTool,
  countRows,
  moderator,
  moderate,
  makeMaker,
  followTool,
  followPerson,
  vote,
  writeReview,
  writeReply,
  addLaunch,
  suggestEdit,
  hideProfile,
  chooseEmail,
} = await shareCommunity()
beforeEach(async () => {
  ana = await createMember()
  ben = await createMember()
  maker = await createMember()
  tool = await createTool()
  await makeMaker(maker, tool)
  await db.asOwner('delete from private.email_queue')
})

const readChoices = async (member: string) =>
  Object.fromEntries(
    (
      await db.asOwner`select kind, email from notification_preferences where user_id = ${member}`
    ).map(({ kind, email }) => [kind, email]),
  )
const reply = (id: string) => writeReply(maker, id)
/** Takes all emails, which are then due again later. */
const claim = async () =>
  (await db.as(SERVICE, 'select kind, address, data from claim_emails(100)')) as {
    kind: string
    address: string
    data: Record<string, unknown>
  }[]
const claimKinds = async () => (await claim()).map(({ kind }) => kind)
const countQueued = () => countRows('private.email_queue', 'true')

/** What one member does, and whose email of which kind follows if it was chosen. */
const EVENTS: readonly [string, () => Promise<unknown>, () => string][] = [
  ['reply', async () => reply(await writeReview(ana, tool)), () => ana],
  ['review', () => writeReview(ana, tool), () => ben],
  ['follower', () => followPerson(ana, ben), () => ben],
  ['helpful_votes', async () => vote(ben, await writeReview(ana, tool)), () => ana],
  ['launch', () => addLaunch(maker, tool), () => ben],
  ['edit', () => decideEdit(true), () => ana],
]
async function decideEdit(accept: boolean) {
  const edit = await suggestEdit(ana, tool, { description: ['Boils water.', 'Boils tea.'] })
  await db.as(moderator, "select resolve_tool_edit($1, $2, 'The page says no.')", [edit, accept])
}

describe('an email at once', () => {
  test.each(EVENTS)('of the kind %s follows the choice of its member', async (kind, act, find) => {
    await followTool(ben, tool)
    // The maker of the tool gets an email of each review.
    await chooseEmail(maker, 'review', 'never')
    for (const chosen of ['never', 'weekly'] as const) {
      await chooseEmail(find(), kind, chosen)
      await act()
      expect([chosen, await claim()]).toEqual([chosen, []])
      await db.asOwner('delete from reviews')
      await db.asOwner('delete from user_follows')
      await db.asOwner('delete from notifications')
      await db.asOwner("update tools set description = 'Boils water.'")
    }
    await chooseEmail(find(), kind, 'immediately')
    await act()
    expect(await claim()).toEqual([
      {
        kind: kind === 'edit' ? 'edit_accepted' : kind,
        address: await addressOf(find()),
        data: expect.objectContaining({
          unsubscribe: expect.stringMatching(`^${kind}-`),
          // What the mark of the tool draws.
          ...(['reply', 'review', 'helpful_votes'].includes(kind)
            ? {
                rated: expect.objectContaining({
                  review_count: 1,
                  rating_average: expect.any(Number),
                }),
              }
            : {}),
        }),
      },
    ])
  })
  const addressOf = (member: string) =>
    db.valueAsOwner('select email::text from auth.users where id = $1', [member])

  test('is by default about replies, reviews of the own tool and declined suggestions alone', async () => {
    await followTool(ben, tool)
    for (const [kind, act] of EVENTS) {
      await db.asOwner('delete from reviews')
      await act()
      const sent = await claimKinds()
      const isSent = ['reply', 'review'].includes(kind)
      // The reviews before a reply and a vote are mailed to the maker.
      const ofMaker = ['reply', 'helpful_votes'].includes(kind) ? ['review'] : []
      expect([kind, sent]).toEqual([kind, [...ofMaker, ...(isSent ? [kind] : [])]])
    }
    await db.asOwner("update tools set description = 'Boils water.'")
    await decideEdit(false)
    expect(await claim()).toMatchObject([
      { kind: 'edit_declined', data: { reason: 'The page says no.' } },
    ])
    await db.asOwner("update tools set description = 'Boils water.'")
    await chooseEmail(ana, 'edit', 'never')
    await decideEdit(false)
    expect(await claim()).toEqual([])
  })

  test('names people as others see them, and a changed review', async () => {
    await db.asOwner`update private.profiles set first_name = 'Ana', last_name = 'Lee' where user_id = ${ana}`
    const id = await writeReview(ana, tool)
    await db.asOwner("update reviews set created_at = created_at - interval '1 hour'")
    await db.as(ana, "update reviews set title = 'It drips' where id = $1", [id])
    expect(await claim()).toMatchObject([
      { data: { author: 'Ana Lee', rating: 4, title: 'It drips', is_new: true, is_maker: true } },
      { data: { author: 'Ana Lee', rating: 4, title: 'It drips', is_new: false, is_maker: true } },
    ])
  })

  test('is one for a maker who also follows the tool', async () => {
    await followTool(maker, tool)
    await writeReview(ana, tool)
    expect(await claimKinds()).toEqual(['review'])
  })
})

describe('an email that waits', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['the review is removed', (id) => moderate(moderator, 'review', id, 'remove')],
    ['its author deletes it', (id) => db.as(ana, 'delete from reviews where id = $1', [id])],
    ['the tool is removed', () => moderate(moderator, 'tool', tool, 'remove')],
    ['its author becomes private', () => hideProfile(ana)],
    ['its member chooses the digest', () => chooseEmail(maker, 'review', 'weekly')],
  ])('is not sent after %s, and the next one is', async (_change, act) => {
    const id = await writeReview(ana, tool)
    await db.asOwner("update private.email_queue set due_at = now() - interval '1 hour'")
    await act(id)
    await db.asOwner`delete from private.email_queue where kind in ('content_decision', 'report_resolved')`
    await db.insert(OWNER, 'private.email_queue', {
      kind: 'report_received',
      address: 'rita@people.example',
    })
    expect(await db.as(SERVICE, 'select kind from claim_emails(1)')).toEqual([
      { kind: 'report_received' },
    ])
    expect(await countQueued()).toBe(1)
  })

  test('about a reply is not sent after the reply is removed', async () => {
    const id = await writeReview(ana, tool)
    await reply(id)
    await moderate(moderator, 'reply', id, 'remove')
    expect(await claimKinds()).toEqual(['review', 'content_decision'])
  })

  test('about a followed tool or a follower is not sent after the follow has ended', async () => {
    await followTool(ben, tool)
    for (const kind of ['review', 'launch', 'follower']) await chooseEmail(ben, kind, 'immediately')
    await writeReview(ana, tool)
    await addLaunch(maker, tool)
    await followPerson(ana, ben)
    expect(await countQueued()).toBe(4)
    await db.as(ben, 'delete from tool_follows where user_id = $1', [ben])
    await db.as(ana, 'delete from user_follows where follower_id = $1', [ana])
    expect(await claimKinds()).toEqual(['review'])
  })

  test('leaves with the account', async () => {
    await writeReview(ana, tool)
    await db.as(maker, 'select delete_account(true)')
    expect(await claim()).toEqual([])
  })
})

describe('the link that stops emails', () => {
  const tokenOf = async (member: string, kind: string) =>
    String(
      await db.valueAsOwner('select private.create_unsubscribe_token($1, $2) as token', [
        member,
        kind,
      ]),
    )
  const call = async (
    name: string,
    values: unknown[],
    caller: Parameters<typeof db.as>[0] = ANON,
  ) => {
    const parameters = values.map((_value, index) => `$${index + 1}`).join(', ')
    return db.value(caller, `select ${name}(${parameters}) as result`, values)
  }

  test('is that of the email, and works for visitors and for every member', async () => {
    await reply(await writeReview(ana, tool))
    const mail = (await claim()).find(({ kind }) => kind === 'reply')
    const token = String(mail?.data.unsubscribe)
    expect(token).toBe(await tokenOf(ana, 'reply'))
    for (const caller of [ANON, asMember(ana), asMember(ben), SERVICE]) {
      expect(await call('get_unsubscription', [token], caller)).toEqual({
        kind: 'reply',
        is_stopped: false,
      })
      expect(await call('unsubscribe', [token], caller)).toEqual({
        kind: 'reply',
        previous: { reply: null },
      })
      expect(await readChoices(ana)).toEqual({ reply: 'never' })
      await call('undo_unsubscribe', [token, { reply: null }], caller)
      expect(await readChoices(ana)).toEqual({})
    }
  })

  test('stops its kind alone; to look at it stops nothing', async () => {
    const token = await tokenOf(maker, 'review')
    await chooseEmail(maker, 'launch', 'immediately')
    await call('get_unsubscription', [token])
    await writeReview(ana, tool)
    expect(await claimKinds()).toEqual(['review'])
    await call('unsubscribe', [token])
    await call('unsubscribe', [token])
    await writeReview(ben, tool)
    expect(await claimKinds()).toEqual([])
    expect(await readChoices(maker)).toEqual({ review: 'never', launch: 'immediately' })
    expect(await call('get_unsubscription', [token])).toMatchObject({ is_stopped: true })
  })

  test('of the digest stops all weekly kinds, and the undo brings them back', async () => {
    await chooseEmail(ana, 'reply', 'weekly')
    await chooseEmail(ana, 'launch', 'weekly')
    await chooseEmail(ana, 'follower', 'immediately')
    const token = await tokenOf(ana, 'digest')
    const stopped = (await call('unsubscribe', [token])) as { previous: unknown }
    expect(await readChoices(ana)).toEqual({
      reply: 'never',
      launch: 'never',
      follower: 'immediately',
    })
    expect(await call('get_unsubscription', [token])).toEqual({ kind: 'digest', is_stopped: true })
    await call('undo_unsubscribe', [token, stopped.previous])
    expect(await readChoices(ana)).toEqual({
      reply: 'weekly',
      launch: 'weekly',
      follower: 'immediately',
    })
  })

  test('undoes nothing but its kind, and only if it is stopped', async () => {
    const token = await tokenOf(ana, 'reply')
    await chooseEmail(ana, 'launch', 'never')
    await call('undo_unsubscribe', [token, { reply: 'weekly' }])
    expect(await readChoices(ana)).toEqual({ launch: 'never' })
    await call('unsubscribe', [token])
    // It was the default before.
    await call('undo_unsubscribe', [token, { launch: 'immediately', reply: 'weekly' }])
    expect(await readChoices(ana)).toEqual({ launch: 'never' })
    // Neither the digest nor a link of another mail stopped it.
    const digest = await tokenOf(ana, 'digest')
    for (const link of [digest, await tokenOf(ana, 'launch')]) {
      await call('undo_unsubscribe', [link, { launch: 'weekly' }])
      expect(await readChoices(ana)).toEqual({ launch: 'never' })
    }
    // The member has chosen since.
    await chooseEmail(ana, 'reply', 'immediately')
    await call('unsubscribe', [token])
    await chooseEmail(ana, 'reply', 'never')
    await call('undo_unsubscribe', [token, { reply: 'immediately' }])
    expect(await readChoices(ana)).toEqual({ launch: 'never', reply: 'never' })
    for (const previous of [null, [], { reply: 'daily' }]) {
      await chooseEmail(ana, 'reply', 'never')
      await expectRefusal(call('undo_unsubscribe', [token, JSON.stringify(previous)]), '23514')
    }
  })

  test('that is not the site’s, or of a deleted account, is not found', async () => {
    const token = await tokenOf(ana, 'reply')
    const wrong = [
      '',
      'reply',
      token.slice(0, -1),
      `${token}0`,
      token.replace('reply', 'review'),
      token.replace(ana.replaceAll('-', ''), ben.replaceAll('-', '')),
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      null,
    ]
    await db.as(ben, 'select delete_account(true)')
    for (const each of [...wrong, await tokenOf(ben, 'reply')]) {
      for (const values of [
        ['get_unsubscription', [each]],
        ['unsubscribe', [each]],
        ['undo_unsubscribe', [each, {}]],
      ] as const) {
        await expectRefusal(
          call(values[0], [...values[1]]),
          'PT404: This link is not complete, or the account does not exist anymore.',
        )
      }
    }
  })
})
