import type { Mapping, Target } from './guess-columns.ts'
import type { ReportLine } from './list.ts'
import type { Proposal } from './propose.ts'

/** The lines that show an operator what becomes of a list, before anything is written. */
export function describeProposal(
  source: string,
  kind: string,
  mapping: Mapping,
  proposal: Proposal,
): string[] {
  const { categories, capabilities, attributes, rows } = proposal
  const width = Math.max(6, ...[...mapping.keys()].map(({ length }) => length))
  return [
    `${source} (${kind}) has ${rows.length} tools.`,
    '',
    `${'Column'.padEnd(width)}  becomes`,
    ...[...mapping].map(([column, target]) => `${column.padEnd(width)}  ${spellTarget(target)}`),
    '',
    `${categories.length} categories: ${listSome(categories.map(({ name }) => name))}`,
    ...(capabilities.length > 0
      ? [`${capabilities.length} uses: ${listSome(capabilities.map(({ name }) => name))}`]
      : []),
    ...attributes.map(
      ({ label, kind: attributeKind, options }) =>
        `Attribute ${label}: ${attributeKind.replace('_', ' or ')}${options.length > 0 ? `, ${listSome(options.map((option) => option.label))}` : ''}`,
    ),
    '',
  ]
}

function spellTarget(target: Target): string {
  if (!target) return 'nothing: it is left out'
  return 'field' in target ? target.field : `an attribute (${target.attribute})`
}

const SHOWN = 12

function listSome(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ')
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown
}

/** What was not understood: a line for each, in the order of the list. */
export const describeReport = (report: readonly ReportLine[]): string[] =>
  report.map(({ place, text, reason }) => `${place}: ${text === '' ? '' : `"${text}" `}${reason}`)
