import { z } from 'zod'
import {
  isClean,
  parseBody,
  requireCaller,
  type StorageOptions,
  type StorageRequest,
} from './context.ts'
import { toStorageError } from './errors.ts'

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

/** Lists the objects of one folder, and its folders as rows without an id (spec 1 §9). */
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
  const rows = await database
    .as(
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
    .catch((error: unknown) => {
      throw toStorageError(error)
    })
  return c.json(rows)
}
