import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// PGlite's files belong to one process: a copy of a running site is made by the site itself, which
// says in this file where it listens.
const fileOf = (dataDir: string) => join(dataDir, 'address')

export function sayWhere(dataDir: string, port: number): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(dataDir), `http://127.0.0.1:${port}`, { mode: 0o600 })
}

export function sayGone(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/**
 * Has the running site write a copy.
 * @returns how many rows it holds; nothing when no site runs on this folder
 * @throws {Error} what the site said
 */
export async function askRunningSite(
  dataDir: string,
  serviceKey: string,
  file: string,
): Promise<number | undefined> {
  if (!existsSync(fileOf(dataDir))) return undefined
  const address = readFileSync(fileOf(dataDir), 'utf8')
  const response = await fetch(`${address}/_/backup`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file }),
  }).catch(() => undefined)
  if (!response) return undefined
  const answer = (await response.json()) as { rows?: number; message?: string }
  if (answer.rows === undefined) throw new Error(answer.message ?? 'the site refused')
  return answer.rows
}
