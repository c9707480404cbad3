// Every role × relation × verb × column, and every function: `rights.json` says what is allowed,
// and each entry is tried. Nothing may be granted that is not written there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../backend/database/database.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const columns = z.union([z.literal('all'), z.array(z.string())])
const rights = z
  .object({
    relations: z.record(
      z.string(),
      z.partialRecord(
        z.enum(['anon', 'authenticated']),
        z.object({
          select: columns.optional(),
          insert: columns.optional(),
          update: columns.optional(),
          delete: z.literal(true).optional(),
        }),
      ),
    ),
    functions: z.object({ anon: z.array(z.string()), authenticated: z.array(z.string()) }),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'rights.json'), 'utf8')))

const ROLES = ['anon', 'authenticated'] as const
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'supabase_migrations']

let db: TestDatabase
const callers = new Map<string, Caller>([['anon', { role: 'anon', claims: {} }]])
beforeAll(async () => {
  db = await openTestDatabase()
  callers.set('authenticated', { role: 'authenticated', claims: { sub: await db.createUser() } })
})
afterAll(() => db.close())

const callerOf = (role: string) => callers.get(role) ?? { role: 'anon', claims: {} }

/** Whether it goes through; nothing here touches a row, so that a rule about rows has no say. */
const may = (role: string, statement: string) =>
  db.database.as(callerOf(role), statement).then(
    () => true,
    () => false,
  )

interface Found {
  relation: string
  column: string
  writable: boolean
}

const relationsOf = () =>
  db.database.asOwner<Found>(
    `select format('%s.%s', n.nspname, c.relname) as relation, a.attname as column,
       pg_relation_is_updatable(c.oid, true) <> 0 and a.attgenerated = '' as writable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any ($1) and c.relkind in ('r', 'v', 'm', 'p')
     order by 1, a.attnum`,
    [SCHEMAS],
  )

describe.each(ROLES)('%s', (role) => {
  test('reads and writes the columns that are written down, and no other', async () => {
    const found = await relationsOf()
    const wrong: string[] = []
    const check = (relation: string, verb: string, is: boolean, should: boolean) => {
      if (is !== should) wrong.push(`${verb} ${relation}: ${is ? 'allowed' : 'refused'}`)
    }
    for (const { relation, column, writable } of found) {
      const allowed = rights.relations[relation]?.[role] ?? {}
      const named = (verb: 'select' | 'insert' | 'update') =>
        allowed[verb] === 'all' || (allowed[verb] ?? []).includes(column)
      const [schema = '', name = ''] = relation.split('.')
      const table = `"${schema}"."${name}"`
      const at = `${relation}.${column}`
      check(
        at,
        'select',
        await may(role, `select "${column}" from ${table} limit 0`),
        named('select'),
      )
      if (!writable) continue
      const row = `insert into ${table} ("${column}") select null where false`
      check(at, 'insert', await may(role, row), named('insert'))
      const change = `update ${table} set "${column}" = null where false`
      check(at, 'update', await may(role, change), named('update'))
    }
    for (const relation of new Set(found.map((each) => each.relation))) {
      const table = relation.replace(/^(.*?)\.(.*)$/, '"$1"."$2"')
      const should = rights.relations[relation]?.[role]?.delete === true
      check(relation, 'delete', await may(role, `delete from ${table} where false`), should)
      check(relation, 'truncate', await may(role, `truncate ${table}`), false)
    }
    expect(wrong).toEqual([])
  })

  test('calls the functions that are written down, and no other', async () => {
    const callable = await db.database.as<{ name: string }>(
      callerOf(role),
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any ($1) and has_schema_privilege(n.oid, 'usage')
         and has_function_privilege(p.oid, 'execute') and p.prorettype <> 'trigger'::regtype order by 1`,
      [`{${SCHEMAS.join(',')}}`],
    )
    expect(callable.map(({ name }) => name)).toEqual(rights.functions[role])
  })

  test('stays itself through every function', async () => {
    const functions = await db.database.asOwner<{ name: string; call: string }>(
      `select p.oid::regprocedure::text as name, format('%I.%I(%s)', n.nspname, p.proname, coalesce((
         select string_agg('null::' || format_type(t, null), ', ') from unnest(p.proargtypes) t), '')) as call
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any ($1) and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`,
      [`{${SCHEMAS.join(',')}}`],
    )
    expect(functions.length).toBeGreaterThan(20)
    for (const { name, call } of functions) {
      const who = await db.database
        .transactionAs(callerOf(role), async ({ query }) => {
          await query(`select ${call}`)
          return query<{ who: string }>('select current_user as who')
        })
        .catch(() => [{ who: role }])
      expect([name, who]).toEqual([name, [{ who: role }]])
      // And a call that failed leaves nothing behind for the next on its connection.
      expect(await db.as({ role: 'anon' }, 'select current_user as who, auth.uid() as me')).toEqual(
        [{ who: 'anon', me: null }],
      )
    }
  })

  test.each([
    'alter role anon bypassrls',
    'grant service_role to anon',
    'create table public.mine (id int)',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'create schema mine',
    'create extension dblink',
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('.')",
    'select pg_reload_conf()',
  ])('may not: %s', async (statement) => {
    await expect(db.database.as(callerOf(role), statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704|0A000)$/),
    })
  })
})

test('what is written down is there', async () => {
  const found = await relationsOf()
  const known = new Set(found.map(({ relation }) => relation))
  expect(Object.keys(rights.relations).filter((relation) => !known.has(relation))).toEqual([])
})
