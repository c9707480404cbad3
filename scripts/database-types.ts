// Writes packages/site/app/data/database.types.ts from the migrated schema, in the shape that supabase-js reads.
// `--check` fails when the file is stale.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import {
  type Callable,
  loadSchema,
  type Relation,
} from '@toolmark/backend/rest/schema/schema-cache.ts'

const ROOT = join(import.meta.dirname, '..', 'packages', 'site')
const FILE = join(ROOT, 'app', 'data', 'database.types.ts')

/** Columns that a trigger fills, which the catalogue does not contain. */
const DERIVED = new Set(['tools.slug'])

/** Nullable columns of functions' results, which the catalogue does not contain either. */
const NULLABLE = new Set([
  'logo_url',
  'website_url',
  'rating_average',
  'probability',
  'first_name',
  'last_name',
  'bio',
  'avatar_url',
  'job_title',
  'company_name',
  'user_agent',
  'ip',
  'dns_name',
  'file_url',
  'page_url',
  'meta',
  'method',
  'checked_at',
  'verified_on',
  'claimant',
  'company_website',
])

const folder = mkdtempSync(join(tmpdir(), 'toolmark-types-'))
const database = await openPglite(folder)
await migrate(database, join(ROOT, 'supabase', 'migrations'))
const { relations, functions } = await loadSchema(database, 'public')
await database.close()
rmSync(folder, { recursive: true })

/** Clients select computed fields like columns. */
const computed = new Set(
  [...relations.values()].flatMap((relation) => [...relation.computed.keys()]),
)

const sorted = [...relations.values()].sort((a, b) => a.name.localeCompare(b.name))
const text = `// Generated from supabase/migrations by \`npm run types\`: do not edit.
import type { RpcResults } from './rpc-results.ts'

export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[]

/** A table or view: what a client reads, and without its read-only columns what it inserts and updates. */
type Relation<Row, Required extends keyof Row, ReadOnly extends keyof Row, Relationships> = {
  Row: Row
  Insert: Pick<Row, Required> & Partial<Omit<Row, Required | ReadOnly>>
  Update: Partial<Omit<Row, ReadOnly>>
  Relationships: Relationships
}

type Callable<Args, Returns> = { Args: Args; Returns: Returns }

export type Database = {
  // The version whose contract the embedded backend keeps.
  __InternalSupabase: { PostgrestVersion: '13.0' }
  public: {
    Tables: {
${sorted
  .filter(({ isView }) => !isView)
  .map(relationType)
  .join('\n')}
    }
    Views: {
${sorted
  .filter(({ isView }) => isView)
  .map(relationType)
  .join('\n')}
    }
    Functions: {
${[...functions.values()]
  .flat()
  .filter(({ name }) => !computed.has(name))
  .map(functionType)
  .join('\n')}
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
`

if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('database.types.ts is stale: run `npm run types`')
  process.exitCode = 1
}

function relationType(relation: Relation): string {
  const columns = [...relation.columns.values()]
  const fields = columns.map(
    ({ name, type, notNull }) => `        ${name}: ${typeOf(type)}${notNull ? '' : ' | null'}`,
  )
  const computedFields = [...relation.computed].map(
    ([name, type]) => `        ${name}: ${typeOf(type)} | null`,
  )
  // Columns with a default or that a trigger fills are optional.
  const required = columns.filter(
    ({ name, notNull, hasDefault, generated }) =>
      !relation.isView &&
      notNull &&
      !hasDefault &&
      !generated &&
      !DERIVED.has(`${relation.name}.${name}`),
  )
  const readOnly = [
    ...columns.filter(({ generated }) => generated).map(({ name }) => name),
    ...relation.computed.keys(),
  ]
  const relationships = relation.relationships.filter(
    ({ cardinality, function: computedBy }) => cardinality.endsWith('-one') && !computedBy,
  )
  return `      ${relation.name}: Relation<{
${[...fields, ...computedFields].join('\n')}
      }, ${unionOf(required.map(({ name }) => name))}, ${unionOf(readOnly)}, [${relationships.map(relationshipType).join(', ')}]>`
}

function unionOf(names: string[]): string {
  return names.map((name) => `'${name}'`).join(' | ') || 'never'
}

function relationshipType({
  constraint,
  columns,
  to,
  toColumns,
}: Relation['relationships'][number]): string {
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return `{ foreignKeyName: '${constraint}'; columns: ${list(columns)}; isOneToOne: false; referencedRelation: '${to}'; referencedColumns: ${list(toColumns)} }`
}

function functionType(called: Callable): string {
  const args = called.arguments.map(
    ({ name, type, hasDefault }) => `${name}${hasDefault ? '?' : ''}: ${typeOf(type)}`,
  )
  const argsType = args.length > 0 ? `{ ${args.join('; ')} }` : 'never'
  return `      ${called.name}: Callable<${argsType}, ${resultType(called)}>`
}

function resultType(called: Callable): string {
  if (called.kind === 'void') return 'undefined'
  const fields = [...called.columns.values()].map(
    ({ name, type }) => `${name}: ${typeOf(type)}${NULLABLE.has(name) ? ' | null' : ''}`,
  )
  const one = called.kind === 'row' ? `{ ${fields.join('; ')} }` : typeOf(called.returnType)
  // The catalogue does not contain the shapes of JSON.
  if (/\bJson\b/.test(one)) return `RpcResults['${called.name}']`
  return called.returnsSet ? `${one}[]` : one
}

function typeOf(type: string): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2))}[]`
  if (/^(smallint|integer|bigint|numeric|real|double)/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  if (/^jsonb?$/.test(type)) return 'Json'
  if (type === 'tsvector') return 'unknown'
  return 'string'
}
