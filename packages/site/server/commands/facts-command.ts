import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import type { FactStatus } from '../../app/data/rpc-results.ts'
import { readEnvironment } from '../environment.ts'
import { KINDS, readSome, type SourceRead } from '../facts/read-facts.ts'
import { createSiteFactFetch, readsFacts } from '../facts/site-facts.ts'
import { type Call, type Command, type Outcome, UsageError } from './command.ts'
import { connectToSite } from './connect-to-site.ts'

/** More are in the answer of `--json`. */
const SHOWN_MAX = 20

export const factStatusCommand: Command = {
  npm: 'toolmark facts status',
  summary: 'shows which sources of facts are due or failing, by host',
  usage: 'toolmark facts status',
  async run({ print }) {
    const environment = readEnvironment(process.env)
    const { service, call } = await connectToSite(environment)
    const status = await call(service.rpc('fact_status'))
    for (const line of describeStatus(status, readsFacts(environment))) print(line)
    return { data: status }
  },
}

function describeStatus(status: FactStatus, isOn: boolean): string[] {
  const { sources, read, due, failing, hosts, problems } = status
  const width = Math.max(4, ...hosts.slice(0, SHOWN_MAX).map(({ host }) => host.length))
  const toRow = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => (index ? String(cell).padStart(8) : String(cell).padEnd(width)))
      .join('')
  return [
    `${sources} sources: ${read} read, ${due} due, ${failing} failing. ${isOn ? 'The site reads them.' : 'FACT_SOURCES is off: the site reads none.'}`,
    ...(hosts.length > 0 ? [toRow(['host', 'sources', 'read', 'due', 'failing'])] : []),
    ...hosts
      .slice(0, SHOWN_MAX)
      .map((each) => toRow([each.host, each.sources, each.read, each.due, each.failing])),
    ...problems
      .slice(0, SHOWN_MAX)
      .map(
        ({ tool, kind, address, problem, failures, due_at }) =>
          `${tool}: ${kind} ${address}: ${problem} ${failures} failed reads, next on ${due_at.slice(0, 10)}.`,
      ),
    ...(problems.length > SHOWN_MAX
      ? [`${problems.length - SHOWN_MAX} more problems: toolmark facts status --json`]
      : []),
  ]
}

export const readFactsCommand: Command = {
  npm: 'toolmark facts read',
  summary: 'reads the sources of a tool now, or those that are due',
  usage: 'toolmark facts read [TOOL] [--source KIND]',
  words: [0, 1],
  options: { source: { type: 'string' } },
  help: `TOOL is the slug of its page, KIND one of ${Object.keys(KINDS).join(', ')}. Of a host that the site reads at this moment it reads nothing.`,
  async run(given) {
    const { kind, tool } = parseCall(given)
    const environment = readEnvironment(process.env)
    if (!readsFacts(environment)) throw new Error('FACT_SOURCES is off: set FACT_SOURCES=on')
    const { service, call } = await connectToSite(environment)
    const [found] = tool ? await call(service.from('tools').select('id').eq('slug', tool)) : []
    if (tool && !found) throw new Error(`there is no tool ${tool}`)
    const options = { service, fetch: createSiteFactFetch(environment, siteUrlOf(environment)) }
    const which = {
      n: 15,
      ...(found ? { only_tool: found.id } : {}),
      ...(kind ? { only_kind: kind } : {}),
    }
    const reads: SourceRead[] = []
    do {
      const some = await readSome(options, which)
      for (const read of some) given.print(describeRead(read))
      reads.push(...some)
      // Sources of one tool are not due only then.
      if (found || some.length === 0) break
    } while (reads.length < 100_000)
    if (reads.length === 0) given.print('No source is due.')
    return toOutcome(reads)
  },
}

function parseCall({ positionals: [tool], values: { source } }: Call) {
  if (source !== undefined && (typeof source !== 'string' || !Object.hasOwn(KINDS, source)))
    throw new UsageError()
  return { tool, kind: source }
}

const describeRead = ({ source, outcome, problem, changed }: SourceRead) =>
  `${source.kind} ${source.address}: ${problem ?? (changed.length > 0 ? `changed ${changed.join(', ')}` : outcome)}`

const toOutcome = (reads: readonly SourceRead[]): Outcome => ({
  data: reads.map(({ source: { kind, address }, outcome, problem, changed }) => ({
    kind,
    address,
    outcome,
    problem,
    changed,
  })),
})
