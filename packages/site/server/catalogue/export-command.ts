import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { COLUMNS, type TableRow, writeTable } from '../../app/moderation/import/file/table-file.ts'
import type { Command } from '../commands/command.ts'
import { type Connection, connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'

/** Rows of a request; the API returns at most 1,000. */
const PAGE_ROWS = 500

export const exportCommand: Command = {
  npm: 'npm run tools:export --',
  summary: 'writes all tools of the running site to a CSV or JSON file',
  usage: 'toolmark export FILE.csv, or FILE.json',
  words: [1, 1],
  async run({ positionals: [name = ''], print }) {
    const rows = await readTools(await connectToSite(readEnvironment(process.env)))
    const file = resolve(name)
    writeFileSync(file, writeTable(file, rows))
    print(`${file} holds ${rows.length} tools`)
    return { data: { file, tools: rows.length } }
  },
}

async function readTools({ service, call }: Connection): Promise<TableRow[]> {
  const read = (after: string) =>
    call(
      service
        .from('tools')
        .select(
          'id, name, slug, description, category, more_categories, website_url, logo_url, aliases, tool_facts(*), tool_capabilities(capability)',
        )
        .gt('id', after)
        .order('id')
        .limit(PAGE_ROWS),
    )
  const tools: Awaited<ReturnType<typeof read>> = []
  let page = await read('00000000-0000-0000-0000-000000000000')
  while (page.length > 0) {
    tools.push(...page)
    page = await read(page.at(-1)?.id ?? '')
  }
  const attributes = await call(service.from('attributes').select('key').order('position'))
  const columns = [...COLUMNS, ...attributes.map(({ key }) => key)]
  const slugs = new Map(tools.map(({ id, slug }) => [id, slug]))
  return tools
    .map(({ id: _, tool_facts, tool_capabilities, ...tool }): TableRow => {
      const capabilities = tool_capabilities.map(({ capability }) => capability).sort()
      const facts = { ...tool, capabilities, ...tool_facts }
      const values = tool_facts?.more as Record<string, TableRow[string]> | undefined
      const successor = tool_facts?.successor_id
      const row: Record<string, unknown> = {
        ...facts,
        ...values,
        successor_id: (successor && slugs.get(successor)) ?? null,
      }
      return Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) as TableRow
    })
    .sort((one, other) => (String(one.slug) < String(other.slug) ? -1 : 1))
}
