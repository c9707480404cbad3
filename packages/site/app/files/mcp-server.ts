import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Site } from '../data/site.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { COMPARED_MAX } from '../shared/limits.ts'
import { MAX_TOOLS } from './evidence.ts'
import {
  ALTERNATIVES,
  ALTERNATIVES_SHOWN,
  CHANGE_KIND,
  CHANGES,
  CHANGES_MAX,
  COMPARISON,
  compareTools,
  EXPLANATION,
  explainFigure,
  getReviews,
  getTool,
  listAlternatives,
  ORDERS,
  REVIEWS,
  SEARCH,
  searchTools,
  TOOL_DETAIL,
  trackChanges,
} from './read-subjects.ts'
import * as fileWords from './words.ts'

/**
 * Answers one message of the Model Context Protocol (spec 8 §5). Limits count its reads for the client's network. A batch
 * of messages, which the protocol had until June 2025, is refused: it would count as one request.
 */
export async function answerMessage(site: Site, request: Request): Promise<Response> {
  const text = await request.text()
  const body = parseJson(text)
  if (Array.isArray(body)) {
    const error = { code: INVALID_REQUEST, message: fileWords.noBatch }
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
  }
  const visitor: Site = { ...site, supabase: site.visitorClient }
  const create = () => createServer(visitor, findCalledTool(body))
  const headers = new Headers(request.headers)
  // The library answers only clients that name both types.
  if (/^$|\*\/\*|application\/(\*|json)/i.test(headers.get('accept') ?? ''))
    headers.set('Accept', 'application/json, text/event-stream')
  const sent = body === undefined ? text : JSON.stringify(body, dropNullArguments)
  const message = new Request(request.url, { method: request.method, headers, body: sent })
  if (!(await isLegacyRequest(message))) {
    // Nothing changes that a client could subscribe to.
    return createMcpHandler(create, { maxSubscriptions: 0 }).fetch(message)
  }
  // The library's handler streams to clients of 2025, and a client that accepts JSON alone reads no stream.
  const server = create()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(message)
  } finally {
    await server.close()
  }
}

/** @returns undefined for a text that is no JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findCalledTool(message: unknown): string | undefined {
  const { data } = z.object({ params: z.object({ name: z.string() }) }).safeParse(message)
  return data?.params.name
}

/** For JSON.stringify: a client may send null for an argument, or all, that it leaves out. */
const dropNullArguments = (name: string, value: unknown): unknown =>
  name === 'arguments' && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value ?? {}).filter(([, argument]) => argument !== null))
    : value

/** Of JSON-RPC. */
const INVALID_REQUEST = -32600

/** What PostgreSQL's type text can contain. */
const text = (length: number) =>
  z
    .string()
    .max(length)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), fileWords.wrongText)

const slug = text(200).describe(fileWords.DESCRIPTIONS.slug)

type Words = readonly [title: string, description: string]

/** @param called the name of the tool that the message calls, if it calls one */
function createServer(site: Site, called: string | undefined): McpServer {
  const names = new Set<string>()
  const server = new McpServer(
    { name: 'toolmark', title: IDENTITY.name, version: '1.0.0' },
    { instructions: fileWords.instructions },
  )
  /** @param read returns null if there is nothing with the arguments, or the text of another refusal */
  const register = <Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
    name: string,
    [title, description]: Words,
    inputSchema: z.ZodObject<Input>,
    outputSchema: z.ZodObject<Output>,
    read: (
      input: z.infer<z.ZodObject<Input>>,
    ) => Promise<z.infer<z.ZodObject<Output>> | string | null>,
    missing: string = fileWords.missingTool,
  ) => {
    names.add(name)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema,
        // Once in an answer, whatever quotes it has.
        outputSchema: outputSchema.extend({ note: z.literal(fileWords.quoteNote) }),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (input: z.infer<z.ZodObject<Input>>) => {
        try {
          const found = await read(input)
          if (found === null || typeof found === 'string') return refuse(found ?? missing)
          const answer = { note: fileWords.quoteNote, ...found }
          return {
            content: [{ type: 'text', text: JSON.stringify(answer) }],
            structuredContent: answer,
          }
        } catch (error) {
          if (isRateLimited(error)) return refuse(fileWords.tooMany)
          site.log(error)
          return refuse(fileWords.failed)
        }
      },
    )
  }

  register(
    'search_tools',
    fileWords.SEARCH,
    z.strictObject({
      query: text(200),
      category: text(100).optional(),
      pricing: z.enum(['free', 'freemium', 'paid']).optional(),
      platform: z
        .enum(['web', 'windows', 'macos', 'linux', 'ios', 'android', 'self_hosted'])
        .optional(),
      license: z.enum(['open_source', 'proprietary']).optional(),
      alive: z
        .enum(['active', 'quiet', 'dormant', 'archived', 'discontinued', 'abandoned'])
        .optional(),
      limit: z.int().min(1).max(MAX_TOOLS).default(10).optional(),
    }),
    SEARCH,
    (input) => searchTools(site, input),
  )
  register('get_tool', fileWords.TOOL, z.strictObject({ slug }), TOOL_DETAIL, (input) =>
    getTool(site, input.slug),
  )
  register(
    'get_reviews',
    fileWords.REVIEWS,
    z.strictObject({
      slug,
      rating: z.int().min(1).max(5).optional(),
      order: z.enum(ORDERS).optional(),
      after: text(500).optional().describe(fileWords.DESCRIPTIONS.after),
    }),
    REVIEWS,
    (input) => getReviews(site, input),
  )
  if (isAreaOn('compare')) {
    register(
      'compare_tools',
      fileWords.COMPARE,
      z.strictObject({ slugs: z.array(slug).min(2).max(COMPARED_MAX) }),
      COMPARISON,
      async ({ slugs }) => {
        const compared = await compareTools(site, slugs)
        return compared === 'same' ? fileWords.sameTool : compared
      },
    )
  }
  register(
    'list_alternatives',
    fileWords.ALTERNATIVES,
    z.strictObject({
      slug,
      limit: z.int().min(1).max(ALTERNATIVES_SHOWN).default(ALTERNATIVES_SHOWN).optional(),
    }),
    ALTERNATIVES,
    (input) => listAlternatives(site, input.slug, input.limit),
  )
  register(
    'track_changes',
    fileWords.CHANGES,
    z.strictObject({
      since: z.iso.date().optional().describe(fileWords.DESCRIPTIONS.since),
      kinds: z.array(CHANGE_KIND).min(1).optional().describe(fileWords.DESCRIPTIONS.kinds),
      limit: z.int().min(1).max(CHANGES_MAX).default(CHANGES_MAX).optional(),
      after: text(500).optional().describe(fileWords.DESCRIPTIONS.after),
    }),
    CHANGES,
    (input) => trackChanges(site, input),
  )
  register(
    'explain_figure',
    fileWords.FIGURE,
    z.strictObject({
      key: text(100),
      of: text(400).optional().describe(fileWords.DESCRIPTIONS.subject),
    }),
    EXPLANATION,
    ({ key, of }) => explainFigure(site, key, of ?? ''),
    fileWords.missingFigure,
  )
  // The library finds tools that every object inherits, such as toString.
  if (called !== undefined && !names.has(called)) {
    server.server.setRequestHandler('tools/call', () => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${called} not found`)
    })
  }
  return server
}

const refuse = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })

/** By a limit for networks, or that of database time. */
const isRateLimited = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(PT)?429$/.test(String(error.code))
