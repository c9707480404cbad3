// The three roles: the policies of a service role without BYPASSRLS, and connections that return to
// the pool without role and claims.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, inject, test } from 'vitest'
import { expectRefusal } from '../support/databases/refusals.ts'

const db = await shareTestDatabase()

/** Rolls a transaction back. */
class Rollback extends Error {}

// Only a superuser creates the role, and a pooled connection is none.
test.skipIf(inject('isPooled'))(
  'a service role that cannot bypass row security reads and writes all rows',
  async () => {
    const [ana, ben] = [await db.createUser(), await db.createUser()]
    const as = (sub: string, text: string) =>
      db.as({ role: 'authenticated', sub }, text.replaceAll('$me', `'${sub}'`))
    await as(ana, "insert into tools (name, description, category) values ('Figma', 'd', 'Design')")
    await as(
      ana,
      "insert into reviews (tool_id, user_id, rating, title, content) select id, $me, 4, 'Good', 'Long enough.' from tools",
    )
    await as(
      ben,
      'insert into review_helpful_votes (review_id, user_id) select id, $me from reviews',
    )
    await as(ana, "insert into lists (user_id, name, visibility) values ($me, 'Tea', 'public')")
    await as(
      ana,
      'insert into list_items (list_id, tool_id) select l.id, t.id from lists l, tools t',
    )
    await as(ben, `insert into user_follows (follower_id, following_id) values ($me, '${ana}')`)
    await as(ana, "insert into audit_logs (action, resource_type) values ('sign_in', 'session')")
    await as(ana, "insert into companies (name) values ('Acme')")
    await as(
      ana,
      "insert into company_members (company_id, user_id, role, is_admin) select id, $me, 'admin', true from companies",
    )
    await as(ben, 'insert into company_follows (user_id, company_id) select $me, id from companies')
    await as(
      ana,
      "insert into product_launches (user_id, tagline, launch_date) values ($me, 'New', (now() at time zone 'utc')::date)",
    )
    await as(
      ben,
      'insert into launch_upvotes (launch_id, user_id) select id, $me from product_launches',
    )
    await as(ben, 'insert into tool_follows (tool_id, user_id) select id, $me from tools')
    await as(
      ana,
      "insert into product_launches (user_id, tagline, launch_date) values ($me, 'Later', '2099-01-01')",
    )
    await as(
      ben,
      "insert into launch_reminders (launch_id, user_id) select id, $me from product_launches where status = 'scheduled'",
    )
    await as(ben, "insert into notification_preferences values ($me, 'launch', 'weekly')")
    await db.asOwner`insert into tool_facts (tool_id, repository_url) select id, 'https://git.example/a/b' from tools limit 1`
    await db.asOwner(
      "insert into fact_values (tool_id, field, source_id, value) select tool_id, 'stars', id, '1' from fact_sources limit 1",
    )
    await db.insert(OWNER, 'capabilities', {
      slug: 'drawing',
      name: 'Drawing',
      category: 'Design & Creative',
    })
    await db.asOwner(
      "insert into sources (kind, address) values ('markdown', 'https://lists.example/README.md')",
    )
    await db.asOwner(
      "insert into attributes (key, label, kind, position) values ('gdpr', 'GDPR', 'yes_no', 1)",
    )
    await db.asOwner(
      "insert into administration_log (action, subject) values ('add', 'attribute:gdpr')",
    )
    await db.asOwner("insert into tool_capabilities select id, 'drawing' from tools")
    await db.asOwner("insert into capability_redirects values ('sketching', 'drawing')")
    await db.asOwner("insert into capability_terms values ('drawing', 'de', '{Zeichnen}')")
    await db.asOwner`insert into tool_edits (tool_id, changes, suggested_by) select id, '{}', ${ana} from tools limit 1`
    await db.asOwner("insert into tool_redirects (slug, tool_id) select 'figma-app', id from tools")
    await db.asOwner`insert into review_revisions (review_id, number, written_at) select id, 1, now() from reviews`
    await db.asOwner(
      "insert into tool_makers (tool_id, company_id, method) select t.id, c.id, 'staff' from tools t, companies c limit 1",
    )
    await db.asOwner`insert into review_campaigns (tool_id, name) select id, 'Newsletter' from tools limit 1`
    await db.asOwner`insert into review_replies (review_id, content) select id, 'Thank you very much.' from reviews`
    await db.asOwner(
      'insert into review_reply_revisions (review_id, number, content, review_revision, written_at) select review_id, 1, content, 1, now() from review_replies',
    )
    await db.insert(OWNER, 'moderation_decisions', {
      subject_type: 'profile',
      action: 'warn',
      detected_by: 'staff',
    })
    await db.asOwner("select checkpoint_ledger('infinity')")
    await as(ana, "update profiles set profile_visibility = 'private' where user_id = $me")

    const tables = (
      await db.asOwner`select tablename from pg_tables where schemaname = 'public' order by tablename`
    ).map(({ tablename }) => String(tablename))
    const countAll = tables
      .map((name) => `select '${name}' as name, count(*) as rows from public.${name}`)
      .join(' union all ')
    const expected = await db.asOwner(countAll)
    // Without rows a table proves nothing.
    expect(expected.filter(({ rows }) => rows === 0)).toEqual([])

    await expect(
      db.database.transactionAsOwner(async ({ query }) => {
        // A member of service_role inherits its rights, but not BYPASSRLS.
        await query('set local session authorization postgres')
        await query('create role plain_service nologin inherit in role service_role')
        await query('grant usage on schema public to plain_service')
        await query('set local role plain_service')
        expect(await query(countAll)).toEqual(expected)
        for (const name of [
          'audit_logs',
          'review_helpful_votes',
          'launch_upvotes',
          'user_follows',
        ]) {
          const rows = expected.find((table) => table.name === name)?.rows
          expect(await query(`delete from public.${name} returning 1 as deleted`)).toHaveLength(
            Number(rows),
          )
        }
        expect(
          await query("update public.tools set description = 'Better' returning description"),
        ).toEqual([{ description: 'Better' }])
        throw new Rollback()
      }),
    ).rejects.toThrow(Rollback)
  },
)

test('a role ends with its transaction, both after success and after failure', async () => {
  const findAnonymous = async () => {
    // As many as the pool has connections, so that each is checked.
    const found = await Promise.all(
      Array.from({ length: 10 }, () => db.asOwner('select current_user as role')),
    )
    return found.flat().filter(({ role }) => role === 'anon')
  }
  await db.database.transactionAsOwner(({ query }) => query('set role anon'))
  expect(await findAnonymous()).toEqual([])
  await expectRefusal(
    db.database.transactionAsOwner(async ({ query }) => {
      await query('set role anon')
      await query('select 1 / 0')
    }),
    '22012',
  )
  expect(await findAnonymous()).toEqual([])
})

test.each(['anon', 'authenticated', 'service_role'] as const)(
  '%s cannot set its claims',
  async (role) => {
    await expectRefusal(
      db.as({ role }, "select set_config('request.jwt.claims', '{}', true)"),
      '42501',
    )
  },
)

test('claims end with their transaction', async () => {
  const sub = await db.createUser()
  expect(await db.as({ role: 'authenticated', sub }, 'select auth.uid() as me')).toEqual([
    { me: sub },
  ])
  const after = await Promise.all(
    Array.from({ length: 10 }, () => db.asOwner('select auth.uid() as me')),
  )
  expect(after.flat()).toEqual(Array(10).fill({ me: null }))
})
