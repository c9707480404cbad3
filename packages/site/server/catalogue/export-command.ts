import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { COLUMNS, type TableRow, writeTable } from '../../app/moderation/import/file/table-file.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { type Command, UsageError } from '../commands/command.ts'
import { type Connection, connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'
import { type ExportedCatalog, writeMarkdown, writeYaml } from './write-list.ts'

/** Rows of a request; the API returns at most 1,000. */
const PAGE_ROWS = 500

export const exportCommand: Command = {
  npm: 'npm run tools:export --',
  summary:
    'writes all tools of the running site to a file: CSV, JSON, Markdown, or YAML in a folder',
  usage: 'toolmark export FILE.csv, FILE.json, --markdown FILE, or --yaml DIR',
  words: [0, 1],
  options: { markdown: { type: 'string' }, yaml: { type: 'string' } },
  async run({ positionals: [table], values: { markdown, yaml }, print }) {
    const wanted = [table, markdown, yaml].filter((name) => typeof name === 'string')
    const [name] = wanted
    if (name === undefined || wanted.length > 1) throw new UsageError()
    const catalog = await readCatalog(await connectToSite(readEnvironment(process.env)))
    const { rows } = catalog
    const file = resolve(name)
    if (name === table) writeFileSync(file, writeTable(file, rows))
    else if (name === markdown) writeFileSync(file, writeMarkdown(catalog))
    else {
      mkdirSync(file, { recursive: true })
      for (const { path, text } of writeYaml(catalog)) writeFileSync(join(file, path), text)
    }
    print(`${file} holds ${rows.length} tools`)
    return { data: { file, tools: rows.length } }
  },
}

const options = z.array(z.object({ value: z.string(), label: z.string() }))

/** All tools, and what their cells refer to. The API returns at most 1,000 capabilities, and others by their slugs. */
export async function readCatalog({ service, call }: Connection): Promise<ExportedCatalog> {
  const [rows, categories, capabilities, attributes] = await Promise.all([
    readTools({ service, call }),
    call(service.from('categories').select('name, description').order('position')),
    call(service.from('capabilities').select('slug, name, category').order('slug')),
    call(service.from('attributes').select('key, label, kind, options').order('position')),
  ])
  return {
    title: IDENTITY.name,
    categories,
    capabilities,
    attributes: attributes.map((each) => ({ ...each, options: options.parse(each.options) })),
    rows,
  }
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
