import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]((?:\.{1,2}|@toolmark\/\w+)\/[^'"?]+)/g

/** The folder of each part; the tests name files by part: `app/routes.ts`. */
const PARTS: Readonly<Record<string, string>> = {
  app: 'packages/site/app',
  server: 'packages/site/server',
  tests: 'packages/site/tests',
  backend: 'packages/backend/src',
}

/** Files of a part, such as `app/routes.ts`. */
const listFiles = (part: string, pattern = '**/*.{ts,tsx}') =>
  globSync(pattern, { cwd: join(ROOT, PARTS[part] ?? '') }).map((file) => `${part}/${file}`)

const readSource = (file: string) => {
  const [part = '', ...path] = file.split('/')
  return readFileSync(join(ROOT, PARTS[part] ?? '', ...path), 'utf8')
}

/** The folders of each part: one imports those before it. Files beside the folders belong to none. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  app: [
    ...['shared', 'data', 'ui', 'session', 'votes', 'document'],
    ...['people', 'sign-in', 'tools', 'lists', 'reviews', 'tool-page', 'categories', 'compare'],
    ...[
      'makers',
      'companies',
      'capabilities',
      'launches',
      'trust',
      'search',
      'shortcuts',
      'moderation',
      'ledger',
      'notifications',
      'shell',
    ],
    ...['home', 'profile', 'settings', 'dashboard', 'figures', 'open-data', 'pages', 'files'],
  ],
  backend: [
    'database',
    'keys',
    'settings',
    'mail',
    'auth',
    'rest',
    'storage',
    'realtime',
    'server',
  ],
  server: [
    ...[
      'metrics',
      'documents',
      'demo',
      'outbound',
      'pictures',
      'branding',
      'http',
      'tracing',
      'emails',
    ],
    ...[
      'claims',
      'facts',
      'jobs',
      'page-cache',
      'rendering',
      'backup',
      'commands',
      'catalogue',
      'dumps',
      'sources',
      'start',
      'new-site',
    ],
  ],
}

/**
 * What server/ imports from app/ besides app/shared: types, labels, prices, numbers and days for emails and pictures, the import of files and lists,
 * the verification of the ledger, and in a test the server's entry.
 */
const FOR_SERVER = [
  'app/data/database.types.ts',
  'app/data/present-slugs.ts',
  'app/data/rpc-results.ts',
  'app/data/site.ts',
  'app/entry.server.tsx',
  'app/ledger/verify-ledger.ts',
  'app/ledger/words.ts',
  'app/moderation/import/file/run-import.ts',
  'app/moderation/import/file/table-file.ts',
  'app/moderation/sources/proposal.ts',
  'app/moderation/sources/write-proposal.ts',
  'app/moderation/words/catalog.ts',
  'app/moderation/words/staff.ts',
  'app/moderation/words/reasons.ts',
  'app/moderation/words/sources.ts',
  'app/tools/describe-facts.ts',
  'app/tools/words/detail.ts',
  'app/ui/format/day.ts',
  'app/ui/format/numbers.ts',
  'app/ui/words.ts',
]

/** An import without values, which leaves no trace at run time. */
const TYPE_IMPORT = /^import type [^'"]*['"][^'"]*['"]/gm

interface Import {
  file: string
  imported: string
}

function isAllowed({ file, imported }: Import): boolean {
  const [from = ''] = file.split('/')
  const [to = '', target = ''] = imported.split('/')
  if (from === 'server') {
    return to !== 'app' || target === 'shared' || FOR_SERVER.includes(imported)
  }
  if (from === 'backend' && to === 'tests') return file.endsWith('.test.ts')
  return to === from && !isBackward({ file, imported })
}

/** Whether a folder imports one that comes after it. */
function isBackward({ file, imported }: Import): boolean {
  const [part = '', area = '', ...more] = file.split('/')
  const [to = '', target = '', ...rest] = imported.split('/')
  const order = ORDERS[part] ?? []
  const isBetweenFolders = part === to && more.length > 0 && rest.length > 0
  return isBetweenFolders && order.indexOf(area) < order.indexOf(target)
}

function readImports(file: string): Import[] {
  return importsIn(file, readSource(file))
}

function importsIn(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)]
    .map(([, path = '']) =>
      path.startsWith('.') ? join(dirname(file), path) : path.replace('@toolmark/', ''),
    )
    .filter((imported) => !imported.includes('+types'))
    .map((imported) => ({ file, imported }))
}

test('app, backend and server import in the allowed directions', () => {
  const files = ['app', 'backend', 'server'].flatMap((part) => listFiles(part))
  expect(files.length).toBeGreaterThan(300)
  const refused = files.flatMap(readImports).filter((one) => !isAllowed(one))
  expect(refused.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test.each(Object.entries(ORDERS))('the order of %s has each folder', (part, order) => {
  const files = listFiles(part, '*/**/*.{ts,tsx}')
  expect(new Set(files.map((file) => file.split('/')[1]))).toEqual(new Set(order))
})

/** @returns the values that a contract test imports from backend/ and server/ */
function findBackendValues(file: string, source: string): Import[] {
  return importsIn(file, source.replaceAll(TYPE_IMPORT, '')).filter(({ imported }) =>
    /^(backend\/(?!tests\/)|server\/)/.test(imported),
  )
}

test('contract tests use the backend only over HTTP, through tests/support', () => {
  const files = listFiles('tests', 'contract/**/*.ts')
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((file) => findBackendValues(file, readSource(file)))
  expect(found.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

/** An import of values. `import()` is none of them: it waits until all are loaded. */
const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^'"]* from )?'(\.{1,2}\/[^'?]+)/gm

/** @param sources by file @returns the files of a cycle, for each import that closes one */
function findCycles(sources: ReadonlyMap<string, string>): string[] {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    const start = path.indexOf(file)
    if (start >= 0) return [[...path.slice(start), file].join(' > ')]
    if (done.has(file)) return []
    done.add(file)
    const imports = [...(sources.get(file) ?? '').matchAll(STATIC_IMPORT)]
    return imports.flatMap(([, target = '']) => visit(join(dirname(file), target), [...path, file]))
  }
  return [...sources.keys()].flatMap((file) => visit(file, []))
}

test('files of app, backend and server have no cycle of imports', () => {
  const files = ['app', 'backend', 'server'].flatMap((part) => listFiles(part))
  const sources = files.map((file) => [file, readSource(file)] as const)
  expect(findCycles(new Map(sources))).toEqual([])
})

test.each([
  ["import { b } from './b.ts'", ['x/a.ts > x/b.ts > x/a.ts']],
  ["import {\n  type B,\n  b,\n} from './b.ts'", ['x/a.ts > x/b.ts > x/a.ts']],
  ["import type { B } from './b.ts'", []],
  ["const { b } = await import('./b.ts')", []],
])('findCycles of %j finds %j', (source, cycles) => {
  const back = "export { a } from './a.ts'"
  const sources = [['x/a.ts', source] as const, ['x/b.ts', back] as const]
  expect(findCycles(new Map(sources))).toEqual(cycles)
})

test.each([
  ["import { migrate } from '@toolmark/backend/database/migrate.ts'", 1],
  ["import { type Files, open } from '../../server/files.ts'", 1],
  ["const { migrate } = await import('@toolmark/backend/database/migrate.ts')", 1],
  ["import type { SentMail } from '@toolmark/backend/mail/mailer.ts'", 0],
  ["import { startTestBackend } from '@toolmark/site/tests/support/backends/backend.ts'", 0],
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
