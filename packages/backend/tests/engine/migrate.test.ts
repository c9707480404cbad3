// Migrations run once, also in concurrent starts; after a failed one the earlier version works.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openPglite } from '../../src/database/engines/pglite.ts'
import { openPostgres } from '../../src/database/engines/postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import {
  copyPgliteFolder,
  createPostgresCopy,
  openTestDatabase,
  type TestDatabase,
} from '../support/databases/database.ts'

const { folder: MIGRATIONS } = inject('schema')
let db: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'toolmark-migrations-'))
beforeAll(async () => {
  cpSync(MIGRATIONS, folder, { recursive: true })
  db = await openTestDatabase()
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const readVersions = (database: Database) =>
  database.asOwner<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )

test('a failing migration throws its name and rolls back all migrations of the start', async () => {
  const before = await readVersions(db.database)
  // The migrations of one start are one version of the site and roll back together.
  writeFileSync(join(folder, '29981231000000_rename.sql'), 'alter table todos rename to tasks;')
  writeFileSync(
    join(folder, '29990101000000_broken.sql'),
    "insert into tasks (title, owner) select 'Half', id from auth.users; create table half (id int); select 1 / 0;",
  )
  await expect(migrate(db.database, folder)).rejects.toThrow(
    '29990101000000_broken.sql: division by zero',
  )
  expect(await readVersions(db.database)).toEqual(before)
  expect(await db.asOwner("select to_regclass('half') as half, count(*) from todos")).toEqual([
    { half: null, count: 0 },
  ])
  expect(await db.as({ role: 'anon' }, 'select count(*) from todos')).toEqual([{ count: 0 }])
})

test.each(['C', 'C.UTF-8', 'POSIX', '', 'en_GB.UTF-8', 'English_United States.1252'])(
  'messages in %j are English',
  async (messages) => expect(await warningsOf(messages)).toEqual([]),
)

test.each(['de_DE.UTF-8', 'ca_ES.UTF-8', 'German_Germany.1252'])(
  'a database with messages in %s starts with a warning',
  async (messages) => {
    expect(await warningsOf(messages)).toEqual([
      expect.stringMatching(/^the messages of the database are not in English .*: run [^\n]+$/),
    ])
  },
)

/** The locales of other languages are on few machines, so the answer of the database is replaced. */
async function warningsOf(messages: string): Promise<string[]> {
  const warnings: string[] = []
  const asOwner = async (sql: string) => {
    if (!sql.includes('lc_messages')) throw new Error('no further')
    return [{ encoding: 'UTF8', has_latin_case: true, knows_letters: true, messages }]
  }
  const database = { asOwner } as unknown as Database
  await expect(migrate(database, MIGRATIONS, (line) => warnings.push(line))).rejects.toThrow(
    'no further',
  )
  return warnings
}

describe.runIf(inject('engine') === 'postgres')('a PostgreSQL database with', () => {
  test.each([
    ["locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'", 'UTF8 C.UTF-8 tr-TR'],
    ["encoding 'SQL_ASCII' locale 'C'", 'SQL_ASCII C'],
  ])('%s is refused with one line before anything is created', async (locale, name) => {
    const { url, drop } = await createPostgresCopy('template0', locale)
    const database = await openPostgres(url)
    try {
      await expect(migrate(database, MIGRATIONS)).rejects.toThrow(
        `the locale of the database cannot be used (${name}): create it with `,
      )
      expect(await database.asOwner("select to_regnamespace('auth') as auth")).toEqual([
        { auth: null },
      ])
    } finally {
      await database.close()
      await drop()
    }
  })

  test("locale 'C' starts with a warning", async () => {
    const { url, drop } = await createPostgresCopy('template0', "encoding 'UTF8' locale 'C'")
    const database = await openPostgres(url)
    const warnings: string[] = []
    try {
      const ran = await migrate(database, MIGRATIONS, (line) => warnings.push(line))
      expect(ran.length).toBeGreaterThan(0)
      expect(warnings).toEqual([expect.stringMatching(/knows no letters but A to Z \(C\)/)])
    } finally {
      await database.close()
      await drop()
    }
  })
})

test('a corrected migration runs once, without the time limit of requests', async () => {
  rmSync(join(folder, '29981231000000_rename.sql'))
  writeFileSync(
    join(folder, '29990101000000_broken.sql'),
    "do $$ begin if current_setting('statement_timeout') <> '0' then raise 'time limit'; end if; end $$",
  )
  expect(await migrate(db.database, folder)).toHaveLength(1)
  expect(await migrate(db.database, folder)).toEqual([])
})

test('a database of another version throws one line and stays unchanged', async () => {
  const others = ['20250101000100', '20250101000200', '20250101000300']
  await db.asOwner(
    "insert into supabase_migrations.schema_migrations (version, name) select v, 'other' from unnest($1::text[]) v",
    [`{${others.join(',')}}`],
  )
  writeFileSync(join(folder, '29990201000000_later.sql'), 'create table later (id int)')
  const before = await readVersions(db.database)
  await expect(migrate(db.database, folder)).rejects.toThrow(
    /^the database has migrations that this version lacks \(20250101000100_other, 20250101000200_other and 1 more\): another version created it\. Use that version, or an empty DATA_DIR or database$/,
  )
  expect(await readVersions(db.database)).toEqual(before)
  expect(await db.asOwner("select to_regclass('later') as later")).toEqual([{ later: null }])
  rmSync(join(folder, '29990201000000_later.sql'))
  await db.asOwner`delete from supabase_migrations.schema_migrations where version = any (${`{${others.join(',')}}`})`
  expect(await migrate(db.database, folder)).toEqual([])
})

describe('the schemas of Supabase', () => {
  const isCreated = () => db.valueAsOwner("select to_regproc('rest.counted') is not null as yes")

  test('migrate creates them at every start on PostgreSQL, and on PGlite if their files changed', async () => {
    await db.asOwner('drop function rest.counted')
    await migrate(db.database, folder)
    expect(await isCreated()).toBe(inject('engine') === 'postgres')
    await db.asOwner("comment on schema supabase_migrations is 'of other files'")
    await migrate(db.database, folder)
    expect(await isCreated()).toBe(true)
  })

  test.runIf(inject('engine') === 'pglite')(
    'migrate creates them again in an existing folder, and tables created later are granted to no role',
    async () => {
      const copy = mkdtempSync(join(tmpdir(), 'toolmark-copy-'))
      copyPgliteFolder(copy)
      const later = await openPglite(copy)
      await later.asOwner("comment on schema supabase_migrations is 'of other files'")
      await migrate(later, MIGRATIONS)
      await later.asOwner('create table later_table (id int generated by default as identity)')
      const granted = await later.asOwner(
        `select r from unnest('{anon,authenticated}'::text[]) r
         where has_table_privilege(r, 'later_table', 'select, insert, update, delete')
           or has_sequence_privilege(r, 'later_table_id_seq', 'usage')`,
      )
      const [session] = await later.asOwner('select session_user as name')
      await later.close()
      rmSync(copy, { recursive: true })
      expect([granted, session?.name]).toEqual([[], 'toolmark_owner'])
    },
  )
})

test.runIf(inject('engine') === 'postgres')(
  'a new process for each migration runs exactly one',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const later = mkdtempSync(join(tmpdir(), 'toolmark-later-'))
    cpSync(MIGRATIONS, later, { recursive: true })
    const additions = {
      // A connection can set the settings of an extension only after it has used the extension.
      setting: `create function public.near(a text, b text) returns boolean language sql stable
        set search_path = '' set pg_trgm.similarity_threshold = 0.2 as 'select a operator(extensions.%) b'`,
      column:
        'alter table public.todos add column place text; comment on column public.todos.place is null',
      policy: `create policy place_update on public.todos for update to authenticated
        using (owner = (select auth.uid())); grant update (place) on public.todos to authenticated`,
    }
    for (const [index, [name, text]] of Object.entries(additions).entries()) {
      writeFileSync(join(later, `2999010100000${index}_${name}.sql`), text)
    }
    const files = readdirSync(later).sort()
    const step = mkdtempSync(join(tmpdir(), 'toolmark-step-'))
    for (const file of files) {
      cpSync(join(later, file), join(step, file))
      const database = await openPostgres(url)
      expect(await migrate(database, step)).toHaveLength(1)
      await database.close()
    }
    for (const copy of [later, step]) rmSync(copy, { recursive: true })
    await drop()
  },
)

test.runIf(inject('engine') === 'postgres')(
  'three concurrent starts on an empty database run each migration once',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const starters = await Promise.all([1, 2, 3].map(() => openPostgres(url)))
    try {
      const ran = await Promise.all(starters.map((database) => migrate(database, folder)))
      const all = ran.flat()
      expect(all.length).toBeGreaterThan(1)
      expect(new Set(all).size).toBe(all.length)
      const [first] = starters
      if (first) expect(await readVersions(first)).toHaveLength(all.length)
    } finally {
      await Promise.all(starters.map((database) => database.close()))
      await drop()
    }
  },
)
