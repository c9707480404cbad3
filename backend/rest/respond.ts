import { restError } from './errors.ts'
import type { Preferences } from './parse-request.ts'

/** What every statement answers with: JSON that PostgreSQL made, and how many rows it holds. */
export interface Outcome {
  body: string
  row_count: number
  /** All rows that match, when the request asked for a count. */
  total: number | null
}

const SINGLE = 'application/vnd.pgrst.object+json'

export function wantsSingle(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes(SINGLE)
}

/** @throws {ApiError} PGRST116 when one row was asked for and there are none or several */
export function checkSingle(request: Request, outcome: Outcome): void {
  if (!wantsSingle(request) || outcome.row_count === 1) return
  throw restError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${outcome.row_count} rows`,
  })
}

export function respond(
  request: Request,
  outcome: Outcome,
  preferences: Preferences,
  about: { status: number; offset: number; written?: boolean },
): Response {
  const headers = new Headers({ 'Content-Range': contentRange(outcome, about.offset) })
  if (preferences.applied.length > 0)
    headers.set('Preference-Applied', preferences.applied.join(', '))
  if (about.written && preferences.return !== 'representation') {
    return new Response(null, { status: about.status, headers })
  }
  const isSingle = wantsSingle(request)
  headers.set('Content-Type', `${isSingle ? SINGLE : 'application/json'}; charset=utf-8`)
  const body = isSingle ? outcome.body.slice(1, -1) : outcome.body
  const { total } = outcome
  if (total !== null && about.offset > total && about.offset > 0) {
    throw restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${about.offset} was requested, but there are only ${total} rows.`,
    })
  }
  const isPart = total !== null && !about.written && outcome.row_count < total
  const status = isPart ? 206 : about.status
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

function contentRange({ row_count, total }: Outcome, offset: number): string {
  const range = row_count === 0 ? '*' : `${offset}-${offset + row_count - 1}`
  return `${range}/${total ?? '*'}`
}
