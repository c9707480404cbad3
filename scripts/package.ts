// `npm pack` runs it first: writes `dist/`, what a started site needs, without its sources. Node runs no
// TypeScript below node_modules, so the server's files are there as JavaScript.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { copyOwnBuild } from './exchange-build.js'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** Files that programs start, or that a thread does. */
const ENTRIES = ['packages/site/server/main.ts', 'packages/site/server/commands/main.ts']

/** Read by path. */
const DATA = [
  'packages/site/app/ui/fonts',
  ...[
    'config.toml',
    'demo',
    'first-database.json',
    'first-database.tar.gz',
    'migrations',
    'vocabulary',
  ].map((path) => `packages/site/supabase/${path}`),
  ...globSync('packages/{site/server,backend/src}/**/*.json', { cwd: ROOT }),
  'packages/backend/src/database/bootstrap',
  'packages/backend/docs',
  'docs',
  ...globSync('*.md', { cwd: ROOT }),
]

/** A module of the repository, in an import or for a thread. */
const MODULE = /(['"])((?:\.{1,2}|@toolmark\/backend)\/[^'"\n]*)\.ts\1/g

/** Where the modules of the backend are, as its package.json says. */
const BACKEND = ['@toolmark/backend', 'packages/backend/src'] as const

rmSync(DIST, { recursive: true, force: true })
for (const path of DATA) cpSync(join(ROOT, path), join(DIST, path), { recursive: true })
copyOwnBuild(join(ROOT, 'packages/site/build'), join(DIST, 'packages/site/build'))

const written = new Set<string>()
const waiting = [...ENTRIES]
for (let file = waiting.pop(); file; file = waiting.pop()) {
  if (written.has(file)) continue
  written.add(file)
  const script = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
  const folder = dirname(file)
  const resolve = (path: string) =>
    path.startsWith('.') ? join(folder, path) : path.replace(...BACKEND)
  for (const [, , path = ''] of script.matchAll(MODULE)) waiting.push(`${resolve(path)}.ts`)
  const target = join(DIST, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(
    target,
    script.replace(MODULE, (_, quote: string, path: string) => {
      const made = relative(folder, resolve(path))
      return `${quote}${made.startsWith('.') ? made : `./${made}`}.js${quote}`
    }),
  )
}
console.log(`dist/ has ${written.size} modules`)
