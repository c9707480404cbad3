import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { documentSections } from '@toolmark/site/app/pages/words.ts'
import { openDocuments } from '@toolmark/site/server/documents/documents.ts'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = 'packages|app|server|src|supabase|tests|public|scripts|bench|docs|deploy'

interface Reference {
  document: string
  path: string
}

/** Of the bench, which installs Lighthouse. */
const PACKAGES = ['**/node_modules/**']

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'packages/*/{app,docs}/**/*.md']

/** Paths in backticks, from the root or from the package of the document or the site, and targets of links, from the document. */
function findReferences(document: string): Reference[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const folder = document.startsWith('packages/backend/') ? 'packages/backend' : 'packages/site'
  const quoted = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`\\s:]*)`, 'g'))]
    .map(([, path = '']) => path)
    // Patterns such as `supabase/demo/tools/<category>.txt`.
    .filter((path) => !/[<{*…]/.test(path))
    .map((path) => (existsSync(join(ROOT, path)) ? path : join(folder, path)))
  const linked = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => join(dirname(document), target))
  return [...quoted, ...linked].map((path) => ({ document, path }))
}

test('documents name files and folders that exist', () => {
  const documents = globSync(DOCUMENTS, { cwd: ROOT })
  const references = documents.flatMap(findReferences)
  expect(references.length).toBeGreaterThan(100)
  const missing = references.filter(({ path }) => !existsSync(join(ROOT, path)))
  expect(missing.map(({ document, path }) => `${document}: ${path}`)).toEqual([])
})

test('documents name source files that exist, also without a folder', () => {
  const sources = globSync('{packages,scripts,bench,tests}/**/*.{ts,tsx,sql}', {
    cwd: ROOT,
    exclude: PACKAGES,
  })
  const known = new Set(
    [...sources, ...globSync('*.ts', { cwd: ROOT })].map((path) => basename(path)),
  )
  const named = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((document) =>
    [
      ...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([\w.-]+\.(?:tsx?|sql))(?=[`:])/g),
    ].map(([, name = '']) => ({ document, name })),
  )
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(({ name }) => !known.has(name))
  expect(missing.map(({ document, name }) => `${document}: ${name}`)).toEqual([])
})

const CODE = [
  'packages/site/{app,server,supabase,tests}/**/*.{ts,tsx,sql,toml}',
  'packages/backend/{src,tests,conformance,example}/**/*.{ts,sql,toml}',
  '{scripts,bench,deploy}/**/*.{ts,js,sql,yaml,json}',
  '{*,packages/*/*}.{ts,js,json}',
]

/** With an underscore or a capital inside; others could be any word. */
const IDENTIFIER = /\b(?:[A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*)\b/g

/** Names of other programs and libraries, of what is not there, and patterns of names. */
const OTHER_NAMES = new Set(
  `before_user_created count_reviews_by_statement customProviders db_pre_request dumpDataDir findX getUserIdentities getX
  loadDataDir log_level pg_cron pg_rewind purgeCache renderToString replication_ready requireX
  security_update_password_require_current_password send_binary shouldSoftDelete skip_nonce_check ts_rank`.split(
    /\s+/,
  ),
)

test('documents name functions, columns and settings that exist', () => {
  const files = globSync(CODE, { cwd: ROOT, exclude: PACKAGES })
  const code = files.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const known = new Set(code.match(/\w+/g))
  const named = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([^`\n]+)`/g)]
      // The tests above look for files.
      .filter(([, text = '']) => !/\.(sql|tsx?|md)\b/.test(text))
      // A variable can be in a file.
      .flatMap(([, text = '']) => text.replaceAll(/_FILE\b/g, '').match(IDENTIFIER) ?? []),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(new Set(named.filter((name) => !known.has(name)))).toEqual(OTHER_NAMES)
})

test('documents together have at most 60,000 words', () => {
  const texts = globSync(DOCUMENTS, { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  )
  expect(texts.join('\n').match(/\S+/g)?.length).toBeLessThanOrEqual(60_000)
})

test('the sections of the index name documents that exist', () => {
  const documents = openDocuments().list()
  const named = documentSections.flatMap((section) =>
    'paths' in section ? section.paths : [section.folder],
  )
  const isKnown = (name: string) =>
    documents.some(({ path }) => path === name || path.startsWith(`${name}/`))
  expect(named.filter((name) => !isKnown(name))).toEqual([])
})
