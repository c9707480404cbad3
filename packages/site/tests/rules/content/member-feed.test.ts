// Spec 7 §6: what happened around what a member follows.

import { beforeEach, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { EXPLANATION } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

let ana: string
let ben: string
let tool: string
const { db, createMember, createTool, moderate, moderator, makeMaker, hideProfile, writeReply } =
  await shareCommunity()
beforeEach(async () => {
  ana = await createMember()
  ben = await createMember()
  tool = await createTool()
})

const FOLLOWS = {
  tool: 'insert into tool_follows (user_id, tool_id) values ($1, $2)',
  person: 'insert into user_follows (follower_id, following_id) values ($1, $2)',
  company: 'insert into company_follows (user_id, company_id) values ($1, $2)',
}
const follow = (kind: keyof typeof FOLLOWS, id: string) => db.as(ana, FOLLOWS[kind], [ana, id])

async function review(author: string, of = tool, daysAgo = 1) {
  const [row] =
    await db.asOwner`insert into reviews (tool_id, user_id, rating, title, content, created_at)
       values (${of}, ${author}, 4, 'It boils', 'Not once did it drip.', now() - ${daysAgo} * interval '1 day') returning id`
  return String(row?.id)
}
async function launch(maker: string, { days = 0, isDraft = false } = {}) {
  const [row] =
    await db.asOwner`insert into private.launches (user_id, tool_id, tagline, launch_date, is_draft)
       values (${maker}, ${tool}, 'Boils in a minute', (now() at time zone 'utc')::date + ${days}::integer, ${isDraft}) returning id`
  return String(row?.id)
}
const suggest = (member: string, changes: object) =>
  db.asOwner`insert into tool_edits (tool_id, number, changes, suggested_by, status, decided_at)
       values (${tool}, (select count(*) + 1 from tool_edits where tool_id = ${tool}), ${JSON.stringify(changes)}, ${member}, 'accepted', now())`
const read = (parameters = '', values: unknown[] = []) =>
  db.as(ana, `select * from my_feed(${parameters})`, values)
const readKinds = async () => (await read()).map(({ kind }) => kind)

test('without follows it is empty', async () => {
  await review(ben)
  expect(await read()).toEqual([])
})

test('a followed tool brings its reviews, replies, launches and changed facts, the newest first', async () => {
  const admin = await createMember()
  const company = await makeMaker(admin, tool)
  await follow('tool', tool)
  const reviewed = await review(ben, tool, 3)
  await db.asOwner`insert into review_replies (review_id, tool_id, company_id, content, created_at)
       values (${reviewed}, ${tool}, ${company}, 'Thank you for the words.', now() - interval '2 days')`
  const launched = await launch(admin, { days: -1 })
  await suggest(ben, {
    price_from: [null, 9],
    platforms: [null, ['web']],
    is_archived: [null, true],
    description: ['a', 'b'],
  })
  const rows = await read()
  expect(
    rows.map(({ kind, subject_type, subject_id, detail, href }) => [
      kind,
      subject_type,
      subject_id,
      detail,
      href,
    ]),
  ).toEqual([
    [
      'facts',
      'tool',
      tool,
      'price_from, platforms, is_archived',
      expect.stringMatching(/^\/tool\/[^/]+\/history$/),
    ],
    ['launch', 'launch', launched, 'Boils in a minute', `/launch/${launched}`],
    [
      'reply',
      'reply',
      reviewed,
      expect.stringMatching(/: Thank you for the words\.$/),
      `/review/${reviewed}`,
    ],
    [
      'review',
      'review',
      reviewed,
      expect.stringMatching(/: 4 of 5: It boils$/),
      `/review/${reviewed}`,
    ],
  ])
  const [{ name } = {}] = await db.asOwner('select name from tools where id = $1', [tool])
  expect(rows.map(({ title }) => title)).toEqual([name, name, name, name])
})

test('a followed person and a followed company bring what they do, each thing once', async () => {
  const company = await makeMaker(await createMember(), tool)
  await review(ben)
  await launch(ben)
  await review(await createMember())
  await follow('person', ben)
  expect((await readKinds()).sort()).toEqual(['launch', 'review'])
  await follow('company', company)
  expect((await readKinds()).sort()).toEqual(['launch', 'review', 'review'])
  await follow('tool', tool)
  expect((await readKinds()).sort()).toEqual(['launch', 'review', 'review'])
})

test('nothing of private people, no own actions, no drafts, later launches or other edits', async () => {
  await makeMaker(ana, tool)
  await follow('tool', tool)
  await follow('person', ben)
  await writeReply(ana, await review(ben))
  await launch(ben)
  await hideProfile(ben)
  await review(ana)
  await launch(ana)
  const cleo = await createMember()
  await launch(cleo, { days: 1 })
  await launch(cleo, { isDraft: true })
  await suggest(ana, { price_from: [null, 9] })
  await suggest(cleo, { description: ['a', 'b'] })
  await db.asOwner(
    'insert into tool_edits (tool_id, changes, suggested_by) values ($1, \'{"license": [null, "MIT"]}\', $2)',
    [tool, cleo],
  )
  expect(await read()).toEqual([])
})

test('what is removed leaves the feed', async () => {
  await follow('tool', tool)
  const id = await review(ben)
  expect(await readKinds()).toEqual(['review'])
  await moderate(moderator, 'review', id, 'remove', { reason: 'spam', explanation: EXPLANATION })
  expect(await read()).toEqual([])
})

test('pages follow each other without a gap, and an unknown cursor is refused', async () => {
  await follow('tool', tool)
  for (let day = 1; day <= 5; day += 1) await review(await createMember(), tool, day)
  const whole = await read()
  const pages: unknown[] = []
  let after: unknown = null
  for (let page = 0; page < 3; page += 1) {
    const rows = await read('$1, 2', [after])
    pages.push(...rows)
    after = rows.at(-1)?.after_row
  }
  expect(pages).toEqual(whole)
  expect(whole).toHaveLength(5)
  await expectRefusal(read('$1', ['[1]']), '22023')
  await expectRefusal(read('$1', ['x']), '22023')
})
