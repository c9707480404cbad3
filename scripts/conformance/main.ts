// `npm run conformance -- FOLDER [NAME]`: runs the suites of PostgREST and supabase-js that it finds in
// FOLDER. A name runs one spec or package alone and prints its failures.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runSuites } from './clients/run-suites.ts'
import { SUITES } from './clients/suites.ts'
import { replaySpecs } from './postgrest/replay.ts'

const [folder = '', only] = process.argv.slice(2)
const isPackage = SUITES.some(({ name }) => name === only)

const postgrest = join(folder, 'postgrest')
if (existsSync(postgrest) && !isPackage) {
  const results = await replaySpecs(postgrest, only)
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

const clients = join(folder, 'supabase-js')
if (existsSync(clients) && (isPackage || !only)) {
  for (const { name, passed, cases, failures } of await runSuites(clients, only)) {
    console.log(`${name} ${passed}/${cases}`)
    if (only) console.log(failures.join('\n'))
  }
}
