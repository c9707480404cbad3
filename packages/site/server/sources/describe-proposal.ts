import type { Proposal, ReadAnswer, ReportLine } from '../../app/moderation/sources/proposal.ts'
import { notUnderstood } from '../../app/moderation/words/sources.ts'

/** The lines that show an operator what becomes of a list, before anything is written. */
export function describeProposal(
  source: string,
  { kind, mapping, proposal }: ReadAnswer,
): string[] {
  const width = Math.max(6, ...Object.keys(mapping).map(({ length }) => length))
  return [
    `${source} (${kind}) has ${proposal.rows.length} tools.`,
    '',
    `${'Column'.padEnd(width)}  becomes`,
    ...Object.entries(mapping).map(
      ([column, target]) => `${column.padEnd(width)}  ${spellTarget(target)}`,
    ),
    '',
    ...describeNew(proposal),
    '',
  ]
}

/** What the site does not have yet. */
export const describeNew = ({
  categories,
  capabilities,
  attributes,
  options,
}: Proposal): string[] => [
  ...(categories.length > 0
    ? [`${categories.length} categories: ${listSome(categories.map(({ name }) => name))}`]
    : []),
  ...(capabilities.length > 0
    ? [`${capabilities.length} uses: ${listSome(capabilities.map(({ name }) => name))}`]
    : []),
  ...attributes.map(
    (attribute) =>
      `Attribute ${attribute.label}: ${attribute.kind.replace('_', ' or ')}${attribute.options.length > 0 ? `, ${listSome(attribute.options.map(({ label }) => label))}` : ''}`,
  ),
  ...options.map(
    (each) => `Options of ${each.key}: ${listSome(each.options.map(({ label }) => label))}`,
  ),
]

const spellTarget = (target: string | null): string =>
  target?.replace(/^attribute:(.*)$/, 'an attribute ($1)') ?? 'nothing: it is left out'

const SHOWN = 12

function listSome(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ')
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown
}

/** What was not understood: their number, and a line for each. */
export const describeReport = (report: readonly ReportLine[]): string[] =>
  report.length === 0
    ? []
    : [
        notUnderstood(report.length),
        ...report.map(
          ({ place, text, reason }) => `${place}: ${text === '' ? '' : `"${text}" `}${reason}`,
        ),
      ]
