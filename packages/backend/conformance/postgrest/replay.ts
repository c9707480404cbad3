import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findPostgres } from '../../../../scripts/test-tools.js'
import { ApiError } from '../../src/api-error.ts'
import type { Identity } from '../../src/caller.ts'
import { openPostgres } from '../../src/database/engines/postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { createRest, type Rest } from '../../src/rest/rest.ts'
import { startCluster } from '../../tests/support/databases/postgres-cluster.ts'
import { readSpec, type SpecCase } from './read-spec.ts'

/** The outcome of one spec file. */
export interface SpecResult {
  name: string
  cases: number
  passed: number
  unread: number
  failures: string[]
}

/** Roles of the fixtures, and those that the backend has in their place. */
const ROLES: Record<string, string> = {
  postgrest_test_anonymous: 'anon',
  postgrest_test_author: 'authenticated',
  postgrest_test_default_role: 'authenticated_default',
  postgrest_test_superuser: 'service_role',
}

/**
 * Sends the requests of PostgREST's specs to the backend, each in a transaction that is rolled back
 * as the specs expect, and compares status and body.
 * @param folder of a checkout of PostgREST
 */
export async function replaySpecs(folder: string, only?: string): Promise<SpecResult[]> {
  const cluster = await startCluster()
  try {
    loadFixtures(join(folder, 'test', 'spec', 'fixtures'), cluster.url('postgres'))
    const database = await openPostgres(cluster.url('postgres'))
    const noMigrations = mkdtempSync(join(tmpdir(), 'conformance-'))
    await migrate(database, noMigrations)
    rmSync(noMigrations, { recursive: true })
    const results: SpecResult[] = []
    for (const file of listSpecs(join(folder, 'test', 'spec', 'Feature'))) {
      const name = file.slice(join(folder, 'test', 'spec', 'Feature').length + 1, -'Spec.hs'.length)
      if (SKIPPED.test(name) || (only && !name.includes(only))) continue
      const rest = createRest({
        path: '',
        database,
        schemas: SCHEMAS[name] ?? ['test'],
        maxRows: name.includes('QueryLimited') ? 2 : 100_000,
        allowsRollback: true,
        log: () => {},
      })
      const source = renameRoles(readFileSync(file, 'utf8'))
      const { cases, unread } = readSpec(
        // The first half needs a server that allows aggregates.
        name === 'Query/AggregateFunctions'
          ? source.slice(source.indexOf('disallowed ::'))
          : source,
      )
      results.push({ name, unread: unread.length, ...(await replayCases(rest, cases)) })
    }
    await database.close()
    return results
  } finally {
    await cluster.stop()
  }
}

/** Other settings of the server than the default, or not about the API. */
const SKIPPED =
  /^(Auth\/|Observability|OpenApi\/|Concurrent|NoSuperuser|ExtraSearchPath|RpcPreRequest|Query\/(Plan|PostGIS|ServerTiming|PgSafeUpdate))/
const SCHEMAS: Record<string, [string, ...string[]]> = {
  'Query/MultipleSchema': ['v1', 'v2', 'SPECIAL "@/\\#~_-'],
  'Query/Unicode': ['تست'],
}

function listSpecs(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('Spec.hs'))
    .sort()
    .map((file) => join(folder, file))
}

const renameRoles = (text: string) =>
  Object.entries(ROLES).reduce((all, [from, to]) => all.replaceAll(from, to), text)

function loadFixtures(folder: string, url: string): void {
  const programs = findPostgres() ?? ''
  const copy = mkdtempSync(join(tmpdir(), 'conformance-'))
  const files = ['database', 'roles', 'schema', 'jwt', 'jsonschema', 'privileges', 'data']
  for (const name of files) {
    writeFileSync(
      join(copy, `${name}.sql`),
      renameRoles(readFileSync(join(folder, `${name}.sql`), 'utf8')),
    )
  }
  for (const name of files) {
    execFileSync(join(programs, 'psql'), [url, '-q', '-f', join(copy, `${name}.sql`)], {
      stdio: 'ignore',
      env: { ...process.env, PGUSER: 'postgres' },
    })
  }
  rmSync(copy, { recursive: true })
  // PostgREST sets the path for each request to the schema of the request.
  const path = 'alter database postgres set search_path = test, public, extensions'
  execFileSync(join(programs, 'psql'), [url, '-q', '-c', path, '-c', 'analyze'])
}

async function replayCases(rest: Rest, cases: SpecCase[]) {
  const failures: string[] = []
  let passed = 0
  const checked = cases.filter(({ expected }) => expected)
  for (const each of cases) {
    const actual = await send(rest, each)
    if (!each.expected) continue
    const { status, body } = each.expected
    const isSameBody =
      body.kind === 'any' ||
      (body.kind === 'text'
        ? actual.body === body.text || isSameJson(body.text, actual.body)
        : isDeepStrictEqual(parseJson(actual.body), body.value))
    if (actual.status === status && isSameBody) passed += 1
    else {
      const wanted =
        body.kind === 'json' ? JSON.stringify(body.value) : body.kind === 'text' ? body.text : ''
      failures.push(
        `${each.line}: ${each.method} ${each.path} ${JSON.stringify(each.headers)} ${each.body.slice(0, 200)}\n    wanted ${status} ${wanted.slice(0, 600)}\n    got    ${actual.status} ${actual.body.slice(0, 600)}`,
      )
    }
  }
  return { cases: checked.length, passed, failures }
}

async function send(rest: Rest, { method, path, headers, body }: SpecCase) {
  const sent = new Headers()
  for (const [name, value] of headers) sent.append(name, value)
  const prefer = sent.get('prefer')
  if (!prefer?.includes('tx='))
    sent.set('prefer', prefer ? `${prefer}, tx=rollback` : 'tx=rollback')
  if (!sent.has('content-type') && body !== '') sent.set('content-type', 'application/json')
  const request = new Request(`http://localhost${path.startsWith('/') ? '' : '/'}${path}`, {
    method,
    headers: sent,
    ...(/^(GET|HEAD|OPTIONS)$/.test(method) || body === '' ? {} : { body }),
  })
  try {
    const response = await rest.fetch(request, identify(sent.get('authorization')))
    return { status: response.status, body: await response.text() }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: JSON.stringify(error.body) }
    return { status: 500, body: String(error) }
  }
}

/** The role that a token of the specs names; its signature is not checked. */
function identify(authorization: string | null): Identity {
  const payload = authorization?.split('.')[1]
  const claims = payload
    ? (parseJson(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>)
    : {}
  const role = ROLES[String(claims.role)] ?? 'anon'
  return { loadCaller: async () => ({ role, claims: { ...claims, role } }) } as unknown as Identity
}

const isSameJson = (wanted: string, actual: string) =>
  /^\s*[[{]/.test(wanted) && isDeepStrictEqual(parseJson(wanted), parseJson(actual))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
