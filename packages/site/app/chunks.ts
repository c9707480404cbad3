import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the chunk of each module of `app/` that names one in its first line, by absolute path */
export function listChunks(): Map<string, string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
  return new Map(
    files.flatMap((file) => {
      const path = join(import.meta.dirname, file)
      const [, chunk] = /^\/\/ chunk: (\w+)\n/.exec(readFileSync(path, 'utf8')) ?? []
      return chunk ? [[path, chunk]] : []
    }),
  )
}
