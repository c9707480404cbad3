// `npm pack` runs it first: writes `dist/`, what a started site needs, without its sources. Node runs no
// TypeScript below node_modules, so the server's files are there as JavaScript.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** Files that programs start, or that a thread does. */
const ENTRIES = ['server/main.ts', 'server/commands/main.ts']

/** Read by path. */
const DATA = [
  'build/client',
  'build/server',
  'app/ui/fonts',
  'docs',
  ...globSync('*.md', { cwd: ROOT }),
  'supabase/config.toml',
  'supabase/demo',
  'supabase/migrations',
  'backend/database/bootstrap',
  ...globSync('{server,backend}/**/*.json', { cwd: ROOT }),
]

/** A relative path of a module, in an import or for a thread. */
const MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g

rmSync(DIST, { recursive: true, force: true })
for (const path of DATA) cpSync(join(ROOT, path), join(DIST, path), { recursive: true })

const written = new Set<string>()
const waiting = [...ENTRIES]
for (let file = waiting.pop(); file; file = waiting.pop()) {
  if (written.has(file)) continue
  written.add(file)
  const script = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
  for (const [, , path] of script.matchAll(MODULE)) waiting.push(join(dirname(file), `${path}.ts`))
  const target = join(DIST, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, script.replace(MODULE, '$1$2.js$1'))
}
console.log(`dist/ has ${written.size} modules`)
