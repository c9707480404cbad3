import { limitBody } from '@toolmark/backend/body-limit.ts'
import { Hono } from 'hono'
import { z } from 'zod'
import type { ServiceClient } from '../jobs/service-client.ts'
import { parseMapping } from './guess-columns.ts'
import { SourceError } from './list.ts'
import { isAddress } from './load-files.ts'
import type { readInThread } from './read-in-thread.ts'
import { KINDS } from './read-source.ts'

/** A file of a list, as large as an address may have, with the fields of the form. */
const MAX_BODY_BYTES = 11 * 1024 * 1024

const form = z.object({
  address: z.string().trim().min(1).max(2048),
  kind: z.enum(KINDS).optional(),
  mapping: z.string().max(65_536).optional(),
  file: z.file().optional(),
})

interface SourcesOptions {
  /** @returns a client with the rights of the caller who sent this header */
  createClient: (authorization: string) => ServiceClient
  read: typeof readInThread
  testHosts: ReadonlySet<string>
  log: (error: unknown) => void
}

/**
 * Reads a list for an administrator and writes nothing: an address of the open internet, or the file of the form. The
 * database decides whether the caller may do it.
 */
export const serveSources = ({ createClient, read, testHosts, log }: SourcesOptions): Hono =>
  new Hono().post('/admin/sources/read', limitBody(MAX_BODY_BYTES), async (c) => {
    const answer = (status: 400 | 401 | 403 | 422 | 500, message: string) =>
      c.json({ message }, status, { 'Cache-Control': 'no-store' })
    const authorization = c.req.header('authorization')
    if (!authorization) return answer(401, 'Please sign in.')
    const { data: site, error } = await createClient(authorization).rpc('source_catalog')
    if (error) return answer(error.code === '42501' ? 403 : 401, error.message)
    const fields = form.safeParse(await c.req.parseBody().catch(() => ({})))
    if (!fields.success) return answer(400, 'Please enter a web address, or choose a file.')
    const { address: source, kind, mapping, file } = fields.data
    // Without a file the server would read its own.
    if (!file && !isAddress(source))
      return answer(422, 'Please enter a web address, or choose a file.')
    try {
      const wanted = mapping ? parseMapping(JSON.parse(mapping)) : undefined
      const bytes = file ? new Uint8Array(await file.arrayBuffer()) : undefined
      const found = await read({ source, bytes, kind, mapping: wanted, site }, testHosts)
      return c.json(found, 200, { 'Cache-Control': 'no-store' })
    } catch (failure) {
      if (failure instanceof SourceError) return answer(422, failure.message)
      log(failure)
      return answer(500, 'The list could not be read.')
    }
  })
