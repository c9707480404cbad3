import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Outcome } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as staffWords from '../words/staff.ts'
import type { ImportedFile } from './use-import.ts'

const SHOWN_ROWS = 100

/** What needs attention comes first. */
const ORDER = Object.keys(staffWords.OUTCOMES) as Outcome[]
const LOOKS: Partial<Record<Outcome, 'marked' | 'good'>> = { invalid: 'marked', created: 'good' }

/** The result of each row. */
export function ImportResults({ file }: { file: ImportedFile }) {
  const [shown, setShown] = useState(SHOWN_ROWS)
  const results = useMemo(
    () =>
      file.results.toSorted(
        (one, other) =>
          ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome) || one.row - other.row,
      ),
    [file],
  )
  const rest = results.length - shown
  return (
    <section aria-labelledby="rows" className="grid gap-3">
      <h2 id="rows" className="display text-2xl">
        {staffWords.resultsTitle}
      </h2>
      <ul className="panel divide-y divide-line text-sm">
        {results.slice(0, shown).map(({ row, outcome, tool, message }) => {
          const name = String(file.rows[row - 1]?.name ?? '')
          return (
            <li
              key={row}
              className="grid items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[5rem_6rem_minmax(0,1fr)_minmax(0,2fr)]"
            >
              <span className="tabular-nums">{staffWords.row(row)}</span>
              <span>
                <Badge look={LOOKS[outcome] ?? 'plain'}>{staffWords.OUTCOMES[outcome]}</Badge>
              </span>
              <span className="min-w-0 wrap-anywhere">
                {tool && name !== '' ? (
                  <Link to={`/tool/${tool}`} className="leading-6 text-link hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </span>
              <span className="min-w-0 wrap-anywhere">{message}</span>
            </li>
          )
        })}
      </ul>
      {rest > 0 ? (
        <div>
          <Button look="secondary" onClick={() => setShown(shown + SHOWN_ROWS)}>
            {staffWords.more(Math.min(rest, SHOWN_ROWS))}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
