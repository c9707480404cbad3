import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listen } from '@toolmark/backend/server/listen.ts'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { z } from 'zod'

// PGlite's files belong to one process, so a running site makes its own copy. It listens for the
// request on a loopback port of its own, and writes the address and a token of this run to a file.
const getControlFilePath = (dataDir: string) => join(dataDir, 'address')

const address = z.object({ url: z.url(), token: z.string() })

/** Removes the file of a site that was killed. */
export function removeControlFile(dataDir: string): void {
  rmSync(getControlFilePath(dataDir), { force: true })
}

/**
 * @param makeCopy writes a copy to a file and returns the number of rows
 * @returns stops listening after the copy in progress
 */
export async function serveBackups(
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
      (error: unknown) => c.json({ message: describeFailure(error, file, dataDir) }, 500),
    )
  })
  const listener = await listen('127.0.0.1', 0)
  listener.attach(app)
  const content = JSON.stringify({ url: `http://127.0.0.1:${listener.port}`, token })
  writeFileSync(getControlFilePath(dataDir), content, { mode: 0o600 })
  return async () => {
    removeControlFile(dataDir)
    await listener.close()
  }
}

/**
 * Asks the running site of this folder to write a copy.
 * @returns how many rows it holds
 * @throws {Error} with the site's message, or if the site's address is unknown
 */
export async function requestBackup(dataDir: string, file: string): Promise<number> {
  const { url, token } = readControlFile(dataDir)
  const { Agent, fetch } = await import('undici')
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file }),
    // A large copy takes longer than the default.
    dispatcher: new Agent({ headersTimeout: 0 }),
  })
  const answer = (await response.json()) as { rows?: number; message?: string }
  if (answer.rows === undefined) throw new Error(answer.message ?? 'the site refused')
  return answer.rows
}

function readControlFile(dataDir: string): z.output<typeof address> {
  try {
    return address.parse(JSON.parse(readFileSync(getControlFilePath(dataDir), 'utf8')))
  } catch {
    throw new Error(`${dataDir} is in use, but not by a running site: try again in a moment`)
  }
}

/** A service may write less than the operator who runs the command. */
function describeFailure(error: unknown, file: string, dataDir: string): string {
  const { code } = error as NodeJS.ErrnoException
  if (code && ['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `the running site may not write ${file}: choose a file below ${resolve(dataDir)}`
  return error instanceof Error ? error.message : String(error)
}
