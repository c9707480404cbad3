// `toolmark COMMAND`: what an operator does with a site. The scripts of package.json call it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { parseArgs } from 'node:util'
import { hidePasswords } from '@toolmark/backend/server/log.ts'
import { type Command, UsageError } from './command.ts'
import { IS_CHECKOUT } from './spell-command.ts'

/** Loaded one by one: most need a part of the site that others do not. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start-command.ts')).startCommand,
  new: async () => (await import('../new-site/new-command.ts')).newCommand,
  backup: async () => (await import('../backup/backup-command.ts')).backupCommand,
  restore: async () => (await import('../backup/restore-command.ts')).restoreCommand,
  staff: async () => (await import('./staff-command.ts')).staffCommand,
  keys: async () => (await import('./keys-command.ts')).keysCommand,
  'keys rotate': async () => (await import('./rotate-keys-command.ts')).rotateKeysCommand,
  sync: async () => (await import('../sources/sync-command.ts')).syncCommand,
  import: async () => (await import('../catalogue/import-command.ts')).importCommand,
  export: async () => (await import('../catalogue/export-command.ts')).exportCommand,
  dump: async () => (await import('../dumps/dump-command.ts')).dumpCommand,
  'dump load': async () => (await import('../dumps/load-command.ts')).loadDumpCommand,
  'capabilities add': async () =>
    (await import('../catalogue/capabilities-command.ts')).capabilitiesCommand,
  'facts status': async () => (await import('./facts-command.ts')).factStatusCommand,
  'facts read': async () => (await import('./facts-command.ts')).readFactsCommand,
  'ledger verify': async () => (await import('./verify-ledger-command.ts')).verifyLedgerCommand,
  'demo remove': async () => (await import('../demo/remove-command.ts')).removeDemoCommand,
  'config check': async () => (await import('./check/config-command.ts')).checkConfigCommand,
  doctor: async () => (await import('./check/doctor-command.ts')).doctorCommand,
}

/** @returns the exit code */
async function main(words: string[]): Promise<number> {
  if (existsSync('.env')) loadEnvFile('.env')
  const [word] = words
  const name = [words.slice(0, 2).join(' '), word ?? ''].find((each) =>
    Object.hasOwn(COMMANDS, each),
  )
  const load = name === undefined ? undefined : COMMANDS[name]
  if (name && load) return runCommand(name, await load(), words.slice(name.split(' ').length))
  if (word === undefined || word === '--help' || word === '-h') {
    console.log(await describeCommands())
    return word === undefined ? 1 : 0
  }
  if (word === '--version') {
    console.log(readVersion())
    return 0
  }
  console.error(await describeUnknown(word))
  return 1
}

/** `config` alone is the beginning of a command. */
async function describeUnknown(word: string): Promise<string> {
  const longer = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${word} `))
  const usages = longer.map(async ([name, load]) => spellUsage(name, await load()))
  return longer.length > 0
    ? `usage: ${(await Promise.all(usages)).join(', or ')}`
    : `there is no command ${word}: toolmark --help lists all`
}

async function runCommand(name: string, command: Command, words: string[]): Promise<number> {
  try {
    const { values, positionals } = parseWords(command, words)
    if (values.help) {
      console.log(describeCommand(command))
      return 0
    }
    const print = values.json ? () => {} : (line: string) => console.log(line)
    const { data, exitCode = 0 } = await command.run({ positionals, values, print })
    if (values.json) console.log(JSON.stringify(data))
    return exitCode
  } catch (error) {
    if (error instanceof UsageError) console.error(`usage: ${spellUsage(name, command)}`)
    else console.error(hidePasswords(error instanceof Error ? error.message : String(error)))
    return 1
  }
}

function parseWords(command: Command, args: string[]) {
  const options = {
    ...command.options,
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { words: [fewest, most] = [0, 0] } = command
    const isCounted = positionals.length >= fewest && positionals.length <= most
    if (isCounted || values.help)
      return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch {}
  throw new UsageError()
}

/** As the operator called it: npm sets the name of its script. The scripts of a package's user are their own. */
function spellUsage(name: string, { npm, usage }: Command): string {
  const { npm_lifecycle_event: script } = process.env
  const isScript = IS_CHECKOUT && script !== undefined && npm.split(' ').includes(script)
  return isScript ? usage.replaceAll(`toolmark ${name}`, npm) : usage
}

const describeCommand = ({ summary, usage, help }: Command) =>
  [`usage: ${usage}`, '', summary, ...(help ? ['', help] : [])].join('\n')

async function describeCommands(): Promise<string> {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const lines = Object.entries(COMMANDS).map(
    async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`,
  )
  return [
    'usage: toolmark COMMAND [--json]; toolmark COMMAND --help has more',
    '',
    ...(await Promise.all(lines)),
    '',
    'Settings are environment variables, or lines of a file .env in this folder.',
  ].join('\n')
}

function readVersion(): string {
  // A package has this folder below `dist/`.
  const folders = ['../../../..', '../../../../..'].map((up) =>
    join(import.meta.dirname, up, 'package.json'),
  )
  const file = folders.find((each) => existsSync(each)) ?? ''
  return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version)
}

const code = await main(process.argv.slice(2))
// A failed command may have left a connection open.
if (code > 0) process.exit(code)
