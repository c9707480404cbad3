import { type Context, Hono } from 'hono'
import { ApiError } from '../api-error.ts'
import type { BackendEnv } from '../caller.ts'
import type { Caller } from '../database/database.ts'
import { isTooDeep } from '../json-depth.ts'
import { TokenError } from '../keys/keys.ts'
import { loadAccess } from './channels/channel-access.ts'
import { sendBroadcast } from './channels/send-broadcast.ts'
import type { RealtimeContext } from './context.ts'
import type { RealtimeLimits } from './limits/limits.ts'
import type { Broadcast } from './protocol/broadcast.ts'
import { isObject } from './protocol/frames.ts'

const TOO_LARGE = 'Payload size exceeds tenant limit'
const BLANK = "can't be blank"

/** Invalid messages that an answer lists. */
const MAX_LISTED = 100

/** Broadcasts over HTTP: several in one request, and one by its address (`channel.httpSend`). */
export function createBroadcastApi(context: RealtimeContext): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()

  app.post('/api/broadcast', async (c) => {
    const caller = await requireCaller(c)
    consume(context, c)
    const body = await parseJson(c)
    const entries = isObject(body) && Array.isArray(body.messages) ? body.messages : []
    // Before they are checked: a megabyte holds 350,000 entries.
    consume(context, c, entries.length - 1)
    const messages = readMessages(entries, context.limits)
    const canSend = await checkTopics(context, caller, messages)
    for (const message of messages) if (canSend(message)) sendBroadcast(context, message)
    return c.body(null, 202)
  })

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await requireCaller(c)
    consume(context, c)
    const content = await readSingle(c, context.limits)
    const { topic, event } = c.req.param()
    requireNames({ topic, event }, context.limits)
    const isPrivate = c.req.query('private') === 'true'
    const message = { topic, isPrivate, content: { event, ...content } }
    const canSend = await checkTopics(context, caller, [message])
    if (!canSend(message)) throw new ApiError(403, { message: 'Unauthorized' })
    sendBroadcast(context, message)
    return c.body(null, 202)
  })

  return app
}

/** @throws {ApiError} 401 */
async function requireCaller(c: Context<BackendEnv>): Promise<Caller> {
  return c.var.identity.loadCaller().catch((error: unknown) => {
    throw error instanceof TokenError ? new ApiError(401, { message: 'Unauthorized' }) : error
  })
}

/** @throws {ApiError} 429 */
function consume({ rates }: RealtimeContext, c: Context<BackendEnv>, messages = 1): void {
  if (messages < 1 || rates.consume(c.env.clientAddress, messages)) return
  throw new ApiError(429, { message: 'You have exceeded your rate limit' })
}

/** Checks each private topic once. @returns whether the caller may send a message */
async function checkTopics(
  { database }: RealtimeContext,
  caller: Caller,
  messages: readonly Broadcast[],
): Promise<(message: Broadcast) => boolean> {
  const topics = new Set(messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic))
  const open = new Set<string>()
  for (const topic of topics) {
    const { canSendBroadcasts } = await loadAccess(database, caller, topic)
    if (canSendBroadcasts) open.add(topic)
  }
  return ({ isPrivate, topic }) => !isPrivate || open.has(topic)
}

/** @throws {ApiError} 400 */
async function parseJson(c: Context<BackendEnv>): Promise<unknown> {
  return parseText(await c.req.text())
}

function parseText(text: string): unknown {
  try {
    if (isTooDeep(text)) throw new SyntaxError('nested too deeply')
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, { message: 'The body is not valid JSON' })
  }
}

interface ValidEntry {
  topic: string
  event: string
  payload: object
  private?: boolean | null
}

/** @throws {ApiError} 422 with the errors of each message, up to the last one that it lists */
function readMessages(messages: readonly unknown[], limits: RealtimeLimits): Broadcast[] {
  if (messages.length === 0) refuse({ messages: [BLANK] })
  const errors: Record<string, string[]>[] = []
  let invalid = 0
  for (const message of messages) {
    const each = findEntryErrors(message, limits)
    errors.push(each)
    if (Object.keys(each).length > 0) invalid += 1
    if (invalid === MAX_LISTED) break
  }
  if (invalid > 0) refuse({ messages: errors })
  return (messages as ValidEntry[]).map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    isPrivate: isPrivate === true,
    content: JSON.stringify({ type: 'broadcast', event, payload }),
  }))
}

function findEntryErrors(message: unknown, limits: RealtimeLimits): Record<string, string[]> {
  if (!isObject(message)) return { message: ['is invalid'] }
  const { topic, event, payload, private: isPrivate } = message
  const errors: Record<string, string[]> = { ...findNameErrors({ topic, event }, limits) }
  if (payload === undefined || payload === null) errors.payload = [BLANK]
  else if (!isObject(payload)) errors.payload = ['is invalid']
  else if (Buffer.byteLength(JSON.stringify(payload)) > limits.messageBytes) {
    errors.payload = [TOO_LARGE]
  }
  if (isPrivate !== undefined && isPrivate !== null && typeof isPrivate !== 'boolean') {
    errors.private = ['is invalid']
  }
  return errors
}

function findNameErrors(names: Record<string, unknown>, { nameLength }: RealtimeLimits) {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) => {
      if (value === undefined || value === null || value === '') return [[name, [BLANK]]]
      return typeof value === 'string' && value.length <= nameLength ? [] : [[name, ['is invalid']]]
    }),
  )
}

/** @throws {ApiError} 422 */
function requireNames(names: Record<string, string>, limits: RealtimeLimits): void {
  const errors = findNameErrors(names, limits)
  if (Object.keys(errors).length > 0) refuse(errors)
}

/** @throws {ApiError} 415, 422 or 400 */
async function readSingle(c: Context<BackendEnv>, { messageBytes }: RealtimeLimits) {
  const type = (c.req.header('content-type') ?? 'application/json').split(';')[0]?.trim()
  if (type !== 'application/json' && type !== 'application/octet-stream') {
    const error = 'Unsupported Media Type. Use application/json or application/octet-stream'
    throw new ApiError(415, { error })
  }
  if (c.req.query('persist') !== undefined || c.req.query('persist[ttl]') !== undefined) {
    throw new ApiError(422, { message: 'This server does not store broadcasts' })
  }
  const payload = Buffer.from(await c.req.arrayBuffer())
  if (payload.length > messageBytes) refuse({ payload: [TOO_LARGE] })
  if (type === 'application/octet-stream') return { encoding: 'binary' as const, payload }
  parseText(payload.toString())
  return { encoding: 'json' as const, payload }
}

function refuse(errors: Record<string, unknown>): never {
  throw new ApiError(422, { message: 'The request is not valid', errors })
}
