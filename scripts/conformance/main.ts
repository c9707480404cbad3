// `npm run conformance -- FOLDER`: runs the suites of PostgREST and supabase-js that it finds in FOLDER.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { replaySpecs } from './postgrest/replay.ts'

const [folder = '', only] = process.argv.slice(2)
const postgrest = join(folder, 'postgrest')
if (existsSync(postgrest)) {
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
