import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SITE } from './folders.ts'

/** A query and the tools that answer it, by name or slug. */
export interface Search {
  query: string
  want: string[]
}

const schema = z.array(z.object({ query: z.string(), want: z.array(z.string()) }))

/** Reads the searches of tests/demo/searches.txt, or those of the JSON file that SEARCHES names. */
export function readSearches(): Search[] {
  const { SEARCHES: file } = process.env
  if (file) return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return readFileSync(join(SITE, 'tests', 'demo', 'searches.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .map((line) => {
      const [query = '', names = ''] = line.split(' | ')
      return { query, want: names.split(', ') }
    })
}
