// The state of the site, for administrators (spec 3 §1.3).

import { openTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ANON,
  createModerationFixture,
  type ModerationFixture,
  SERVICE,
} from '../../support/databases/moderation.ts'
import { expectRefusal, ONLY_ADMINISTRATORS } from '../../support/databases/refusals.ts'

let fixture: ModerationFixture
beforeAll(async () => {
  fixture = await createModerationFixture(await openTestDatabase())
})
afterAll(() => fixture.db.close())

const readOverview = () => fixture.db.value(fixture.admin, 'select admin_overview() as overview')
const readFailed = () =>
  fixture.db.as(fixture.admin, 'select kind, address, last_error from failed_emails() order by id')

test('admin_overview counts what is open, held and failed', async () => {
  const { db, ana, ben, moderator } = fixture
  await db.asOwner('delete from private.email_queue')
  expect(await readOverview()).toEqual({
    open_reports: 0,
    oldest_report_at: null,
    pending_posts: 0,
    failed_emails: 0,
  })

  const review = await fixture.createReview(await fixture.createTool(), ana)
  const other = await fixture.createReview(await fixture.createTool(), ana)
  const first = await fixture.sendReport(ben, 'review', review)
  await fixture.sendReport(ben, 'review', other)
  await db.asOwner`update private.reports set created_at = '2026-01-02' where number = ${first}`
  const [held] = await db.asOwner(
    `select private.record_decision('review', $1, 'hold', 'premoderation', null, null, null, 'rule', null) as number`,
    [other],
  )
  await db.asOwner`select private.remove_content(${held?.number}, 'review', ${other}, moved_as => 'hold')`
  // Four attempts without success have failed; three have not, and a sent one has not.
  await db.asOwner('delete from private.email_queue')
  await db.asOwner`insert into private.email_queue (user_id, address, kind, attempts, sent_at, last_error) values
       (${ana}, null, 'content_decision', 4, null, 'no route to host'),
       (null, 'eva@people.example', 'report_received', 3, null, 'busy'),
       (null, 'eva@people.example', 'report_resolved', 4, now(), null)`
  expect(await readOverview()).toEqual({
    open_reports: 2,
    oldest_report_at: '2026-01-02T00:00:00+00:00',
    pending_posts: 1,
    failed_emails: 1,
  })
  const [account] = await db.asOwner('select email from auth.users where id = $1', [ana])
  expect(await readFailed()).toEqual([
    { kind: 'content_decision', address: account?.email, last_error: 'no route to host' },
  ])

  await fixture.moderate(moderator, 'review', review, 'keep')
  await fixture.moderate(moderator, 'review', other, 'restore')
  expect(await readOverview()).toMatchObject({ open_reports: 0, pending_posts: 0 })
})

test('admin_overview and failed_emails refuse everybody but administrators', async () => {
  const { db, ana, moderator, admin } = fixture
  for (const statement of ['select admin_overview()', 'select * from failed_emails()']) {
    for (const sub of [ana, moderator])
      await expectRefusal(db.as(sub, statement), ONLY_ADMINISTRATORS)
    for (const caller of [ANON, SERVICE]) await expectRefusal(db.as(caller, statement), '42501')
    await db.as(admin, statement)
  }
})

test('moderation_subject says whether the author is exempt from approval', async () => {
  const { db, ana, moderator } = fixture
  const isExempt = () =>
    db.value(
      moderator,
      "select moderation_subject('profile', $1) -> 'content' -> 'author' -> 'is_exempt' as exempt",
      [ana],
    )
  const set = (exempt: boolean) =>
    db.as(moderator, "select set_premoderation_exempt('Ana', $1)", [exempt])
  expect(await isExempt()).toBe(false)
  await set(true)
  expect(await isExempt()).toBe(true)
  await set(false)
  expect(await isExempt()).toBe(false)
})
