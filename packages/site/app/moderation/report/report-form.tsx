import { useEffect, useState } from 'react'
import type { Receipt } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { readDraft, removeDraft, saveDraft } from '../../session/forms/draft.ts'
import { useSession } from '../../session/session.ts'
import { readText } from '../../shared/parameters.ts'
import { Button } from '../../ui/button.tsx'
import { Rich } from '../../ui/format/rich-text.tsx'
import { InputField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { CHOICE } from '../../ui/forms/radio-card.tsx'
import { linkTo } from '../../ui/links.tsx'
import * as uiWords from '../../ui/words.ts'
import * as publicWords from '../words/public.ts'
import { REASONS, type Reason } from '../words/reasons.ts'

/** The other reasons are those of staff and of rules. */
const REPORT_REASONS = (Object.keys(REASONS) as Reason[]).filter(
  (reason) => reason !== 'court_order' && reason !== 'premoderation',
)

/** The fields of the form, which has the names of the function's parameters. */
interface ReportInput {
  subject_type: string
  subject_id: string
  reason: string
  details: string
  good_faith: boolean
  reporter_name: string
  reporter_email: string
}

/** @param address has the subject in `type` and `id` if the form does not have it */
export function readReportInput(form: FormData, address = new URLSearchParams()): ReportInput {
  const read = (name: string) => {
    const value = form.get(name)
    // PostgreSQL's type text cannot contain U+0000.
    return typeof value === 'string' ? value.replaceAll('\0', '') : ''
  }
  return {
    subject_type: read('subject_type') || readText(address, 'type', 40),
    subject_id: read('subject_id') || readText(address, 'id', 40),
    reason: read('reason'),
    details: read('details'),
    good_faith: form.has('good_faith'),
    reporter_name: read('reporter_name'),
    reporter_email: read('reporter_email'),
  }
}

export const toStatusPath = ({ number, key }: Receipt) => `/report/${number}?key=${key}`

interface ReportFormProps {
  /** The subject, and what was typed before an error. */
  values: Pick<ReportInput, 'subject_type' | 'subject_id'> & Partial<ReportInput>
  /** Why the server refused what the browser sent without script. */
  failure?: string | undefined
  onSent: (receipt: Receipt) => void
}

/** Without script the browser sends the form to the page's action. */
export function ReportForm({ values, failure, onSent }: ReportFormProps) {
  const { user } = useSession()
  const [isSending, setSending] = useState(false)
  const [isRetried, setRetried] = useState(false)
  const draftName = `report ${values.subject_id}`
  const [draft, setDraft] = useState<string>()
  // After hydration, because the page is the same for everybody. What a member typed stays when the session ends.
  useEffect(
    () => setDraft((shown) => readDraft(draftName, user?.id, { details: '' })?.details ?? shown),
    [draftName, user?.id],
  )
  const send = async (event: React.FormEvent) => {
    const input = readReportInput(new FormData(event.currentTarget as HTMLFormElement))
    setRetried(true)
    setSending(true)
    try {
      onSent(await callFunction('submit_report', input))
      removeDraft(draftName, user?.id)
    } finally {
      setSending(false)
    }
  }
  return (
    <FormPanel onSubmit={send}>
      {failure && !isRetried ? (
        <p role="alert" className="rounded-control border border-bad px-4 py-3 text-bad">
          {failure}
        </p>
      ) : null}
      <input type="hidden" name="subject_type" value={values.subject_type} />
      <input type="hidden" name="subject_id" value={values.subject_id} />
      <p className="text-sm text-soft">
        <Rich text={publicWords.reportIntro} parts={{ link: linkTo('/guidelines') }} />
      </p>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{publicWords.reportReason}</legend>
        {REPORT_REASONS.map((reason) => (
          <label
            key={reason}
            className={`flex min-h-10 items-center gap-2 border-edge px-3 py-2 ${CHOICE}`}
          >
            <input
              type="radio"
              name="reason"
              value={reason}
              defaultChecked={reason === values.reason}
              required
              className="accent-ink"
            />
            {REASONS[reason]}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={publicWords.details}
        hint={publicWords.detailsHint}
        name="details"
        rows={6}
        key={draft}
        defaultValue={draft ?? values.details}
        onInput={({ currentTarget: { value: details } }) =>
          saveDraft(draftName, user?.id, { details })
        }
      />
      {user ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-1 text-sm font-medium">{publicWords.reply}</legend>
          <p className="text-sm text-soft">{publicWords.replyHint}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField
              label={publicWords.name}
              name="reporter_name"
              autoComplete="name"
              defaultValue={values.reporter_name}
            />
            <InputField
              label={publicWords.email}
              name="reporter_email"
              type="email"
              autoComplete="email"
              defaultValue={values.reporter_email}
            />
          </div>
        </fieldset>
      )}
      <label className="flex cursor-pointer items-start gap-2">
        <input
          type="checkbox"
          name="good_faith"
          defaultChecked={values.good_faith}
          className="mt-1 size-4 shrink-0 accent-ink"
        />
        <span>
          {publicWords.goodFaith}{' '}
          <span className="text-sm text-soft">{publicWords.goodFaithHint}</span>
        </span>
      </label>
      <div>
        <Button type="submit" disabled={isSending}>
          {isSending ? uiWords.sending : publicWords.send}
        </Button>
      </div>
    </FormPanel>
  )
}
