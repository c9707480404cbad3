// `npm run conformance -- FOLDER [NAME]`: runs the suites of PostgREST and supabase-js that it finds in
// FOLDER. A name runs one spec or package alone and prints its failures.
import { runSuites } from './clients/run-suites.ts'
import { ConformanceError } from './conformance-error.ts'
import { findCheckouts } from './find-checkouts.ts'
import { replaySpecs } from './postgrest/replay.ts'

async function runSpecs(folder: string, only?: string): Promise<void> {
  const results = await replaySpecs(folder, only)
  if (only && results.length === 0) throw new ConformanceError(`no spec is called ${only}`)
  for (const { name, passed, cases, unread, failures } of results) {
    console.log(`${name} ${passed}/${cases}${unread > 0 ? `, ${unread} not read` : ''}`)
    if (only) console.log(failures.join('\n'))
  }
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  console.log(
    `PostgREST ${sum((each) => each.passed)}/${sum((each) => each.cases)}, ${sum((each) => each.unread)} not read`,
  )
}

try {
  const [folder = '', only] = process.argv.slice(2)
  const { postgrest, clients } = findCheckouts(folder, only)
  if (postgrest) await runSpecs(postgrest, only)
  for (const { name, passed, cases, failures } of await runSuites(clients)) {
    console.log(`${name} ${passed}/${cases}`)
    if (only) console.log(failures.join('\n'))
  }
} catch (error) {
  if (!(error instanceof ConformanceError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
