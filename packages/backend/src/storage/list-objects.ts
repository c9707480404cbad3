import { z } from 'zod'
import {
  isClean,
  parseBody,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { badRequest } from './errors.ts'

const text = z.string().max(1024).refine(isClean)

const listRequest = z.object({
  prefix: text.default(''),
  search: text.default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

/** Lists the objects of one folder, and its folders as rows without an id. */
export async function listObjects(
  c: StorageRequest,
  { database }: StorageOptions,
): Promise<Response> {
  const caller = await requireCaller(c)
  const { prefix, search, limit, offset, sortBy } = await parseBody(
    c,
    listRequest,
    'The list request is not valid',
  )
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const rows = await database.as(
    caller,
    `with inside as (
         select substr(name, length($2::text) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
         from storage.objects where bucket_id = $1 and starts_with(name, $2::text)
       ), entries as (
         select rest as name, id, updated_at, created_at, last_accessed_at, metadata
         from inside where strpos(rest, '/') = 0
         union all
         select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
           null::timestamptz, null::jsonb
         from inside where strpos(rest, '/') > 0
       )
       select * from entries where starts_with(lower(name), lower($3::text))
       order by ${sortBy.column} ${sortBy.order} nulls first, name limit ${limit} offset ${offset}`,
    [c.req.param('bucket'), folder, search],
  )
  return c.json(rows)
}

const listRequestV2 = z.object({
  prefix: text.default(''),
  cursor: z.string().max(4000).optional(),
  limit: z.number().int().min(1).max(1000).default(1000),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

interface ListedObject {
  name: string
  id: string | null
  updated_at: Date
  created_at: Date
  last_accessed_at: Date
  metadata: object
  /** The sort key as text, for the cursor. */
  place: string
}

/**
 * Lists the objects whose names begin with a prefix, a page at a time. With a delimiter, those in a
 * folder below the prefix are one folder, which has the times of its oldest object.
 */
export async function listObjectsV2(
  c: StorageRequest,
  { database }: StorageOptions,
): Promise<Response> {
  const caller = await requireCaller(c)
  const message = 'The list request is not valid'
  const { prefix, cursor, limit, with_delimiter, sortBy } = await parseBody(
    c,
    listRequestV2,
    message,
  )
  const after = cursor === undefined ? [] : parseCursor(cursor, sortBy.column)
  const key = sortBy.column === 'name' ? 'name collate "C"' : sortBy.column
  const type = sortBy.column === 'name' ? 'text' : 'timestamptz'
  const rows = await database.as<ListedObject>(
    caller,
    `with inside as (
         select *, case when $3::boolean and strpos(substr(name, length($2::text) + 1), '/') > 0
           then $2 || split_part(substr(name, length($2) + 1), '/', 1) || '/' end as folder
         from storage.objects where bucket_id = $1 and starts_with(name, $2::text)
       ), entries as (
         select name, id, updated_at, created_at, last_accessed_at, metadata from inside where folder is null
         union all
         select folder, null, min(updated_at), min(created_at), min(last_accessed_at), null
         from inside where folder is not null group by folder
       )
       select *, (${key})::text as place from entries
       where $4::text is null or (${key}, name collate "C") ${sortBy.order === 'asc' ? '>' : '<'} ($4::${type}, $5::text)
       order by ${key} ${sortBy.order}, name collate "C" ${sortBy.order} limit ${limit + 1}`,
    [c.req.param('bucket'), prefix, with_delimiter, after[0] ?? null, after[1] ?? null],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit
  return c.json({
    hasNext,
    folders: page
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ place: _place, ...object }) => ({ key: object.name, ...object })),
    ...(hasNext && last ? { nextCursor: createCursor([last.place, last.name]) } : {}),
  })
}

const createCursor = (place: [string, string]) =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** Whether a text is a time as PostgreSQL writes it. */
const isTime = (value: string) => /^[\d-]{10} [\d:.]{8,15}[+-][\d:]{2,8}$/.test(value)

/** @throws {ApiError} 400 for a text that is no cursor */
function parseCursor(cursor: string, column: string): [string, string] {
  const place = z.tuple([column === 'name' ? text : z.string().refine(isTime), text])
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('The cursor is not valid')
  }
}
