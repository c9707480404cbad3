// `npm run tools:import -- FILE [--write]`: checks a CSV or JSON file of tools, and with --write saves it if all rows are
// valid. With --rename rows may change names and websites of listed tools. The site has to be running; on Supabase the
// command needs SUPABASE_URL and SUPABASE_SERVICE_KEY.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
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
import * as staffWords from '../../app/moderation/words/staff.ts'
import { type Connection, connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'

const USAGE =
  'usage: npm run tools:import -- FILE.csv [--write] [--rename] [--encoding NAME], or FILE.json'

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof EncodingError)
    console.error('Save the file as UTF-8, or name its encoding, as in --encoding windows-1252.')
  process.exit(1)
}

/** @returns the exit code */
async function run(values: readonly string[]): Promise<number> {
  const { file, write, rename, encoding } = readArguments(values)
  const table = readTableFile(file, readFileSync(file), encoding)
  const connection = await connectToSite(readEnvironment(process.env))
  const calls = toCalls(connection, rename)
  const checked = await checkImport(calls, table)
  const summary = summarize(checked.results)
  for (const line of describeProblems(checked.results)) console.log(line)
  if (checked.results.some(needsRename))
    console.log('With --rename these names and websites change.')
  if (summary.invalid > 0 || !write) {
    console.log(staffWords.checked(summary))
    return summary.invalid > 0 ? 1 : 0
  }
  let saved = 0
  try {
    const written = await writeImport(calls, checked, (done) => {
      saved = done
    })
    await printSuggestions(connection)
    console.log(staffWords.written(summarize(written)))
    return 0
  } catch (error) {
    if (error instanceof RowsRefusedError) console.error(error.message)
    throw new Error(
      `${error instanceof RowsRefusedError ? 'the rows changed after the check' : toMessage(error)}: ${saved} rows were saved, which another run leaves unchanged`,
    )
  }
}

/** Says how many tools have suggested capabilities. A failure is no failure of the import. */
async function printSuggestions({ service, call }: Connection): Promise<void> {
  try {
    const [suggested] = await call(service.rpc('suggested_capabilities', { page_size: 1 }))
    if (!suggested) return
    const count = staffWords.suggestedCount(suggested.total, suggested.without_use)
    console.log(`${count} Review them at /moderation/capabilities/suggested.`)
  } catch (error) {
    console.error(`The suggested uses could not be counted: ${toMessage(error)}`)
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        rename: { type: 'boolean', default: false },
        encoding: { type: 'string' },
      },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0) return { file, ...values }
  } catch {
    // A wrong option is answered like a missing file.
  }
  throw new Error(USAGE)
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

function toCalls({ service, call }: Connection, rename: boolean): ImportCalls {
  return {
    readKeys: (rows) => call(service.rpc('import_keys', { rows })),
    importRows: (rows, dry_run) => call(service.rpc('import_tools', { rows, dry_run, rename })),
  }
}
