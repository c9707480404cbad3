// Writes supabase/migrations from supabase/schemas: until the first release one generated baseline.
// `--check` fails when the file is stale.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUPABASE = join(import.meta.dirname, '..', 'supabase')
const [SCHEMAS, MIGRATIONS] = [join(SUPABASE, 'schemas'), join(SUPABASE, 'migrations')]

/** Lines between statements: without them a reworded comment makes no new version. Lines in functions precede indented ones. */
const COMMENT_OR_BLANK = /^(--.*)?\n(?! )/gm

const text = [
  '-- Generated from supabase/schemas by `npm run schema:baseline`: do not edit.\n',
  ...readdirSync(SCHEMAS)
    .sort()
    .map((file) => readFileSync(join(SCHEMAS, file), 'utf8').replace(COMMENT_OR_BLANK, '')),
].join('')

/**
 * The version depends on the text, so that a database of another baseline is refused at the start, and
 * by the Supabase CLI, which compares versions only.
 */
const digest = createHash('sha256').update(text).digest().readUIntBE(0, 4) % 1_000_000
const name = `20261126${String(digest).padStart(6, '0')}_baseline.sql`

const present = readdirSync(MIGRATIONS)
const isCurrent =
  present.length === 1 &&
  present[0] === name &&
  readFileSync(join(MIGRATIONS, name), 'utf8') === text
if (!isCurrent && process.argv.includes('--check')) {
  console.error('supabase/migrations is stale: run `npm run schema:baseline`')
  process.exitCode = 1
} else if (!isCurrent) {
  for (const file of present) rmSync(join(MIGRATIONS, file))
  writeFileSync(join(MIGRATIONS, name), text)
}
