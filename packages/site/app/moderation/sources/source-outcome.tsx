import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/panels.tsx'
import * as sourcesWords from '../words/sources.ts'
import * as staffWords from '../words/staff.ts'
import type { ReportLine } from './proposal.ts'
import type { OpenList } from './use-source.ts'
import { spellField, type WrittenList } from './write-proposal.ts'

interface SourceOutcomeProps {
  step: 'checked' | 'saved'
  list: OpenList
  written: WrittenList
  onSave: () => void
}

/** What a list would change, or has changed: the rows that change, the tools that left it, what was not understood. */
export function SourceOutcome({ step, list, written, onSave }: SourceOutcomeProps) {
  const { counts, rows, gone } = written
  const changed = rows.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
  const report = [...list.answer.proposal.report, ...written.report]
  return (
    <>
      <section aria-live="polite" className="panel grid gap-4 p-6">
        <p className="text-lg font-semibold">
          {sourcesWords.counted(counts, gone.length, step === 'checked')}
        </p>
        {step === 'saved' ? (
          <p className="text-soft">{staffWords.done}</p>
        ) : (
          <div>
            <Button onClick={onSave}>{sourcesWords.write(changed.length)}</Button>
          </div>
        )}
      </section>
      <Rows
        id="changes"
        title={sourcesWords.changesTitle}
        rows={changed.map(({ place, name, outcome, changed: fields }) => ({
          place,
          text: name,
          mark: staffWords.OUTCOMES[outcome],
          detail: fields.map(spellField).join(', '),
        }))}
      />
      <Rows
        id="gone"
        title={sourcesWords.goneTitle}
        rows={gone.map(({ name, since }) => ({
          place: '',
          text: name,
          detail: sourcesWords.notIn(list.request.address, since),
        }))}
      />
      <Rows id="report" title={sourcesWords.reportTitle} rows={report.map(toRow)} />
    </>
  )
}

const toRow = ({ place, text, reason }: ReportLine): Row => ({ place, text, detail: reason })

interface Row {
  place: string
  text: string
  mark?: string
  detail: string
}

const SHOWN_ROWS = 50

interface RowsProps {
  id: string
  title: string
  rows: readonly Row[]
}

function Rows({ id, title, rows }: RowsProps) {
  const [shown, setShown] = useState(SHOWN_ROWS)
  if (rows.length === 0) return null
  const rest = rows.length - shown
  return (
    <Section id={id} title={sourcesWords.titled(title, rows.length)} className="grid gap-3">
      <ul className="panel divide-y divide-line text-sm">
        {rows.slice(0, shown).map(({ place, text, mark, detail }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not change, and two may be equal.
            key={at}
            className="grid items-baseline gap-x-4 gap-y-1 px-4 py-2 wrap-anywhere sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,2fr)]"
          >
            <span className="text-soft tabular-nums">{place}</span>
            <span>{text}</span>
            <span>
              {mark ? <Badge look="plain">{mark}</Badge> : null} {detail}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <div>
          <Button look="secondary" onClick={() => setShown(shown + SHOWN_ROWS)}>
            {staffWords.more(Math.min(rest, SHOWN_ROWS))}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
