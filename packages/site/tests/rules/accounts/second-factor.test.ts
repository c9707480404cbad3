// Writes and reads of a session that has not verified the second factor of its account.

import type { Caller } from '@toolmark/backend/database/database.ts'
import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const REFUSED = '42501: The code of two-step sign-in is needed'

const db = await shareTestDatabase()
const other = await db.createUser()
const insertReturningId = async (text: string, values: unknown[] = []) =>
  String(await db.valueAsOwner(text, values))
const tool = await insertReturningId(
  "insert into tools (name, description, category) values ('Kettle', 'd', 'HR') returning id",
)
const company = await insertReturningId("insert into companies (name) values ('Acme') returning id")
const launch = await insertReturningId(
  `insert into private.launches (user_id, tool_id, tagline, description, launch_date)
   values ($1, $2, 'Boils', 'Boils water.', (now() at time zone 'utc')::date) returning id`,
  [other, tool],
)
const review = await insertReturningId(
  `insert into reviews (tool_id, user_id, rating, title, content)
   values ($1, $2, 4, 'Good at it', 'Used for a year, and we would again.') returning id`,
  [tool, other],
)

/** Creates a member with a factor. */
async function createWithFactor(status = 'verified'): Promise<string> {
  const sub = await db.createUser()
  await db.insert(OWNER, 'auth.mfa_factors', {
    user_id: sub,
    factor_type: 'totp',
    status,
    secret: 'x',
  })
  return sub
}

const createCaller = (sub: string, aal: 'aal1' | 'aal2'): Caller => ({
  role: 'authenticated',
  claims: { sub, session_id: sub, aal },
})

/** Each write of a member, in an order that succeeds; `$1` stands for the member. */
const WRITES: Record<string, string> = {
  'a tool': `insert into tools (name, description, category) values ('Tool ' || $1, 'd', 'HR')`,
  'a review': `insert into reviews (tool_id, user_id, rating, title, content) values ('{tool}', $1, 4, 'Good at it', 'Used for a year, and we would again.')`,
  'a changed review': 'update reviews set rating = 2 where user_id = $1',
  'a deleted review': 'delete from reviews where user_id = $1',
  'a helpful vote': `insert into review_helpful_votes (review_id, user_id) values ('{review}', $1)`,
  'a withdrawn vote': 'delete from review_helpful_votes where user_id = $1',
  'an upvote': `insert into launch_upvotes (launch_id, user_id) values ('{launch}', $1)`,
  'a launch': `insert into product_launches (user_id, tool_id, tagline, description, launch_date) values ($1, '{tool}', 'Boils', 'Boils water.', current_date + 3)`,
  'a company': `insert into companies (name) values ('Of ' || $1)`,
  'a membership': `insert into company_members (company_id, user_id) values ('{company}', $1)`,
  'a left company': `delete from company_members where company_id = '{company}' and user_id = $1`,
  'a followed company': `insert into company_follows (company_id, user_id) values ('{company}', $1)`,
  'an unfollowed company': 'delete from company_follows where user_id = $1',
  'a followed tool': `insert into tool_follows (tool_id, user_id) values ('{tool}', $1)`,
  'an unfollowed tool': 'delete from tool_follows where user_id = $1',
  'a reminder': `insert into launch_reminders (launch_id, user_id) select id, $1 from product_launches where status = 'scheduled' limit 1`,
  'a withdrawn reminder': 'delete from launch_reminders where user_id = $1',
  'a choice of emails': `insert into notification_preferences (user_id, kind, email) values ($1, 'reply', 'never')`,
  'a changed choice of emails': `update notification_preferences set email = 'weekly' where user_id = $1`,
  'a removed choice of emails': 'delete from notification_preferences where user_id = $1',
  'a profile': `update profiles set bio = 'Changed' where user_id = $1`,
  'a visibility': `update profiles set profile_visibility = 'private' where user_id = $1`,
  'an account event': `insert into audit_logs (action, resource_type) values ('sign_in', 'session')`,
  'an upload': `insert into storage.objects (bucket_id, name, owner_id) values ('avatars', $1 || '/a.png', $1::text)`,
  'a renamed upload': `update storage.objects set name = $1 || '/b.png' where owner_id = $1::text`,
  'a removed upload': 'delete from storage.objects where owner_id = $1::text',
}

const buildStatement = (write: string) =>
  (WRITES[write] ?? '')
    .replace('{tool}', tool)
    .replace('{review}', review)
    .replace('{launch}', launch)
    .replace('{company}', company)
    .replaceAll('$1', 'auth.uid()')

describe('writes of an account with a verified factor', () => {
  test('each write is refused at aal1 and succeeds at aal2', async () => {
    const sub = await createWithFactor()
    for (const write of Object.keys(WRITES)) {
      const text = buildStatement(write)
      await expectRefusal(db.database.as(createCaller(sub, 'aal1'), text), REFUSED, write)
      const written = await db.database.as(createCaller(sub, 'aal2'), `${text} returning 1 as one`)
      expect([write, written]).toEqual([write, [{ one: 1 }]])
    }
  })

  test('each write succeeds at aal1 for an account without a verified factor', async () => {
    for (const sub of [await db.createUser(), await createWithFactor('unverified')]) {
      for (const write of Object.keys(WRITES)) {
        const text = `${buildStatement(write)} returning 1 as one`
        expect([write, await db.database.as(createCaller(sub, 'aal1'), text)]).toEqual([
          write,
          [{ one: 1 }],
        ])
      }
    }
  })

  test('a write is refused for a token without a level', async () => {
    const sub = await createWithFactor()
    const bare: Caller = { role: 'authenticated', claims: { sub, session_id: sub } }
    const text = "update profiles set bio = 'x' where user_id = auth.uid()"
    await expectRefusal(db.database.as(bare, text), REFUSED)
  })
})

test('the audit log is empty at aal1 and complete at aal2', async () => {
  const sub = await createWithFactor()
  await db.insert(OWNER, 'audit_logs', {
    user_id: sub,
    action: 'sign_in',
    resource_type: 'session',
  })
  const readLog = (aal: 'aal1' | 'aal2') =>
    db.database.as(createCaller(sub, aal), 'select action from audit_logs')
  expect(await readLog('aal1')).toEqual([])
  expect(await readLog('aal2')).toContainEqual({ action: 'sign_in' })
})

test('count_profile_view counts a view at aal2, and at aal1 returns without counting', async () => {
  const person = await db.createUser({ metadata: {} })
  const sub = await createWithFactor()
  const readViews = () =>
    db.rowAsOwner('select profile_views from user_stats where user_id = $1', [person])
  await db.database.as(createCaller(sub, 'aal1'), `select count_profile_view('${person}')`)
  expect(await readViews()).toEqual({ profile_views: 0 })
  await db.database.as(createCaller(sub, 'aal2'), `select count_profile_view('${person}')`)
  expect(await readViews()).toEqual({ profile_views: 1 })
})

/** Finds writes of members without a restrictive policy (or, on a view, a trigger) for the factor. */
const findUnprotected = () =>
  db.asOwner(`
    with written as (
      select c.oid, c.relkind, c.reloptions, n.nspname, c.relname, wanted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['insert', 'update', 'delete']) wanted
      where n.nspname in ('public', 'private', 'storage') and c.relkind in ('r', 'p', 'v', 'f')
        and case when wanted = 'delete' then has_table_privilege('authenticated', c.oid, wanted)
          else has_any_column_privilege('authenticated', c.oid, wanted) end
    )
    select nspname || '.' || relname as name, wanted as verb from written w
    where case
      -- Writes through such a view are checked by the policies of its table.
      when relkind = 'v' and coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}' then false
      when relkind = 'v' then not exists (
        select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = w.oid and t.tgenabled <> 'D' and t.tgtype & 64 > 0
          and case wanted when 'insert' then t.tgtype & 4 when 'update' then t.tgtype & 16 else t.tgtype & 8 end > 0
          and p.prosrc ~ 'private.require_factor')
      else not exists (
        select from pg_policies p
        where p.schemaname = nspname and p.tablename = relname and p.permissive = 'RESTRICTIVE'
          and p.roles && '{authenticated,public}'::name[] and lower(p.cmd) in (wanted, 'all')
          and coalesce(p.with_check, p.qual) ~ 'SELECT private.require_factor\\(\\)')
        or not (select relrowsecurity from pg_class where oid = w.oid)
    end order by 1, 2`)

test('every table and view that members write requires the factor', async () => {
  expect(await findUnprotected()).toEqual([])
})

test('findUnprotected finds a new table or view without the policies', async () => {
  await db.asOwner('create table forgotten (id int)')
  await db.asOwner('alter table forgotten enable row level security')
  await db.asOwner('create view forgotten_view as select id from forgotten')
  await db.asOwner('grant insert, update (id) on forgotten to authenticated')
  await db.asOwner('grant delete on forgotten_view to authenticated')
  // A policy with the right name and without a check.
  await db.asOwner(
    'create policy require_factor_insert on forgotten as restrictive for insert to authenticated with check (true)',
  )
  const found = await findUnprotected()
  await db.asOwner('drop view forgotten_view')
  await db.asOwner('drop table forgotten')
  expect(found).toEqual([
    { name: 'public.forgotten', verb: 'insert' },
    { name: 'public.forgotten', verb: 'update' },
    { name: 'public.forgotten_view', verb: 'delete' },
  ])
})

test('every writing function that members can call requires the factor, or the secret of an email', async () => {
  const functions = await db.asOwner(`
    select p.proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace and provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute')
      and prosrc !~ 'require_second_factor|has_required_factor|require_factor|require_own_list|require_decider|require_admin_or_service|read_unsubscribe_token'`)
  expect(functions).toEqual([])
})
