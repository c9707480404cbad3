import { quoteIdentifier, toArrayLiteral, type Values } from '../../database/sql-text.ts'
import type { Callable } from '../schema/schema-cache.ts'
import { parseJson, refuseDeepJson } from './parse-json.ts'
import type { RestQuery } from './parse-request.ts'

/** The arguments of a request to a function. */
export interface CallArguments {
  kind: 'texts' | 'json' | 'whole'
  /** By name: a list of texts, or the JSON value, of which only the type matters. */
  named: ReadonlyMap<string, unknown>
  /** The request's text: PostgreSQL parses it, so that large numbers keep all their digits. */
  body: string
  /** Whether the body is a list, whose first object has the arguments. */
  isList: boolean
  /** Types of an unnamed argument that can take the whole body. */
  bodyTypes: readonly string[]
}

const JSON_TYPES = ['json', 'jsonb']

/** @throws {ApiError} PGRST102 for a body that cannot be parsed */
export async function parseArguments(
  request: Request,
  isRead: boolean,
  query: RestQuery,
): Promise<CallArguments> {
  if (isRead) return parseTextArguments(query.callArguments)
  const body = await request.text()
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'text/plain' && !/^\s*(\{|$)/.test(body)) {
    return { kind: 'texts', named: new Map(), body, isList: false, bodyTypes: ['text'] }
  }
  if (type === 'application/x-www-form-urlencoded' && !/^\s*(\{|$)/.test(body)) {
    return parseTextArguments([...new URLSearchParams(body)])
  }
  if (body === '') return parseTextArguments([])
  const parsed = parseJson(body)
  const isList = Array.isArray(parsed)
  const object = isList ? (parsed[0] ?? {}) : parsed
  if (object === null || typeof object !== 'object') {
    const kind = isList ? 'json' : 'whole'
    return { kind, named: new Map(), body, isList, bodyTypes: JSON_TYPES }
  }
  const named = Object.entries(object).filter(([name]) => query.columns?.includes(name) ?? true)
  return { kind: 'json', named: new Map(named), body, isList, bodyTypes: JSON_TYPES }
}

/** A repeated name makes a list, as a variadic argument takes it. */
function parseTextArguments(pairs: readonly [string, string][]): CallArguments {
  const named = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const list = named.get(name)
    if (list) list.push(value)
    else named.set(name, [value])
  }
  return { kind: 'texts', named, body: '', isList: false, bodyTypes: [] }
}

/** The argument list of a call, without its parentheses. */
export function buildArguments(callable: Callable, given: CallArguments, values: Values): string {
  const [only] = callable.arguments
  if (only?.name === '') return `${values.add(given.body)}::${only.type}`
  let json: string | undefined
  // Added at most once, and only if an argument reads it.
  const body = () => {
    json ??= given.isList
      ? `(${values.add(given.body)}::json -> 0)`
      : `${values.add(given.body)}::json`
    return json
  }
  return callable.arguments
    .filter(({ name }) => given.named.has(name))
    .map((argument) => {
      const value = given.named.get(argument.name)
      const expression =
        given.kind === 'json'
          ? buildJsonArgument(body, argument, value, values)
          : buildTextArgument(argument, value as string[], values)
      return `${argument.isVariadic ? 'variadic ' : ''}${quoteIdentifier(argument.name)} := ${expression}`
    })
    .join(', ')
}

type Argument = Callable['arguments'][number]

function buildTextArgument({ type, isVariadic }: Argument, list: string[], values: Values): string {
  const [first = ''] = list
  if (/^jsonb?$/.test(type)) list.forEach(refuseDeepJson)
  const isList = isVariadic && (list.length > 1 || !first.startsWith('{'))
  return `${values.add(isList ? toArrayLiteral(list) : (list.at(-1) ?? ''))}::${type}`
}

/** The planner can evaluate the expression for a simple value; the other needs a subquery. */
function buildJsonArgument(
  body: () => string,
  { name, type }: Argument,
  value: unknown,
  values: Values,
): string {
  if (value === null) return 'null'
  if (typeof value === 'object' || /^jsonb?$/.test(type)) {
    return `(select * from json_to_record(${body()}) as a(${quoteIdentifier(name)} ${type}))`
  }
  return `(${body()} ->> ${values.add(name)}::text)::${type}`
}
