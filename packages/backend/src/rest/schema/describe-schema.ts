import { toArrayLiteral } from '../../database/sql-text.ts'
import type { RestContext } from '../context.ts'
import type { Callable, Column, Relation } from './schema-cache.ts'

/** The privileges of the caller on a relation, by HTTP method. */
interface Privileges {
  get: boolean
  post: boolean
  patch: boolean
  delete: boolean
}

/** Answers the root path with OpenAPI 2.0 of what the caller may use, as PostgREST does. */
export async function describeSchema(request: Request, context: RestContext): Promise<Response> {
  const { relations, functions } = context.schemaCache
  const all = [...relations.values()]
  const privileges = await loadPrivileges(all, context)
  const callable = await loadCallables([...functions.values()].flat(), context)
  const shown = all.flatMap((relation) => {
    const own = privileges.get(relation.oid)
    return own && Object.values(own).some(Boolean) ? [{ relation, own }] : []
  })
  const body = {
    swagger: '2.0',
    info: { title: `${context.schema} schema`, description: 'PostgREST’s contract', version: '13' },
    basePath: '/',
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: {
      ...Object.fromEntries(
        shown.map(({ relation, own }) => [`/${relation.name}`, describePath(relation, own)]),
      ),
      ...Object.fromEntries(callable.map((each) => [`/rpc/${each.name}`, describeCallPath(each)])),
    },
    definitions: Object.fromEntries(
      shown.map(({ relation }) => [relation.name, describeRelation(relation)]),
    ),
  }
  const headers = { 'Content-Type': 'application/openapi+json; charset=utf-8' }
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), { headers })
}

async function loadPrivileges(relations: Relation[], context: RestContext) {
  const rows = await context.database.asReader<Privileges & { oid: number }>(
    context.caller,
    `select oid::int, has_table_privilege(oid, 'select') or has_any_column_privilege(oid, 'select') as get,
       has_table_privilege(oid, 'insert') or has_any_column_privilege(oid, 'insert') as post,
       has_table_privilege(oid, 'update') or has_any_column_privilege(oid, 'update') as patch,
       has_table_privilege(oid, 'delete') as delete
     from unnest($1::oid[]) as oid`,
    [toArrayLiteral(relations.map(({ oid }) => String(oid)))],
  )
  return new Map(rows.map(({ oid, ...privileges }) => [oid, privileges as Privileges]))
}

async function loadCallables(functions: Callable[], context: RestContext): Promise<Callable[]> {
  const rows = await context.database.asReader<{ oid: number }>(
    context.caller,
    `select oid::int from unnest($1::oid[]) as oid where has_function_privilege(oid, 'execute')`,
    [toArrayLiteral(functions.map(({ oid }) => String(oid)))],
  )
  const allowed = new Set(rows.map(({ oid }) => oid))
  return functions.filter(({ oid }) => allowed.has(oid))
}

function describePath(relation: Relation, privileges: Privileges) {
  const columns = [...relation.columns.values()]
  const schema = { $ref: `#/definitions/${relation.name}` }
  const filters = columns.map(({ name, type }) => ({
    name,
    in: 'query',
    required: false,
    type: 'string',
    format: type,
  }))
  const body = [{ name: relation.name, in: 'body', required: false, schema }]
  const verbs = {
    get: {
      tags: [relation.name],
      parameters: filters,
      responses: { 200: { description: 'OK', schema: { type: 'array', items: schema } } },
    },
    post: {
      tags: [relation.name],
      parameters: body,
      responses: { 201: { description: 'Created' } },
    },
    patch: {
      tags: [relation.name],
      parameters: [...filters, ...body],
      responses: { 204: { description: 'No Content' } },
    },
    delete: {
      tags: [relation.name],
      parameters: filters,
      responses: { 204: { description: 'No Content' } },
    },
  }
  return Object.fromEntries(
    Object.entries(verbs).filter(([verb]) => privileges[verb as keyof Privileges]),
  )
}

function describeCallPath(callable: Callable) {
  const properties = Object.fromEntries(
    callable.arguments.map(({ name, type }) => [name, describeType(type)]),
  )
  const required = callable.arguments
    .filter(({ hasDefault }) => !hasDefault)
    .map(({ name }) => name)
  const post = {
    tags: [`(rpc) ${callable.name}`],
    parameters: [
      {
        name: 'args',
        in: 'body',
        required: true,
        schema: { type: 'object', properties, required },
      },
    ],
    responses: { 200: { description: 'OK' } },
  }
  if (callable.volatile) return { post }
  const parameters = callable.arguments.map(({ name, type, hasDefault }) => ({
    name,
    in: 'query',
    required: !hasDefault,
    type: 'string',
    format: type,
  }))
  return { get: { ...post, parameters }, post }
}

function describeRelation(relation: Relation) {
  const columns = [...relation.columns.values()]
  const isRequired = ({ notNull, hasDefault }: Column) => notNull && !hasDefault
  return {
    type: 'object',
    required: columns.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(columns.map(({ name, type }) => [name, describeType(type)])),
  }
}

function describeType(format: string): object {
  if (format.endsWith('[]'))
    return { type: 'array', format, items: describeType(format.slice(0, -2)) }
  if (/^(smallint|integer|bigint)$/.test(format)) return { type: 'integer', format }
  if (/^(numeric|real|double precision)/.test(format)) return { type: 'number', format }
  if (format === 'boolean') return { type: 'boolean', format }
  if (/^jsonb?$/.test(format)) return { format }
  return { type: 'string', format }
}
