import { z } from 'zod'
import { type FactRequest, ReadFailure } from './fact-fetch.ts'
import type { SourceToRead } from './read-values.ts'

/**
 * Fetches JSON and checks its form; members that the schema does not name are left out.
 * @throws {ReadFailure}
 */
export async function readJson<Schema extends z.ZodType>(
  { fetch }: Pick<SourceToRead, 'fetch'>,
  address: string,
  schema: Schema,
  request: FactRequest = {},
): Promise<{ data: z.infer<Schema>; etag: string | null } | 'unchanged'> {
  const answer = await fetch(address, request)
  if (answer.status === 304) return 'unchanged'
  const { host } = new URL(address)
  let content: unknown
  try {
    content = JSON.parse(answer.text)
  } catch {
    throw new ReadFailure(`The answer of ${host} is not JSON.`)
  }
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new ReadFailure(`The answer of ${host} has another form.`)
  return { data: parsed.data, etag: answer.etag }
}

/** Of a request without an ETag. */
export async function readFreshJson<Schema extends z.ZodType>(
  source: Pick<SourceToRead, 'fetch'>,
  address: string,
  schema: Schema,
  request: Omit<FactRequest, 'etag'> = {},
): Promise<z.infer<Schema>> {
  const read = await readJson(source, address, schema, request)
  if (read === 'unchanged') throw new ReadFailure('The answer has no values.', { outcome: 'empty' })
  return read.data
}

/** A list beside the main answer, such as releases: empty where the host has none for this project. */
export const readJsonList = <Schema extends z.ZodType>(
  source: Pick<SourceToRead, 'fetch'>,
  address: string,
  item: Schema,
): Promise<z.infer<Schema>[]> =>
  readFreshJson(source, address, z.array(item)).catch((error: unknown) => {
    if (error instanceof ReadFailure && (error.status === 403 || error.status === 404)) return []
    throw error
  })
