import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Database } from '@toolmark/backend/database/database.ts'
import { vacuumFilledTables } from '@toolmark/backend/database/engines/autovacuum.ts'
import type { Call, Command, Outcome } from '../commands/command.ts'
import { newCommand as settings } from '../commands/new-command.ts'
import { IS_CHECKOUT } from '../commands/spell-command.ts'
import { readEnvironment } from '../environment.ts'
import { openSiteDatabase } from '../start/open-site-database.ts'
import { openCatalog } from './database-catalog.ts'
import { describeProposal, describeReport } from './describe-proposal.ts'
import { guessMapping, readMapping } from './guess-columns.ts'
import { type Proposal, propose } from './propose.ts'
import { isKind, KINDS, readSource } from './read-source.ts'
import { writeProposal } from './write-proposal.ts'

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
  const source = await readSource(from, kind)
  const guessed = guessMapping(source.list.records)
  const mapping =
    typeof mappingFile === 'string'
      ? readMapping(readFileSync(mappingFile, 'utf8'), guessed)
      : guessed
  const proposal = propose(source.list, mapping)
  if (proposal.rows.length === 0) throw new Error(`${from} has no tool.`)
  for (const line of describeProposal(from, source.kind, mapping, proposal)) print(line)
  if (!yes && (json || !(await confirm(`Make the site in ${folder}? (y/N) `)))) {
    for (const line of describeReport(proposal.report)) print(line)
    print('Nothing has been written.')
    return { data: { ...countProposal(proposal), isWritten: false } }
  }
  const { summary, report } = await writeSite(folder, values, proposal)
  const whole = [...proposal.report, ...report]
  if (whole.length > 0) print(`Not understood, ${whole.length}:`)
  for (const line of describeReport(whole)) print(line)
  print('')
  print(`${folder} has a site with ${summary.created} tools. Start it:`)
  print(`cd ${folder} && ${spellStart()}`)
  return { data: { ...countProposal(proposal), ...summary, report: whole, isWritten: true } }
}

/** A folder that has something already is not overwritten. */
function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`)
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim())
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

async function writeSite(folder: string, values: Call['values'], proposal: Proposal) {
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
    const written = await writeProposal(openCatalog(database), proposal)
    if (database.engine === 'pglite') await vacuumFilledTables(database)
    return written
  } finally {
    await database.close()
  }
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
