import { Controller } from 'react-hook-form'
import type { OwnDecision as Own, RemovedContent } from '../../data/rpc-results.ts'
import * as writeWords from '../../reviews/words/write.ts'
import { PointsField } from '../../reviews/write/review-fields.tsx'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { useSession } from '../../session/session.ts'
import { LoadFailure } from '../../ui/feedback/loading.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { InputField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshOwnCases, toContentTitle, useOwnCases } from '../own/own-cases.ts'
import * as caseWords from '../words/cases.ts'
import * as publicWords from '../words/public.ts'
import type { Decision } from './read-decisions.ts'

/** Of the affected member (spec 3 §1.2). */
const APPEALABLE = new Set(['remove', 'remove_all_content', 'warn', 'suspend', 'hold'])

/** What only the affected member and reporters see of a decision: the content and the appeal. */
export default function OwnDecision({ decision }: { decision: Decision }) {
  const { user } = useSession()
  return user ? <Case decision={decision} userId={user.id} /> : null
}

function Case({ decision, userId }: { decision: Decision; userId: string }) {
  const cases = useOwnCases(userId)
  if (cases.isError) {
    return (
      <div className="panel p-6">
        <LoadFailure onRetry={() => void cases.refetch()} />
      </div>
    )
  }
  if (!cases.data) return null
  const own = cases.data.decisions.find(({ number }) => number === decision.number)
  const appeal = cases.data.appeals.find((sent) => sent.decision === decision.number)
  const reported = cases.data.reports.find((report) => report.decision === decision.number)
  const canAppeal = own ? APPEALABLE.has(own.action) : decision.action === 'keep'
  const appealUntil = (own ?? reported)?.appeal_until
  return (
    <>
      {own ? <Statement own={own} /> : null}
      <Section id="appeal" title={publicWords.appeal}>
        {appeal ? (
          <>
            <p role="status">{publicWords.OUTCOMES[appeal.status]}</p>
            {appeal.explanation ? (
              <p className="whitespace-pre-line wrap-anywhere">{appeal.explanation}</p>
            ) : null}
          </>
        ) : !canAppeal || !appealUntil ? (
          <p className="text-soft">{publicWords.appealNotYours}</p>
        ) : new Date(appealUntil) < new Date() ? (
          <p className="text-soft">{publicWords.appealOver}</p>
        ) : (
          <>
            <p className="mb-3 text-soft">
              <Rich text={publicWords.appealUntil} parts={{ day: formatDay(appealUntil) }} />
            </p>
            <AppealForm
              decision={decision.number}
              userId={userId}
              review={own?.subject_type === 'review' ? own.content : null}
            />
          </>
        )}
      </Section>
    </>
  )
}

const STATEMENT_LISTS = [
  { column: 'pros', label: caseWords.COLUMN_LABELS.pros },
  { column: 'cons', label: caseWords.COLUMN_LABELS.cons },
] as const

/** The removed content itself, which the public log does not have. */
function Statement({ own }: { own: Own }) {
  const text = publicWords.statementText[own.action]
  const { content } = own
  const title = toContentTitle(content)
  if (own.subject_type === 'profile') {
    return (
      <Section id="statement" title={publicWords.accountTitle}>
        <p>{publicWords.accountText}</p>
      </Section>
    )
  }
  if (!content || !text) return null
  return (
    <Section id="statement" title={publicWords.statementTitle}>
      <p className="text-soft">{text}</p>
      <blockquote className="grid gap-2 rounded-control bg-sunken p-4">
        {title ? <p className="font-semibold wrap-anywhere">{title}</p> : null}
        <p className="whitespace-pre-line wrap-anywhere">
          {content.content ?? content.description}
        </p>
        {STATEMENT_LISTS.map(({ column, label }) => {
          const entries = content[column]
          return entries?.length ? (
            <div key={column}>
              <p className="font-medium">{label}</p>
              <ul className="list-disc pl-6">
                {entries.map((entry) => (
                  <li key={entry} className="wrap-anywhere">
                    {entry}
                  </li>
                ))}
              </ul>
            </div>
          ) : null
        })}
      </blockquote>
    </Section>
  )
}

interface AppealFormProps {
  decision: number
  userId: string
  /** A removed review, whose text can be corrected. */
  review: RemovedContent | null
}

function AppealForm({ decision, userId, review }: AppealFormProps) {
  const { form, panel } = useCommandForm<AppealInput, void>({
    empty: {
      statement: '',
      title: review?.title ?? '',
      content: review?.content ?? '',
      pros: review?.pros ?? [],
      cons: review?.cons ?? [],
    },
    draft: `appeal.${decision}`,
    userId,
    send: async (input) => {
      const revised = review ? findRevisedFields(review, input) : null
      await callFunction('submit_appeal', {
        decision,
        statement: input.statement,
        ...(revised ? { revised_content: revised } : {}),
      })
    },
    onSent: async () => {
      void toastSuccess(publicWords.submitted, publicWords.submittedMore)
      // The page then shows the appeal in place of the form.
      await refreshOwnCases(userId)
    },
  })
  const field = fieldsOf(form)
  const { control } = form
  return (
    <FormPanel {...panel} className="grid gap-4">
      <TextAreaField
        label={publicWords.statement}
        {...field('statement')}
        hint={publicWords.statementHint}
        rows={6}
      />
      {review ? (
        <fieldset className="grid gap-4 border-t border-line pt-4">
          <legend className="px-1 text-sm font-medium">{publicWords.revisedTitle}</legend>
          <p className="text-sm text-soft">{publicWords.revisedHint}</p>
          <InputField label={writeWords.formTitle} {...field('title')} />
          <TextAreaField label={writeWords.formContent} {...field('content')} rows={7} />
          <div className="grid gap-4 md:grid-cols-2">
            {(['pro', 'con'] as const).map((kind) => (
              <Controller
                key={kind}
                control={control}
                name={`${kind}s`}
                render={({ field }) => (
                  <PointsField kind={kind} points={field.value} onChange={field.onChange} />
                )}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <div>
        <SubmitButton sending={uiWords.sending}>{publicWords.submit}</SubmitButton>
      </div>
    </FormPanel>
  )
}

interface AppealInput {
  statement: string
  title: string
  content: string
  pros: string[]
  cons: string[]
}

type RevisedFields = Partial<Omit<AppealInput, 'statement'>>

/** @returns the fields that the author changed; null if there is none */
export function findRevisedFields(
  review: RemovedContent,
  { statement: _statement, ...revised }: AppealInput,
): RevisedFields | null {
  const changed = Object.entries(revised).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(review[name as keyof RemovedContent]),
  )
  return changed.length > 0 ? Object.fromEntries(changed) : null
}
