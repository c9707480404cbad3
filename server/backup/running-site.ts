import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { listen } from '../listen.ts'

// PGlite's files belong to one process: a copy of a running site is made by the site itself. It
// listens for that at a place of its own, which this machine alone reaches and no proxy knows, and
// says in a file where, and with which password of this one run.
const fileOf = (dataDir: string) => join(dataDir, 'address')

const place = z.object({ url: z.url(), token: z.string() })

/** What is left of a site that did not stop by itself. */
export function forgetPlace(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/**
 * @param makeCopy writes one to a file, and returns its rows
 * @returns ends it, after the copy that is under way
 */
export async function answerCopies(
  dataDir: string,
  makeCopy: (file: string) => Promise<number>,
): Promise<() => Promise<void>> {
  const token = crypto.randomUUID()
  const app = new Hono()
  app.use(bearerAuth({ token }))
  app.post('/', async (c) => {
    const { file } = z.object({ file: z.string() }).parse(await c.req.json())
    return makeCopy(file).then(
      (rows) => c.json({ rows }),
      (error: unknown) => c.json({ message: messageOf(error) }, 500),
    )
  })
  const gate = await listen('127.0.0.1', 0)
  gate.serve(app)
  const content = JSON.stringify({ url: `http://127.0.0.1:${gate.port}`, token })
  writeFileSync(fileOf(dataDir), content, { mode: 0o600 })
  return async () => {
    forgetPlace(dataDir)
    await gate.close()
  }
}

/**
 * Has the site that has this folder open write a copy.
 * @returns how many rows it holds
 * @throws {Error} what the site said, or that it does not say where it is
 */
export async function askRunningSite(dataDir: string, file: string): Promise<number> {
  const { url, token } = placeIn(dataDir)
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file }),
    // A large copy takes its time.
    dispatcher: new Agent({ headersTimeout: 0 }),
  })
  const answer = (await response.json()) as { rows?: number; message?: string }
  if (answer.rows === undefined) throw new Error(answer.message ?? 'the site refused')
  return answer.rows
}

function placeIn(dataDir: string): z.output<typeof place> {
  try {
    return place.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    throw new Error(`${dataDir} is in use, and not by a site that runs: try again in a moment`)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
