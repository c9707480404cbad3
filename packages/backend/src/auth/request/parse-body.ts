import type { Context } from 'hono'
import type { z } from 'zod'
import { isTooDeep } from '../../json-depth.ts'
import type { AuthRequest } from '../context.ts'
import { authError, invalidEmail } from './errors.ts'

/**
 * Parses the body of a request, which may be stored as jsonb.
 * @throws {ApiError} 400 for a text that is not JSON, or nests too deeply
 */
export async function parseJson(c: Context): Promise<unknown> {
  try {
    const text = await c.req.text()
    if (!isTooDeep(text)) return JSON.parse(text)
  } catch {}
  throw authError(400, 'bad_json', 'Could not parse request body as JSON')
}

/**
 * Parses the body of a request by a schema.
 * @param require throws the errors that GoTrue reports first
 * @throws {ApiError} 400 in GoTrue's words
 */
export async function parseBody<T extends z.ZodType>(
  c: AuthRequest,
  schema: T,
  require: (body: unknown) => void = () => {},
): Promise<z.output<T>> {
  const body = await parseJson(c)
  require(body)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const field = String(result.error.issues[0]?.path[0] ?? 'body')
  if (field === 'email') throw invalidEmail()
  const message =
    field === 'password' ? 'Signup requires a valid password' : `The field ${field} is not valid`
  throw authError(400, 'validation_failed', message)
}
