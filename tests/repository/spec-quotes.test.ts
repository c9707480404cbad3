import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = 'packages/{site/app,site/server,backend/src}/**/*.{ts,tsx}'

/** Texts that the code puts together from smaller pieces, examples of values, and texts of no screen. */
const EXCEPTIONS = new Set([
  'Review submitted successfully!',
  'Tagline too long: 80 characters at most',
  'Your account is suspended until {date}. You can still read, download your data and appeal.',
  'Row 3: Zed changes its name from Zed to Zed++, which has to be allowed.',
  'Row {n}: a price needs …',
  'Row {n}: this tool was removed by a moderator (decision {d}).',
  'VS Code',
  '{n} of {m} tools without uses match uses by their text.',
  'Only confirmed members of the maker can do this.',
])

/** Texts with the same quotation marks, without tags and without the seams of concatenated strings. */
const normalize = (text: string) =>
  text
    .replaceAll(/''|\\'|[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/['"`]\s*(?:\+|\|\|)\s*['"`]/g, '')
    .replaceAll(/\s+/g, ' ')

/** Values are `{…}`, X, Y and digits. A toast is "title: text", and each sentence may be a string of its own. */
const VALUE_OR_SEAM = /\{[^}]*\}|\b[XY]\b|…|\d[\d,.]*|: |[.?!] |[.?!]$|[()"]/

/** @returns the quotes that begin with a capital letter or a value: others are what a reader types */
function quotesIn(document: string): string[] {
  const text = document.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]*`/g, '`')
  return [...text.matchAll(/"([A-Z{][^"\n`]*)"/g)].map(([, quote = '']) => quote)
}

test('the specification and what operators read quote texts that the site has', () => {
  const paths = globSync([SOURCES, 'packages/site/supabase/schemas/*.sql'], { cwd: ROOT })
  const site = normalize(
    paths
      .filter((path) => !path.includes('.test.'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .join('\n'),
  )
  const isOfSite = (quote: string) =>
    normalize(quote)
      .split(VALUE_OR_SEAM)
      .every((piece) => site.includes(piece.trim()))
  const documents = ['docs/spec/[1-9]*.md', 'docs/{operating,security,scaling,errors}.md']
  const quotes = globSync(documents, { cwd: ROOT }).flatMap((path) =>
    quotesIn(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(quotes.length).toBeGreaterThan(500)
  expect(new Set(quotes.filter((quote) => !isOfSite(quote)))).toEqual(EXCEPTIONS)
})
