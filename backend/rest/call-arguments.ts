import { parseJson } from './build-write.ts'
import { restError } from './errors.ts'
import type { RestQuery } from './parse-request.ts'

/** What a function is called with. */
export interface Arguments {
  named: Record<string, unknown>
  /** The body as it came, for a function whose one argument has no name. */
  body: string
  /** Types that the whole body can be read as. */
  wholeAs: readonly string[]
}

/** @throws {ApiError} PGRST102 for a body that cannot be read */
export async function readArguments(
  request: Request,
  isRead: boolean,
  query: RestQuery,
): Promise<Arguments> {
  if (isRead) return { named: gathered(query.plain), body: '', wholeAs: [] }
  const body = await request.text()
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'text/plain' && !/^\s*(\{|$)/.test(body)) {
    return { named: {}, body, wholeAs: ['text'] }
  }
  if (type === 'application/x-www-form-urlencoded' && !/^\s*(\{|$)/.test(body)) {
    return { named: gathered([...new URLSearchParams(body)]), body, wholeAs: [] }
  }
  if (body === '') return { named: {}, body, wholeAs: [] }
  const parsed = parseJson(body)
  if (Array.isArray(parsed)) return { named: {}, body, wholeAs: ['json', 'jsonb'] }
  if (parsed === null || typeof parsed !== 'object') {
    throw restError(400, 'PGRST102', 'Empty or invalid json')
  }
  return { named: parsed as Record<string, unknown>, body, wholeAs: ['json', 'jsonb'] }
}

/** A name that comes again makes a list, as a variadic argument takes it. */
function gathered(pairs: [string, string][]): Record<string, unknown> {
  const lists = new Map<string, string[]>()
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value])
  return Object.fromEntries(
    [...lists].map(([name, list]) => [name, list.length > 1 ? list : list[0]]),
  )
}
