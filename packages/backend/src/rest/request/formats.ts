import { parseAccept } from 'hono/utils/accept'
import { restError } from '../errors.ts'
import { limitSize, limitSizeIfLarge, ROW } from '../statement/sql.ts'

/** The media type of a response with rows. */
export interface Format {
  kind: 'rows' | 'object' | 'csv'
  stripsNulls: boolean
  contentType: string
}

const JSON_TYPE = 'application/json'
const OBJECT = 'application/vnd.pgrst.object+json'
const ARRAY = 'application/vnd.pgrst.array+json'

const ROWS: Format = {
  kind: 'rows',
  stripsNulls: false,
  contentType: `${JSON_TYPE}; charset=utf-8`,
}

/**
 * The first media type of the Accept header that is available.
 * @throws {ApiError} PGRST107 if none is
 */
export function chooseFormat(request: Request): Format {
  const header = request.headers.get('accept')?.trim() ?? ''
  if (header === '' || header === '*/*' || header === JSON_TYPE) return ROWS
  const wanted = parseAccept(header).sort((one, other) => other.q - one.q)
  for (const { type, params, q } of wanted) {
    const format = q > 0 ? findFormat(type, params.nulls === 'stripped') : undefined
    if (format) return format
  }
  throw restError(
    406,
    'PGRST107',
    `None of these media types are available: ${wanted.map(({ type }) => type.slice(0, 100)).join(', ')}`,
  )
}

function findFormat(type: string, stripsNulls: boolean): Format | undefined {
  const suffix = `${stripsNulls ? '; nulls=stripped' : ''}; charset=utf-8`
  switch (type.toLowerCase()) {
    case '*/*':
    case 'application/*':
    case JSON_TYPE:
      return ROWS
    case ARRAY:
    case 'application/vnd.pgrst.array':
      return { kind: 'rows', stripsNulls, contentType: `${ARRAY}${suffix}` }
    case OBJECT:
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripsNulls, contentType: `${OBJECT}${suffix}` }
    case 'text/csv':
      return { kind: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}

/** The rows of a source, serialized. `offset 0` makes PostgreSQL serialize each row only once. */
export function buildParts(source: string, { kind }: Format): string {
  // The text of a row is its CSV line within parentheses.
  const part =
    kind === 'csv'
      ? `substr((${ROW}.*)::text, 2, length((${ROW}.*)::text) - 2)`
      : `row_to_json(${ROW}.*)`
  return `(select ${part} as part from ${source} ${ROW} offset 0) parts`
}

/**
 * The response body as one text, built by PostgreSQL.
 * @param source name of a `with` clause, which the statement reads by `buildParts`
 * @param maxRows the maximum of its rows, if there is one
 */
export function buildBody(source: string, { kind, stripsNulls }: Format, maxRows?: number): string {
  const part = maxRows ? limitSizeIfLarge('part', maxRows) : limitSize('part')
  if (kind === 'csv') {
    return `coalesce((select string_agg(key, ',') from (
        select json_object_keys(row_to_json(first.*)) as key from (select * from ${source} limit 1) first) keys
      ) || E'\\n' || string_agg(${part}, E'\\n'), '')`
  }
  const rows = `json_agg(${part})`
  const list = stripsNulls ? `json_strip_nulls(${rows})` : rows
  return `coalesce(${list}, '[]')::text`
}
