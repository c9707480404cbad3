import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Outcome } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/field.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { SuggestionNote } from '../capabilities/suggestion-count.tsx'
import { ImportProgress } from '../staff/import-progress.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/import'
import { listSharedProblems, needsRename, summarize } from './file/run-import.ts'
import { type ImportedFile, type ImportState, useImport } from './use-import.ts'

const COLUMNS =
  'name, slug, description, category, website_url, logo_url, aliases, capabilities, pricing_model, price_from, price_currency, price_period, price_checked_on, price_source_url, platforms, license, repository_url, latest_version, latest_version_on, discontinued_on, successor_id'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.title,
    description: staffWords.description,
    noIndex: true,
  })

/** Adds and changes tools from a file (spec 4 §2). */
export default function ImportScreen() {
  return (
    <StaffPage title={staffWords.title} intro={staffWords.intro}>
      <Import />
    </StaffPage>
  )
}

function Import() {
  const { state, choose, save, isRenaming, allowRenames } = useImport()
  const isBusy = state.step === 'checking' || state.step === 'saving'
  return (
    <>
      <Section id="file" title={staffWords.file}>
        <p className="text-sm">{staffWords.columnsText}</p>
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-link">{staffWords.columns}</summary>
          <p className="mt-2 font-mono wrap-anywhere">{COLUMNS}</p>
        </details>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FileButton
            label={staffWords.choose}
            accept=".csv,.tsv,.json,text/csv,application/json"
            isDisabled={isBusy}
            onChoose={(file) => void choose(file)}
          />
          <span className="text-sm text-soft wrap-anywhere">
            {state.step === 'empty' ? '' : state.file.name}
          </span>
        </div>
        {isBusy ? <ImportProgress {...state} /> : null}
        <FormError message={'failure' in state ? state.failure : undefined} />
        {state.step === 'empty' && state.unread ? (
          <ReadAsWindows file={state.unread} onChoose={choose} />
        ) : null}
      </Section>
      {state.step === 'checked' || state.step === 'saved' ? (
        <ImportOutcome
          state={state}
          onSave={() => void save()}
          isRenaming={isRenaming}
          onRename={(isAllowed) => void allowRenames(isAllowed)}
        />
      ) : null}
    </>
  )
}

interface ReadAsWindowsProps {
  file: File
  onChoose: (file: File, encoding: string) => Promise<void>
}

/** Older spreadsheet programs save text in this encoding. */
const ReadAsWindows = ({ file, onChoose }: ReadAsWindowsProps) => (
  <div>
    <Button look="secondary" onClick={() => void onChoose(file, 'windows-1252')}>
      {staffWords.readAsWindows}
    </Button>
  </div>
)

interface OutcomeProps {
  state: Extract<ImportState, { step: 'checked' | 'saved' }>
  onSave: () => void
  isRenaming: boolean
  onRename: (isAllowed: boolean) => void
}

function ImportOutcome({ state, onSave, isRenaming, onRename }: OutcomeProps) {
  const { file, step } = state
  const summary = summarize(file.results)
  const changes = summary.created + summary.updated
  const hasFailed = step === 'checked' && state.failure !== undefined
  const shared = [...listSharedProblems(file.results)]
  return (
    <>
      <section aria-live="polite" className="panel grid gap-4 p-6">
        <p className="text-lg font-semibold">
          {step === 'saved' ? staffWords.written(summary) : staffWords.checked(summary)}
        </p>
        {shared.length > 0 ? (
          <ul className="grid gap-1 text-sm">
            {shared.map(([problem, rows]) => (
              <li key={problem} className="wrap-anywhere">
                {staffWords.sharedProblem(problem, rows, file.results.length)}
              </li>
            ))}
          </ul>
        ) : null}
        {step === 'checked' && (isRenaming || file.results.some(needsRename)) ? (
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={isRenaming}
              onChange={(event) => onRename(event.target.checked)}
            />
            {staffWords.rename}
          </label>
        ) : null}
        {step === 'saved' ? (
          <p className="text-soft">{staffWords.done}</p>
        ) : summary.invalid > 0 ? (
          <p className="text-soft">{staffWords.fix}</p>
        ) : changes === 0 ? (
          <p className="text-soft">{staffWords.nothing}</p>
        ) : (
          <div>
            <Button onClick={onSave}>
              {hasFailed ? uiWords.tryAgain : staffWords.send(changes)}
            </Button>
          </div>
        )}
      </section>
      {step === 'saved' ? <SuggestionNote /> : null}
      <ImportResults key={step} file={file} />
    </>
  )
}

const SHOWN_ROWS = 100

/** What needs attention comes first. */
const ORDER = Object.keys(staffWords.OUTCOMES) as Outcome[]
const LOOKS: Partial<Record<Outcome, 'strong' | 'good'>> = { invalid: 'strong', created: 'good' }

/** The result of each row. */
function ImportResults({ file }: { file: ImportedFile }) {
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
    <Section id="rows" title={staffWords.resultsTitle} className="grid gap-3">
      <ul className="panel divide-y divide-line text-sm">
        {results.slice(0, shown).map(({ row, outcome, tool, message }) => {
          const name = String(file.rows[row - 1]?.name ?? '')
          return (
            <li
              key={row}
              className="grid items-baseline gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[5rem_6rem_minmax(0,1fr)_minmax(0,2fr)]"
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
    </Section>
  )
}
