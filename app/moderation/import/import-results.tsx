import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Outcome } from './file/run-import.ts'
import type { ImportedFile } from './use-import.ts'
import * as importWords from './words.ts'

const SHOWN_ROWS = 100

/** What needs attention comes first. */
const ORDER = Object.keys(importWords.OUTCOMES) as Outcome[]
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
        {importWords.resultsTitle}
      </h2>
      <div className="panel overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              <th className="p-3 font-medium">{importWords.row}</th>
              <th className="p-3 font-medium">{importWords.result}</th>
              <th className="p-3 font-medium">{importWords.tool}</th>
              <th className="p-3 font-medium">{importWords.message}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {results.slice(0, shown).map(({ row, outcome, tool, message }) => {
              const name = String(file.rows[row - 1]?.name ?? '')
              return (
                <tr key={row} className="align-top">
                  <td className="p-3 tabular-nums">{row}</td>
                  <td className="p-3">
                    <Badge look={LOOKS[outcome] ?? 'plain'}>{importWords.OUTCOMES[outcome]}</Badge>
                  </td>
                  <td className="min-w-32 p-3 wrap-anywhere">
                    {tool && name !== '' ? (
                      <Link to={`/tool/${tool}`} className="text-link hover:underline">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </td>
                  <td className="min-w-48 p-3 wrap-anywhere">{message}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {rest > 0 ? (
        <div>
          <Button look="secondary" onClick={() => setShown(shown + SHOWN_ROWS)}>
            {importWords.more(Math.min(rest, SHOWN_ROWS))}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
