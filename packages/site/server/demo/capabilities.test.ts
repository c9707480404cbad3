import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDemoContent } from './read-content.ts'

const FOLDER = join(import.meta.dirname, '../../supabase/demo/capabilities')

const files = readdirSync(FOLDER)
const capabilities = files.flatMap((file) =>
  z
    .array(
      z.strictObject({
        name: z.string().min(2).max(60),
        synonyms: z.array(z.string().min(2).max(60)).min(2).max(40),
        tools: z.array(z.string()).min(1),
      }),
    )
    .parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
)

test('each category has capabilities, and each term names one of them', () => {
  const { tools } = readDemoContent()
  expect(files.sort()).toEqual(
    [...new Set(tools.map(({ categorySlug }) => `${categorySlug}.json`))].sort(),
  )
  expect(capabilities.length).toBeGreaterThan(390)
  const terms = capabilities.flatMap(({ name, synonyms }) => [name, ...synonyms])
  const folded = terms.map((term) => term.toLowerCase())
  expect(folded.filter((term, at) => folded.indexOf(term) !== at)).toEqual([])
})

test('each tool has 2 to 12 capabilities', () => {
  const byTool = Map.groupBy(
    capabilities.flatMap(({ tools }) => tools),
    (tool) => tool,
  )
  const { tools } = readDemoContent()
  expect(new Set(byTool.keys())).toEqual(new Set(tools.map(({ name }) => name)))
  for (const { name } of tools) {
    const own = byTool.get(name)?.length ?? 0
    expect([name, own >= 2 && own <= 12]).toEqual([name, true])
  }
})
