// Writes the baseline of packages/site/supabase/migrations, which git ignores, from supabase/schemas. Other files of the folder stay:
// they are an operator's additions.
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const SUPABASE = join(
  process.argv[2] ?? join(import.meta.dirname, '..', 'packages', 'site'),
  'supabase',
)
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

mkdirSync(MIGRATIONS, { recursive: true })
for (const earlier of globSync('20261126??????_baseline.sql', { cwd: MIGRATIONS })) {
  if (earlier !== name) rmSync(join(MIGRATIONS, earlier))
}
// A user who may only read the folder runs commands too.
if (!existsSync(join(MIGRATIONS, name))) writeFileSync(join(MIGRATIONS, name), text)
