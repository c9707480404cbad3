import type { WrittenList } from '../../app/moderation/sources/write-proposal.ts'
import { spellField } from '../../app/moderation/sources/write-proposal.ts'
import * as sourcesWords from '../../app/moderation/words/sources.ts'
import type { Call, Command, Outcome } from '../commands/command.ts'
import { connectToSite } from '../commands/connect-to-site.ts'
import { readEnvironment } from '../environment.ts'
import { describeNew, describeReport } from './describe-proposal.ts'
import { SourceError } from './list.ts'
import { readProposal } from './read-source.ts'
import { type SavedSource, syncSource } from './sync-source.ts'

export const syncCommand: Command = {
  npm: 'npm run sync --',
  summary: 'reads the lists of the running site again, and with --write saves what they changed',
  usage: 'toolmark sync [--source ID] [--write]',
  help: [
    '--source  reads this list alone',
    '--write   adds and changes tools; a tool that left its list stays and is marked',
  ].join('\n'),
  options: { source: { type: 'string' }, write: { type: 'boolean', default: false } },
  run: syncSources,
}

async function syncSources({ values, print }: Call): Promise<Outcome> {
  const { service, call } = await connectToSite(readEnvironment(process.env))
  const sources = await call(
    service.from('sources').select('id, kind, address, mapping').order('id'),
  )
  const wanted = chooseSources(sources, values.source)
  const isDryRun = values.write !== true
  const data: object[] = []
  let hasFailed = false
  for (const source of wanted) {
    print(`${source.id}: ${source.address}`)
    try {
      const { proposal, written } = await syncSource(source, {
        service,
        read: readProposal,
        isDryRun,
      })
      const report = [...proposal.report, ...written.report]
      for (const line of describeWritten(source.address, written)) print(line)
      for (const line of describeNew(proposal)) print(line)
      for (const line of describeReport(report)) print(line)
      print(sourcesWords.counted(written.counts, written.gone.length, isDryRun))
      data.push({ ...source, ...written.counts, gone: written.gone, report, isWritten: !isDryRun })
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      hasFailed = true
      if (!isDryRun)
        await call(service.rpc('fail_source_read', { source: source.id, message: error.message }))
      console.error(error.message)
      data.push({ ...source, error: error.message })
    }
  }
  if (isDryRun) print('With --write it is saved.')
  return { data: { sources: data }, exitCode: hasFailed ? 1 : 0 }
}

function chooseSources<Row extends SavedSource>(
  sources: Row[],
  wanted: string | boolean | undefined,
): Row[] {
  if (sources.length === 0)
    throw new Error('The site has no list: add one at /admin/sources, or with toolmark new --from.')
  if (wanted === undefined) return sources
  const chosen = sources.filter(({ id }) => String(id) === wanted)
  if (chosen.length > 0) return chosen
  const all = sources.map(({ id, address }) => `${id} (${address})`).join(', ')
  throw new Error(`There is no list ${wanted}. The site has ${all}.`)
}

/** A line for each tool that is new, changed or gone. */
function describeWritten(address: string, { rows, gone }: WrittenList): string[] {
  return [
    ...rows.flatMap(({ place, name, outcome, changed }) => {
      if (outcome === 'created') return [`${place}: new: ${name}`]
      if (outcome !== 'updated') return []
      return [`${place}: changed: ${name}: ${changed.map(spellField).join(', ')}`]
    }),
    ...gone.map(({ name, since }) => `gone: ${name}: ${sourcesWords.notIn(address, since)}`),
  ]
}
