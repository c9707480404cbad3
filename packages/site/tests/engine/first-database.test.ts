// The database that the build makes for a first start on PGlite is the one that a start without it makes.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '@toolmark/backend/database/database.ts'
import { unpackFirstDatabase } from '@toolmark/backend/database/engines/first-database.ts'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { readCopiedTables } from '../../server/backup/tables.ts'
import { MAKE_OWN_SECRETS, MIGRATIONS } from '../../server/migrations.ts'
import { readCatalogue } from '../support/databases/catalogue.ts'
import { createTemporaryFolder } from '../support/sites/site.ts'

const testOnPglite = test.runIf(inject('engine') === 'pglite')
const { folder, remove } = createTemporaryFolder()
afterAll(remove)

/** Of the tables that each copy of a site has, without times. */
async function readRows(database: Database): Promise<Map<string, string[]>> {
  return database.transactionAsOwner(async (transaction) => {
    const found = new Map<string, string[]>()
    for (const { name } of await readCopiedTables(transaction)) {
      const rows = await transaction.query<{ row: string }>(
        `select regexp_replace(to_jsonb(t)::text, '"\\d{4}-\\d\\d-\\d\\dT[^"]*"', '"time"', 'g') as row from ${name} t order by 1`,
      )
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  })
}

testOnPglite(
  'it has the schema and the rows of the migrations, and no secret of a site',
  async () => {
    const dataDir = join(folder, 'whole')
    expect(await unpackFirstDatabase(dataDir, MIGRATIONS)).toBe(true)
    const unpacked = await openPglite(dataDir)
    expect(await migrate(unpacked, MIGRATIONS)).toEqual([])
    const migrated = await openPglite(join(folder, 'migrated'))
    await migrate(migrated, MIGRATIONS)
    const catalogue = await readCatalogue(migrated)
    expect(catalogue.size).toBeGreaterThan(800)
    expect(await readCatalogue(unpacked)).toEqual(catalogue)
    const [rows, own] = [await readRows(unpacked), await readRows(migrated)]
    const keys = 'private.unsubscribe_keys'
    expect(rows.get(keys)).toEqual(['{"key": "of no site"}'])
    await unpacked.asOwner(MAKE_OWN_SECRETS)
    const [made] = (await readRows(unpacked)).get(keys) ?? []
    expect(made).toMatch(/^\{"key": "[0-9a-f]{64}"\}$/)
    rows.delete(keys)
    own.delete(keys)
    expect(rows).toEqual(own)
    await migrated.close()
    await unpacked.close()
    expect(await unpackFirstDatabase(dataDir, MIGRATIONS)).toBe(false)
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'lock.db'])
  },
)

const CHANGES: [string, (at: { archive: string; about: string; migrations: string }) => void][] = [
  ['another digest', ({ archive }) => appendFileSync(archive, 'x')],
  ['half of the archive', ({ archive }) => truncateSync(archive, 100_000)],
  ['no archive', ({ archive }) => rmSync(archive)],
  ['no description', ({ about }) => rmSync(about)],
  [
    'the description of another version',
    ({ about }) => writeFileSync(about, '{"digest":"0","sources":"0"}'),
  ],
  [
    'another migration',
    ({ migrations }) => writeFileSync(join(migrations, '30000101_more.sql'), 'select 1'),
  ],
]

testOnPglite.each([['the files as they are', () => {}] as (typeof CHANGES)[number], ...CHANGES])(
  'with %s a start unpacks them or leaves the folder to PGlite',
  async (name, change) => {
    const place = join(folder, name.replaceAll(' ', '-'))
    const supabase = join(place, 'supabase')
    const migrations = join(supabase, 'migrations')
    mkdirSync(supabase, { recursive: true })
    cpSync(MIGRATIONS, migrations, { recursive: true })
    const [archive, about] = ['tar.gz', 'json'].map((end) =>
      join(supabase, `first-database.${end}`),
    ) as [string, string]
    for (const file of [archive, about]) cpSync(file.replace(supabase, dirname(MIGRATIONS)), file)
    change({ archive, about, migrations })
    const dataDir = join(place, 'data')
    const warnings: string[] = []
    const isUnpacked = await unpackFirstDatabase(dataDir, migrations, (line) => warnings.push(line))
    expect(isUnpacked).toBe(name === 'the files as they are')
    expect(existsSync(join(dataDir, 'db'))).toBe(isUnpacked)
    expect(existsSync(join(dataDir, 'db.part'))).toBe(false)
    const isDamaged = /digest|half|no archive/.test(name)
    expect(warnings).toEqual(
      isDamaged
        ? [
            'first-database.tar.gz cannot be used, so the start makes the database itself: its digest differs',
          ]
        : [],
    )
  },
)
