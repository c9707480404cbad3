import { Select, SelectField } from '../../ui/forms/field.tsx'
import { Section } from '../../ui/panels.tsx'
import { COLUMNS } from '../import/file/table-file.ts'
import * as catalogWords from '../words/catalog.ts'
import * as sourcesWords from '../words/sources.ts'
import type { OpenList } from './use-source.ts'
import { spellField } from './write-proposal.ts'

const TARGETS: readonly (readonly [string, string])[] = [
  ['', sourcesWords.leftOut],
  ...COLUMNS.filter((column) => column !== 'successor_id').map(
    (column) => [column, sourcesWords.asField(spellField(column))] as const,
  ),
  ...catalogWords.KINDS.map(
    ([kind, label]) => [`attribute:${kind}`, sourcesWords.asAttribute(label)] as const,
  ),
]

interface SourceMappingProps {
  list: OpenList
  /** @param target null leaves the column out */
  onMap: (column: string, target: string | null) => void
  onEvery: (every: string) => void
  children: React.ReactNode
}

/** What each column of a list becomes, which can be changed, and what the site gets. */
export function SourceMapping({ list, onMap, onEvery, children }: SourceMappingProps) {
  const { request, answer, every } = list
  const { mapping, examples, proposal } = answer
  return (
    <Section
      id="mapping"
      title={sourcesWords.mappingTitle(sourcesWords.nameSource(request.address))}
    >
      <p aria-live="polite">{sourcesWords.found(proposal)}</p>
      <ul className="grid divide-y divide-line border-y border-line">
        {Object.entries(mapping).map(([column, target]) => (
          <li
            key={column}
            className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_15rem]"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{column}</p>
              <p className="text-sm text-soft">{examples[column]?.join(' · ')}</p>
            </div>
            <Select
              aria-label={sourcesWords.becomes(column)}
              options={TARGETS}
              value={target ?? ''}
              onChange={({ target: { value } }) => onMap(column, value === '' ? null : value)}
            />
          </li>
        ))}
      </ul>
      {request.file ? null : (
        <div className="max-w-60">
          <SelectField
            label={sourcesWords.every}
            options={sourcesWords.EVERY}
            value={every}
            onChange={(event) => onEvery(event.target.value)}
          />
        </div>
      )}
      {children}
    </Section>
  )
}
