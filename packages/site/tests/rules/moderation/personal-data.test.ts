// A member who has been part of moderation in every way gets the data, and no table holds them after
// the account is deleted.

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { APPEAL, EXPLANATION, type ModerationFixture } from '../../support/databases/moderation.ts'

const fixture = await shareCommunity()
const { db, countRows } = fixture
const member = await createFullMember(fixture, 'Zoraida', 'zoraida@people.example')

/** The member writes, reports, appeals, is decided about, and has been a moderator. */
async function createFullMember(
  { moderator, otherModerator, admin, ...given }: ModerationFixture,
  username: string,
  email: string,
): Promise<string> {
  const sub = await db.createUser({ email, metadata: { username } })
  const owner = (text: string, values: unknown[] = [sub]) => db.asOwner(text, values)
  const tool = await given.createTool(undefined, sub)
  const visible = await given.createReview(tool, sub)
  const removed = await given.createReview(await given.createTool(), sub)
  await given.createLaunch(tool, sub)
  const removedTool = await given.createTool(undefined, sub)
  await given.createLaunch(removedTool, sub)
  const others = await given.createReview(tool, given.ana)
  await given.addVote(others, sub)
  // What the member reported, and what others reported of the member.
  await given.sendReport(sub, 'review', others)
  await given.sendReport(sub, 'tool', removedTool).catch(() => {})
  await given.sendReport(given.ben, 'review', visible)
  await given.sendReport(given.ben, 'profile', sub, 'other')
  await given.moderate(moderator, 'review', others, 'keep')
  const decision = await given.moderate(moderator, 'review', removed, 'remove')
  await given.moderate(moderator, 'tool', removedTool, 'remove')
  await given.moderate(moderator, 'profile', sub, 'warn')
  await given.moderate(moderator, 'profile', sub, 'suspend')
  await db.as(sub, 'select submit_appeal($1, $2)', [decision, APPEAL])
  await db.as(moderator, "select add_moderator_note('profile', $1, 'Zoraida again.')", [sub])
  await db.as(admin, 'select set_premoderation_exempt($1, true)', [username])
  await owner(`update private.profiles set bio = 'Zoraida boils water', avatar_url =
    'https://site.example/storage/v1/object/public/avatars/' || user_id || '/1.webp' where user_id = $1`)
  await given.moderate(otherModerator, 'profile', sub, 'remove')
  // As a moderator: a decision, a note, a resolved appeal and an appointment.
  await owner(
    "insert into private.staff (user_id, role, appointed_by) values ($1, 'moderator', $1)",
  )
  await owner(
    'insert into private.decision_parties (decision, decided_by) select $2::bigint, $1 on conflict (decision) do update set decided_by = excluded.decided_by',
    [sub, decision],
  )
  await owner(
    "insert into private.moderator_notes (subject_type, subject_id, author_id, note) values ('review', $2, $1, 'Seen.')",
    [sub, others],
  )
  await owner(
    "insert into private.daily_usage (user_id, kind, day, count) values ($1, 'reviews', current_date, 1) on conflict do nothing",
  )
  return sub
}

test('download_my_data has reports, decisions, removed content, appeals, suspension and role', async () => {
  const [row] = await db.as(member, 'select download_my_data() as data')
  const data = row?.data as Record<string, unknown[]>
  expect(data).toMatchObject({
    reports: [{ reason: 'spam', details: expect.any(String) }],
    appeals: [{ statement: APPEAL }],
    staff_role: 'moderator',
    suspension: { expires_at: null },
    posts_need_no_approval: true,
    moderator_notes: [{ note: 'Seen.' }],
  })
  expect(data.moderation_decisions).toContainEqual(
    expect.objectContaining({ action: 'suspend', explanation: EXPLANATION }),
  )
  const tables = data.removed_content?.map((removed) => (removed as { table: string }).table)
  expect(new Set(tables)).toEqual(
    new Set(['public.reviews', 'public.tools', 'private.launches', 'private.profiles']),
  )
  expect(data.emails).toContainEqual(expect.objectContaining({ kind: 'account_decision' }))
  expect(data.daily_usage).toHaveLength(1)
})

interface Found {
  name: string
  row: string
}

/** The rows of all tables that contain a text. */
async function findRows(text: string): Promise<Found[]> {
  const tables = await db.asOwner`select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')`
  const found: Found[] = []
  for (const { name } of tables) {
    const rows = await db.asOwner(
      `select t::text as row from ${name} t where strpos(lower(t::text), lower($1)) > 0`,
      [text],
    )
    found.push(...rows.map(({ row }) => ({ name: String(name), row: String(row) })))
  }
  return found
}

test('delete_account leaves no row with the id, the username or the address of the member', async () => {
  const before = await findRows(member)
  expect(new Set(before.map(({ name }) => name))).toEqual(
    new Set([
      ...['auth.sessions', 'auth.users', 'private.appeals', 'private.daily_usage'],
      ...['private.decision_parties', 'private.email_queue', 'private.launches'],
      ...['private.moderator_notes', 'private.picture_moves', 'private.premoderation_exemptions'],
      ...['private.profiles', 'private.removed_content', 'private.reports', 'private.staff'],
      ...[
        'private.suspensions',
        'public.audit_logs',
        'public.notifications',
        'public.review_helpful_votes',
      ],
      ...['public.reviews', 'public.tools', 'public.user_activities', 'public.user_stats'],
    ]),
  )
  await db.as(member, 'select delete_account(true)')
  const after = await findRows(member)
  // A report of the profile names its id, which no longer stands for anybody; the path of the picture
  // is there until the job has deleted the file.
  // The ids of ended sessions stay until their tokens end.
  const passing = ['private.picture_moves', 'auth.ended_sessions']
  expect(after.map(({ name }) => name).filter((name) => !passing.includes(name))).toEqual([
    'private.reports',
  ])
  expect(await findRows('zoraida')).toEqual([])
  // The decisions stay in the public log.
  expect(await countRows('moderation_decisions', "action = 'suspend'")).toBe(1)
})

test.each([
  'jane@mail.example',
  '"jane doe"@mail.example',
  'jane＠mail.example',
  'jane﹫mail.example',
  'jane @ mail.example',
  'jane@ mail.example',
  'jane@mail .example',
  'jane(at)mail.example',
  'jane [at] mail [dot] example',
  'jane {AT} mail(dot)example',
  'jane at mail dot example',
  'jane at mail(dot)example',
  'jane at mail {dot} example',
  'jane&#64;mail.example',
  'jane%40mail.example',
  'jane@mail．example',
  'jane@mail。example',
  'jane@mail (dot) example',
  'jane@bücher.example',
  'jane@mail.xn--p1ai',
  'jane@[192.0.2.1]',
  'jane@192.0.2.1',
  'jane @mail. com',
  'jane@mail,com',
  'jane@mail , example',
  'jane@people.mail,com',
  'jane@mail，com',
  'jane@mail﹒example',
  'jane@mail․example',
  'jane%40mail%2Eexample',
  'jane&commat;mail&period;example',
  'jane @ 163 .com',
  'jane @ q . com',
  'jane@5.com.example',
  'jane@5x.com',
  'jane @ mail.5.com',
  'jane@5.example',
])('a dump has no email address, spelled as %s', async (address) => {
  const write = (named: string) => `Write to (${named}), please. Version 2.0 is new.`
  const [row] = await db.asOwner('select private.hide_people($1::json) as hidden', [
    JSON.stringify({ text: write(address) }),
  ])
  expect(row?.hidden).toEqual({ text: write('address-removed'.slice(0, address.length)) })
  const tool = await fixture.createTool()
  await db.asOwner('update tools set description = $2 where id = $1', [tool, write(address)])
  const [dump] = await db.asOwner("select dump_page('tools') ->> 'lines' as lines")
  expect(dump?.lines).toContain(tool)
  expect(dump?.lines).not.toMatch(/jane/)
})

test.each([
  'Built with react@18.2 by @jane, @ noon (at last).',
  'Sign up at mail.example. Then "go" @home, or look at dot files.',
  'Built with react@next, components and vue@latest. Info follows. See me@work, community.',
  'He said "no" at 5. It is 2 @ 3 dot 4.',
  'A ratio 3 @ 5 .com, of 12@5.org and of 3@4 net.',
])('a dump keeps what is no email address: %s', async (text) => {
  const [row] =
    await db.asOwner`select private.hide_people(${JSON.stringify({ text })}::json) as hidden`
  expect(row?.hidden).toEqual({ text })
})
