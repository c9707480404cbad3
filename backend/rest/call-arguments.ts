import { parseJson, refuseDeep } from './json.ts'
import type { RestQuery } from './parse-request.ts'
import type { Callable } from './schema-cache.ts'
import { arrayLiteral, quoted, type Values } from './sql.ts'

/** What a function is called with. */
export interface Arguments {
  kind: 'texts' | 'json' | 'whole'
  /** By name: every text that came under it, or what JSON said; only its kind is looked at. */
  named: ReadonlyMap<string, unknown>
  /** The body as it came: numbers and texts are PostgreSQL's to read, which loses none of them. */
  body: string
  /** Types that the whole body can be read as. */
  wholeAs: readonly string[]
}

const AS_JSON = ['json', 'jsonb']

/** @throws {ApiError} PGRST102 for a body that cannot be read */
export async function readArguments(
  request: Request,
  isRead: boolean,
  query: RestQuery,
): Promise<Arguments> {
  if (isRead) return texts(query.plain)
  const body = await request.text()
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'text/plain' && !/^\s*(\{|$)/.test(body)) {
    return { kind: 'texts', named: new Map(), body, wholeAs: ['text'] }
  }
  if (type === 'application/x-www-form-urlencoded' && !/^\s*(\{|$)/.test(body)) {
    return texts([...new URLSearchParams(body)])
  }
  if (body === '') return texts([])
  const parsed = parseJson(body)
  if (Array.isArray(parsed)) return { kind: 'json', named: new Map(), body, wholeAs: AS_JSON }
  if (parsed === null || typeof parsed !== 'object') {
    return { kind: 'whole', named: new Map(), body, wholeAs: AS_JSON }
  }
  return { kind: 'json', named: new Map(Object.entries(parsed)), body, wholeAs: AS_JSON }
}

/** A name that comes again makes a list, as a variadic argument takes it. */
function texts(pairs: readonly [string, string][]): Arguments {
  const named = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const list = named.get(name)
    if (list) list.push(value)
    else named.set(name, [value])
  }
  return { kind: 'texts', named, body: '', wholeAs: [] }
}

/** What stands between the brackets of a call. */
export function argumentList(called: Callable, given: Arguments, values: Values): string {
  const [only] = called.arguments
  if (only?.name === '') return `${values.add(given.body)}::${only.type}`
  let json: string | undefined
  // Bound once, and not at all where no argument reads it.
  const body = () => {
    json ??= `${values.add(given.body)}::json`
    return json
  }
  return called.arguments
    .filter(({ name }) => given.named.has(name))
    .map((argument) => {
      const value = given.named.get(argument.name)
      const expression =
        given.kind === 'json'
          ? fromJson(body, argument, value, values)
          : fromTexts(argument, value as string[], values)
      return `${argument.isVariadic ? 'variadic ' : ''}${quoted(argument.name)} := ${expression}`
    })
    .join(', ')
}

type Argument = Callable['arguments'][number]

function fromTexts({ type, isVariadic }: Argument, list: string[], values: Values): string {
  const [first = ''] = list
  if (/^jsonb?$/.test(type)) list.forEach(refuseDeep)
  const isList = isVariadic && (list.length > 1 || !first.startsWith('{'))
  return `${values.add(isList ? arrayLiteral(list) : (list.at(-1) ?? ''))}::${type}`
}

/** A simple value is one that the planner can see through; all others PostgreSQL takes apart. */
function fromJson(
  body: () => string,
  { name, type }: Argument,
  value: unknown,
  values: Values,
): string {
  if (value === null) return 'null'
  if (typeof value === 'object' || /^jsonb?$/.test(type)) {
    return `(select * from json_to_record(${body()}) as a(${quoted(name)} ${type}))`
  }
  return `(${body()} ->> ${values.add(name)}::text)::${type}`
}
