import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { Case, CaseNote, CaseReport } from '../../data/rpc-results.ts'
import { PersonLink } from '../../people/person-link.tsx'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { isAreaOn } from '../../shared/areas.ts'
import { type SubjectType, toContentPath } from '../../shared/subjects.ts'
import { usePageKeys } from '../../shortcuts/page-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/day.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases } from '../case.ts'
import * as caseWords from '../words/cases.ts'
import { reasonLabel, toCasePath, toDecisionPath } from '../words/reasons.ts'

const LINK = 'leading-6 text-link underline'

/** Who wrote it and where it is on the site. */
export function CaseFacts({ type, id, found }: { type: SubjectType; id: string; found: Case }) {
  const { content } = found
  if (!content) return null
  const { author, tool } = content
  const page = findContentPath(type, id, found)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm wrap-anywhere text-soft">
      {author && type !== 'profile' ? (
        <span>
          {`${caseWords.by} `}
          <PersonLink username={author.username} className={LINK}>
            {author.username}
          </PersonLink>
          {' · '}
          <Link to={toCasePath('profile', author.user_id)} className={LINK}>
            {caseWords.authorCase}
          </Link>
        </span>
      ) : null}
      {author?.is_suspended ? <Badge look="strong">{caseWords.suspended}</Badge> : null}
      {author?.is_exempt ? <Badge>{caseWords.exempt}</Badge> : null}
      {author?.is_staff ? <Badge>{caseWords.staff}</Badge> : null}
      {tool && type !== 'tool' ? (
        <span>
          {caseWords.about}{' '}
          {tool.slug ? (
            <Link to={`/tool/${tool.slug}`} className={LINK}>
              {tool.name}
            </Link>
          ) : (
            tool.name
          )}
        </span>
      ) : null}
      {page ? (
        <Link to={page} className={LINK}>
          {caseWords.onSite}
        </Link>
      ) : null}
    </p>
  )
}

/** @returns undefined while visitors do not see the content */
function findContentPath(type: SubjectType, id: string, { content }: Case): string | undefined {
  const path = toContentPath(type, id) ?? undefined
  if (type === 'company') return path
  if (type === 'profile')
    return content?.author && isAreaOn('profiles') ? `/user/${content.author.username}` : undefined
  if (!content || content.is_removed) return undefined
  return type === 'tool' ? `/tool/${content.tool?.slug ?? ''}` : path
}

/** The newest first. */
export function CaseReports({ reports }: { reports: readonly CaseReport[] }) {
  return (
    <Section id="reports-title" title={caseWords.reportsTitle} className="grid gap-3">
      {reports.length === 0 ? <p className="text-soft">{caseWords.reportsNone}</p> : null}
      {reports.map((report) => (
        <article key={report.number} className="panel grid gap-2 p-4">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-semibold">{reasonLabel(report.reason)}</h3>
            <Badge look={report.status === 'open' ? 'strong' : 'plain'}>
              {caseWords.REPORT_STATES[report.status]}
            </Badge>
            <span className="text-sm wrap-anywhere text-soft">
              {caseWords.reportFacts(report.number, report.reporter ?? caseWords.reporterUnknown)}
              {' · '}
              <time dateTime={report.created_at}>{formatTime(report.created_at)}</time>
            </span>
            {report.maker ? <Badge isFree>{caseWords.reportOfMaker(report.maker)}</Badge> : null}
          </header>
          {report.details ? (
            <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>
          ) : (
            <p className="text-sm text-soft">{caseWords.reportNoDetails}</p>
          )}
          {report.good_faith ? (
            <p className="text-sm text-soft">{caseWords.reportGoodFaith}</p>
          ) : null}
          {report.decision === null ? null : (
            <p className="text-sm">
              <Link
                to={toDecisionPath(report.decision)}
                className="text-link hover:underline leading-6"
              >
                {caseWords.decisionNumber(report.decision)}
              </Link>
            </p>
          )}
        </article>
      ))}
    </Section>
  )
}

interface CaseNotesProps {
  type: SubjectType
  id: string
  notes: readonly CaseNote[]
  userId: string
}

const NOTE_MAX = 2000
const EMPTY = { note: '' }

const noteSchema = z.object({
  note: z.string().refine((text) => {
    const length = [...text.trim()].length
    return length >= 1 && length <= NOTE_MAX
  }, caseWords.noteWrong),
})

/** What moderators write to each other, the oldest first. */
export function CaseNotes({ type, id, notes, userId }: CaseNotesProps) {
  const { form, panel } = useCommandForm({
    schema: noteSchema,
    empty: EMPTY,
    draft: `note.${type}.${id}`,
    userId,
    send: async ({ note }) => {
      const written = { subject_type: type, subject_id: id, note: note.trim() }
      await callFunction('add_moderator_note', written)
      await refreshCases()
    },
    onSent: (sent) => sent.form.reset(EMPTY),
  })
  const field = fieldsOf(form)
  const { setFocus } = form
  usePageKeys(
    useMemo(
      () => [{ key: 'n', label: caseWords.noteKey, run: () => setFocus('note') }],
      [setFocus],
    ),
  )
  return (
    <Section id="notes-title" title={caseWords.notesTitle}>
      {notes.length > 0 ? (
        <ul className="grid gap-3">
          {notes.map(({ id: number, note, author, created_at }) => (
            <li key={number} className="grid gap-0.5 border-b border-line pb-3 last:border-0">
              <p className="whitespace-pre-line wrap-anywhere">{note}</p>
              <p className="text-sm text-soft">
                {`${author ?? caseWords.noteUnknown} · `}
                <time dateTime={created_at}>{formatTime(created_at)}</time>
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      <FormPanel {...panel} className="grid gap-3">
        <TextAreaField
          label={caseWords.note}
          {...field('note')}
          hint={caseWords.noteHint}
          rows={3}
        />
        <div>
          <SubmitButton look="secondary" sending={uiWords.sending}>
            {caseWords.noteAdd}
          </SubmitButton>
        </div>
      </FormPanel>
    </Section>
  )
}
