// supabase/schemas and supabase/migrations create the same database.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@toolmark/backend/database/database.ts'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import {
  createPostgresCopy,
  openTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS } from '../../server/migrations.ts'
import { readCatalogue } from '../support/databases/catalogue.ts'

const SCHEMAS = join(MIGRATIONS, '..', 'schemas')

let migrated: TestDatabase
let declared: Database
let drop = async () => {}
const folder = mkdtempSync(join(tmpdir(), 'toolmark-schemas-'))

beforeAll(async () => {
  migrated = await openTestDatabase()
  if (inject('engine') === 'pglite') declared = await openPglite(join(folder, 'data'))
  else {
    const copy = await createPostgresCopy('template0')
    drop = copy.drop
    declared = await openPostgres(copy.url)
  }
  const files = readdirSync(SCHEMAS).sort()
  const texts = files.map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  const schemas = mkdtempSync(join(folder, 'schemas-'))
  writeFileSync(join(schemas, '1_schemas.sql'), texts.join('\n'))
  await migrate(declared, schemas)
})
afterAll(async () => {
  await declared.close()
  await drop()
  await migrated.close()
  rmSync(folder, { recursive: true })
})

/** A line for each entry that one catalogue lacks or that differs. */
function compare(schemas: Map<string, string>, migrations: Map<string, string>): string[] {
  const names = new Set([...schemas.keys(), ...migrations.keys()])
  return [...names].sort().flatMap((name) => {
    const [one, other] = [schemas.get(name), migrations.get(name)]
    if (one === other) return []
    if (one === undefined) return [`${name}: only in supabase/migrations`]
    if (other === undefined) return [`${name}: only in supabase/schemas`]
    return [`${name}: ${one}\n  in supabase/migrations: ${other}`]
  })
}

test('schema files and migrations create the same catalogue, rights and seed rows', async () => {
  const schemas = await readCatalogue(declared)
  expect(schemas.size).toBeGreaterThan(800)
  expect(compare(schemas, await readCatalogue(migrated.database))).toEqual([])
})

test.each([
  ['column public.tools.slug', "alter table public.tools alter slug set default 'x'"],
  ['column public.reviews.title', 'revoke update (title) on public.reviews from authenticated'],
  ['relation public.tools', 'alter table public.tools disable row level security'],
  [
    'relation public.product_launches',
    'alter view public.product_launches reset (security_invoker)',
  ],
  [
    'constraint public.tools tool_name_length',
    'alter table public.tools drop constraint tool_name_length',
  ],
  ['index public.tools_name_idx', 'drop index public.tools_name_idx'],
  ['function private.slugify(name text)', 'alter function private.slugify stable'],
  ['function public.trust_figures()', 'revoke execute on function public.trust_figures from anon'],
  ['trigger public.tools before_row', 'alter table public.tools disable trigger before_row'],
  [
    'policy public.reviews owner_update',
    'alter policy owner_update on public.reviews using (true)',
  ],
  ['schema private', 'grant usage on schema private to anon'],
  ['category HR & Recruitment', "update public.categories set icon = 'x' where position = 13"],
])('compare finds a difference in %s', async (name, change) => {
  const before = await readCatalogue(migrated.database)
  let found: string[] = []
  const changing = migrated.database.transactionAsOwner(async ({ query }) => {
    await query(change)
    found = compare(before, await readCatalogue({ asOwner: query }))
    throw new Error('rolled back')
  })
  await expect(changing).rejects.toThrow('rolled back')
  expect(found.map((line) => line.split(': ', 1)[0])).toEqual([name])
})
