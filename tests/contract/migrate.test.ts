// Migrations run once, whoever starts at the same time; a failing one leaves the version before it.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../backend/database/database.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { createPostgresCopy, openTestDatabase, type TestDatabase } from '../support/database.ts'

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

const versions = (database: Database) =>
  database.asOwner<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )

test('a failing one is named, undone whole, and what was there goes on', async () => {
  const before = await versions(db.database)
  // It goes with those that came with it: they are one version of the site.
  writeFileSync(join(folder, '29981231000000_whole.sql'), 'alter table tools rename to utensils;')
  writeFileSync(
    join(folder, '29990101000000_broken.sql'),
    "insert into utensils (name, description, category) values ('Half', 'd', 'HR'); create table half (id int); select 1 / 0;",
  )
  await expect(migrate(db.database, folder)).rejects.toThrow(
    '29990101000000_broken.sql: division by zero',
  )
  expect(await versions(db.database)).toEqual(before)
  expect(await db.asOwner("select to_regclass('half') as half, count(*) from tools")).toEqual([
    { half: null, count: 0 },
  ])
  expect(await db.as({ role: 'anon' }, 'select count(*) from categories')).toEqual([{ count: 20 }])
})

test('once it is mended it runs, and only it, without the time limit of requests', async () => {
  rmSync(join(folder, '29981231000000_whole.sql'))
  writeFileSync(
    join(folder, '29990101000000_broken.sql'),
    "do $$ begin if current_setting('statement_timeout') <> '0' then raise 'impatient'; end if; end $$",
  )
  expect(await migrate(db.database, folder)).toHaveLength(1)
  expect(await migrate(db.database, folder)).toEqual([])
})

test('what Supabase would own is made again when its files are others, on PostgreSQL at every start', async () => {
  const isThere = async () => {
    const [row] = await db.asOwner("select to_regproc('rest.counted') is not null as yes")
    return row?.yes
  }
  await db.asOwner('drop function rest.counted')
  await migrate(db.database, folder)
  expect(await isThere()).toBe(inject('engine') === 'postgres')
  await db.asOwner("comment on schema supabase_migrations is 'the digest of others'")
  await migrate(db.database, folder)
  expect(await isThere()).toBe(true)
})

test.runIf(inject('engine') === 'postgres')(
  'an upgrade by a process that has just started, one migration at a time',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const files = readdirSync(MIGRATIONS).sort()
    const step = mkdtempSync(join(tmpdir(), 'toolmark-step-'))
    for (const file of files) {
      cpSync(join(MIGRATIONS, file), join(step, file))
      const database = await openPostgres(url)
      expect(await migrate(database, step)).toHaveLength(1)
      await database.close()
    }
    rmSync(step, { recursive: true })
    await drop()
  },
)

test.runIf(inject('engine') === 'postgres')('three starters on an empty database', async () => {
  const { url, drop } = await createPostgresCopy('template0')
  const starters = await Promise.all([1, 2, 3].map(() => openPostgres(url)))
  try {
    const ran = await Promise.all(starters.map((database) => migrate(database, MIGRATIONS)))
    const all = ran.flat()
    expect(new Set(all).size).toBe(all.length)
    const [first] = starters
    if (first) expect(await versions(first)).toHaveLength(all.length)
  } finally {
    await Promise.all(starters.map((database) => database.close()))
    await drop()
  }
})
