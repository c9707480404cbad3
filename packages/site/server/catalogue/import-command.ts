import { readFileSync } from 'node:fs'
import {
  checkImport,
  describeProblems,
  type ImportCalls,
  needsRename,
  RowsRefusedError,
  summarize,
  writeImport,
} from '../../app/moderation/import/file/run-import.ts'
import { EncodingError, readTableFile } from '../../app/moderation/import/file/table-file.ts'
import * as catalogWords from '../../app/moderation/words/catalog.ts'
import * as staffWords from '../../app/moderation/words/staff.ts'
import type { Call, Command, Outcome } from '../commands/command.ts'
import { type Connection, connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'

export const importCommand: Command = {
  npm: 'npm run tools:import --',
  summary: 'checks a CSV or JSON file of tools, and with --write saves it on the running site',
  usage: 'toolmark import FILE.csv [--write] [--rename] [--encoding NAME], or FILE.json',
  words: [1, 1],
  help: [
    '--write     saves the rows if all of them are valid',
    '--rename    lets rows change names and websites of listed tools',
    '--encoding  of a file that is not UTF-8, such as windows-1252',
  ].join('\n'),
  options: {
    write: { type: 'boolean', default: false },
    rename: { type: 'boolean', default: false },
    encoding: { type: 'string' },
  },
  run: (call) =>
    importFile(call).catch((error: unknown) => {
      if (!(error instanceof EncodingError)) throw error
      const advice = 'Save the file as UTF-8, or name its encoding, as in --encoding windows-1252.'
      throw new Error(`${error.message}\n${advice}`)
    }),
}

async function importFile({ positionals, values, print }: Call): Promise<Outcome> {
  const [file = ''] = positionals
  const encoding = typeof values.encoding === 'string' ? values.encoding : undefined
  const table = readTableFile(file, readFileSync(file), encoding)
  const connection = await connectToSite(readEnvironment(process.env))
  const calls = toCalls(connection, values.rename === true)
  const checked = await checkImport(calls, table)
  const summary = summarize(checked.results)
  const problems = describeProblems(checked.results)
  for (const line of problems) print(line)
  if (checked.results.some(needsRename)) print('With --rename these names and websites change.')
  if (summary.invalid > 0 || !values.write) {
    print(staffWords.checked(summary))
    const exitCode = summary.invalid > 0 ? 1 : 0
    return { data: { ...summary, problems, isWritten: false }, exitCode }
  }
  let saved = 0
  try {
    const written = await writeImport(calls, checked, (done) => {
      saved = done
    })
    await printSuggestions(connection, print)
    print(staffWords.written(summarize(written)))
    return { data: { ...summarize(written), problems, isWritten: true } }
  } catch (error) {
    if (error instanceof RowsRefusedError) console.error(error.message)
    throw new Error(
      `${error instanceof RowsRefusedError ? 'the rows changed after the check' : toMessage(error)}: ${saved} rows were saved, which another run leaves unchanged`,
    )
  }
}

/** Says how many tools have suggested capabilities. A failure is no failure of the import. */
async function printSuggestions(
  { service, call }: Connection,
  print: Call['print'],
): Promise<void> {
  try {
    const [suggested] = await call(service.rpc('suggested_capabilities', { page_size: 1 }))
    if (!suggested) return
    const count = catalogWords.suggestedCount(suggested.total, suggested.without_use)
    print(`${count} Review them at /moderation/capabilities/suggested.`)
  } catch (error) {
    console.error(`The suggested uses could not be counted: ${toMessage(error)}`)
  }
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

function toCalls({ service, call }: Connection, rename: boolean): ImportCalls {
  return {
    readKeys: (rows) => call(service.rpc('import_keys', { rows })),
    importRows: (rows, dry_run) => call(service.rpc('import_tools', { rows, dry_run, rename })),
  }
}
