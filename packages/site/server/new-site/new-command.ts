import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Database } from '@toolmark/backend/database/database.ts'
import { vacuumFilledTables } from '@toolmark/backend/database/engines/autovacuum.ts'
import type { Proposal, ReadAnswer } from '../../app/moderation/sources/proposal.ts'
import { addTopics, writeProposal } from '../../app/moderation/sources/write-proposal.ts'
import type { Call, Command, Outcome } from '../commands/command.ts'
import { newCommand as settings } from '../commands/new-command.ts'
import { IS_CHECKOUT } from '../commands/spell-command.ts'
import { readEnvironment } from '../environment.ts'
import { describeProposal, describeReport } from '../sources/describe-proposal.ts'
import { readMappingFile } from '../sources/guess-columns.ts'
import { isAddress } from '../sources/load-files.ts'
import { isKind, KINDS, readProposal } from '../sources/read-source.ts'
import { openSiteDatabase } from '../start/open-site-database.ts'
import { type DatabaseCatalog, openCatalog } from './database-catalog.ts'

export const newCommand: Command = {
  npm: 'npm run new --',
  summary: 'makes a new site in a folder: its settings, or all of it from a list of tools',
  usage: `${settings.usage}, or toolmark new DIR --from FILE|ADDRESS [--kind KIND] [--mapping FILE] [--preset NAME] [--yes]`,
  words: [1, 1],
  help: [
    `--preset   ${settings.help}`,
    `--from     a file, a folder, a .zip or .tar.gz, or an address: ${KINDS.join(', ')}`,
    '--kind     which of these it is, if the name does not tell',
    '--mapping  a JSON file {"Column": "name", "Cost": "attribute:number", "Notes": null}; null leaves a column out',
    '--yes      writes without asking',
    'It shows what becomes of the columns, headings and tools first.',
  ].join('\n'),
  options: {
    ...settings.options,
    from: { type: 'string' },
    kind: { type: 'string' },
    mapping: { type: 'string' },
    yes: { type: 'boolean', default: false },
  },
  run: (call) => (call.values.from === undefined ? settings.run(call) : makeSite(call)),
}

async function makeSite({ positionals: [name = ''], values, print }: Call): Promise<Outcome> {
  const { kind, mapping: mappingFile, yes, json } = values
  const from = String(values.from)
  if (kind !== undefined && !(typeof kind === 'string' && isKind(kind)))
    throw new Error(`There is no kind ${kind}: it is one of ${KINDS.join(', ')}.`)
  const folder = resolve(name)
  requireEmpty(folder)
  const mapping =
    typeof mappingFile === 'string' ? readMappingFile(readFileSync(mappingFile, 'utf8')) : undefined
  const read = await readProposal({ source: from, kind, mapping, isStrict: true })
  const { proposal } = read
  const lines = [...describeReport(proposal.report), ...describeProposal(from, read)]
  for (const line of lines) print(line)
  if (!yes && (json || !(await confirm(`Make the site in ${folder}? (y/N) `)))) {
    print('Nothing has been written.')
    return { data: { ...countProposal(proposal), isWritten: false } }
  }
  const { counts, report } = await writeSite(folder, values, from, read).catch((error: unknown) => {
    // The same command works when its cause is gone.
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  for (const line of describeReport(report)) print(line)
  print(`${folder} has a site with ${counts.created} tools. Start it:`)
  print(`cd ${folder} && ${spellStart()}`)
  return {
    data: {
      ...countProposal(proposal),
      ...counts,
      report: [...proposal.report, ...report],
      isWritten: true,
    },
  }
}

/** A folder that has something already is not overwritten. */
function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`)
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    lines.setPrompt(question)
    lines.prompt()
    // The end of the input is no answer.
    const { value = '' } = await lines[Symbol.asyncIterator]().next()
    return /^y(es)?$/i.test(value.trim())
  } finally {
    lines.close()
  }
}

const countProposal = ({ categories, capabilities, attributes, rows }: Proposal) => ({
  tools: rows.length,
  categories: categories.length,
  capabilities: capabilities.length,
  attributes: attributes.map(({ key, label, kind }) => ({ key, label, kind })),
})

async function writeSite(
  folder: string,
  values: Call['values'],
  from: string,
  { kind, mapping, proposal }: ReadAnswer,
) {
  await settings.run({ positionals: [folder], values, print: () => {} })
  writeFileSync(join(folder, '.env'), 'DEMO_CONTENT=off\n')
  const title =
    basename(folder)
      .replaceAll(/[-_<>"\\]+/g, ' ')
      .slice(0, 50)
      .trim() || 'Tools'
  const file = join(folder, 'site', 'site.toml')
  writeFileSync(
    file,
    `name = ${JSON.stringify(title)}
${readFileSync(file, 'utf8')}`,
  )
  const database = await openSiteDatabase(
    readEnvironment({ ...process.env, DATA_DIR: join(folder, '.data'), DEMO_CONTENT: 'off' }),
  )
  try {
    await requireUnused(database)
    // A later read finds a file wherever it starts.
    const address = isAddress(from) ? from : resolve(from)
    const catalog = await openCatalog(database, { kind, address, mapping })
    const written = await writeProposal(catalog, await replaceCategories(catalog, proposal))
    if (database.engine === 'pglite') await vacuumFilledTables(database)
    return written
  } finally {
    await database.close()
  }
}

/**
 * The categories of a new site become those of the list. A site has at least one, so the last one of before goes after
 * the first new one has come.
 * @returns what is left to be written
 */
async function replaceCategories(
  catalog: DatabaseCatalog,
  { categories, ...rest }: Proposal,
): Promise<Proposal> {
  const present = await catalog.listCategories()
  const nameOf = new Map(present.map(({ name }) => [name.toLowerCase(), name]))
  const wanted = new Set(categories.map(({ name }) => name.toLowerCase()))
  const [last, ...others] = present.filter(({ name }) => !wanted.has(name.toLowerCase()))
  for (const { slug } of others) await catalog.removeCategory(slug)
  const added = categories
    .filter(({ name }) => !nameOf.has(name.toLowerCase()))
    // The one that is left may have its address.
    .map((each) => (each.slug === last?.slug ? { ...each, slug: `${each.slug}-2` } : each))
  const capabilities = rest.capabilities.map((each) => ({
    ...each,
    category: nameOf.get(each.category.toLowerCase()) ?? each.category,
  }))
  const proposal = { ...rest, categories: added, capabilities }
  await addTopics(catalog, proposal)
  if (last) await catalog.removeCategory(last.slug)
  return { ...proposal, categories: [], capabilities: [], attributes: [], options: [] }
}

/** DATABASE_URL may lead to a site that is in use, whose categories would be replaced. */
async function requireUnused(database: Database): Promise<void> {
  const [found] = await database.asOwner(
    'select where exists (select from public.tools) or exists (select from auth.users)',
  )
  if (found) throw new Error('The database of DATABASE_URL has tools or accounts already.')
}

const spellStart = (): string =>
  IS_CHECKOUT
    ? `node ${join(import.meta.dirname, '..', '..', '..', '..', 'toolmark.js')} start`
    : 'toolmark start'
