import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)/g

/** Folders of app/ that no product area belongs to; they import only each other. */
const LAYERS = ['ui', 'data', 'session', 'shared', 'votes']

/** The other areas that each area of app/ imports. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  capabilities: ['shell', 'tools'],
  categories: ['tools'],
  companies: ['people', 'shell'],
  compare: ['tools'],
  dashboard: ['companies', 'people'],
  document: [],
  figures: ['people', 'reviews', 'shell', 'tools'],
  home: ['categories', 'launches', 'people', 'reviews', 'shell', 'tools', 'trust'],
  launches: ['people', 'shell', 'tools'],
  moderation: ['categories', 'palette', 'people', 'reviews', 'shell', 'tools'],
  pages: ['home', 'shell', 'tools'],
  palette: ['compare', 'launches', 'people', 'sign-in', 'tools'],
  people: [],
  profile: ['people', 'sign-in'],
  reviews: ['people', 'shell', 'tools'],
  settings: ['people', 'sign-in'],
  shell: ['companies', 'moderation', 'palette', 'people', 'sign-in'],
  'sign-in': ['people'],
  tools: ['categories', 'compare', 'reviews', 'shell', 'sign-in'],
  trust: ['reviews', 'tools'],
}

/**
 * What server/ imports from app/ besides app/shared: types, labels for emails and pictures, the import of a file,
 * and in a test the server's entry.
 */
const FOR_SERVER = [
  'app/data/database.types.ts',
  'app/data/rpc-results.ts',
  'app/data/site.ts',
  'app/entry.server.tsx',
  'app/moderation/import/file/run-import.ts',
  'app/moderation/import/file/table-file.ts',
  'app/moderation/words/staff.ts',
  'app/moderation/words/reasons.ts',
  'app/ui/words.ts',
]

/** Values that the contract tests import from backend/: the codes of an authenticator app. */
const FOR_CONTRACT = ['backend/auth/second-factor/totp.ts']

/** An import without values, which leaves no trace at run time. */
const TYPE_IMPORT = /^import type [^'"]*['"][^'"]*['"]/gm

interface Import {
  file: string
  imported: string
}

function isAllowed({ file, imported }: Import): boolean {
  const [from = '', area = ''] = file.split('/')
  const [to = '', target = ''] = imported.split('/')
  if (from === 'server') {
    return to !== 'app' || target === 'shared' || FOR_SERVER.includes(imported)
  }
  if (from === 'backend') return to !== 'app' && to !== 'server'
  if (to !== from) return false
  // root.tsx, routes.ts and the like; the areas import the root's loader as a type.
  if (file.split('/').length === 2 || imported === 'app/root.tsx' || area === target) return true
  if (area === 'shared') return false
  return LAYERS.includes(target) || (AREAS[area] ?? []).includes(target)
}

function readImports(file: string): Import[] {
  return importsIn(file, readFileSync(join(ROOT, file), 'utf8'))
}

function importsIn(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)]
    .map(([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)))
    .filter((imported) => !imported.includes('+types'))
    .map((imported) => ({ file, imported }))
}

test('app, backend and server import in the allowed directions', () => {
  const files = globSync('{app,backend,server}/**/*.{ts,tsx}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(300)
  const refused = files.flatMap(readImports).filter((one) => !isAllowed(one))
  expect(refused.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('every allowed import between areas is used', () => {
  const files = globSync('app/*/**/*.{ts,tsx}', { cwd: ROOT })
  const used = new Set(
    files.flatMap(readImports).map(({ file, imported }) => {
      return `${file.split('/')[1]} imports ${imported.split('/')[1]}`
    }),
  )
  const listed = Object.entries(AREAS).flatMap(([area, others]) =>
    others.map((other) => `${area} imports ${other}`),
  )
  expect(listed.filter((one) => !used.has(one))).toEqual([])
})

/** @returns the values that a contract test imports from backend/ and server/ */
function findBackendValues(file: string, source: string): Import[] {
  return importsIn(file, source.replaceAll(TYPE_IMPORT, '')).filter(
    ({ imported }) => /^(backend|server)\//.test(imported) && !FOR_CONTRACT.includes(imported),
  )
}

test('contract tests use the backend only over HTTP, through tests/support', () => {
  const files = globSync('tests/contract/**/*.ts', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) =>
    findBackendValues(file, readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(found.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test.each([
  ["import { migrate } from '../../backend/database/migrate.ts'", 1],
  ["import { type Files, open } from '../../server/files.ts'", 1],
  ["const { migrate } = await import('../../backend/database/migrate.ts')", 1],
  ["import type { SentMail } from '../../backend/mail/mailer.ts'", 0],
  ["import { startTestBackend } from '../support/backends/backend.ts'", 0],
])('findBackendValues of %s finds %d', (source, count) => {
  expect(findBackendValues('tests/contract/x.test.ts', source)).toHaveLength(count)
})

test.each([
  ['app/tools/tool.ts', 'server/rendering/site.ts'],
  ['app/tools/tool.ts', 'backend/caller.ts'],
  ['app/ui/button.tsx', 'app/tools/tool.ts'],
  ['app/session/session.ts', 'app/shell/header.tsx'],
  ['app/shared/identity.ts', 'app/ui/format/day.ts'],
  ['app/people/profile.ts', 'app/tools/tool.ts'],
  ['backend/caller.ts', 'app/shared/identity.ts'],
  ['backend/caller.ts', 'server/rendering/site.ts'],
  ['server/rendering/site.ts', 'app/tools/tool.ts'],
])('%s may not import %s', (file, imported) => {
  expect(isAllowed({ file, imported })).toBe(false)
})
