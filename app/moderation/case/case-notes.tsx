import { useMemo } from 'react'
import { z } from 'zod'
import { sendCommand } from '../../data/command.ts'
import type { CaseNote } from '../../data/rpc-results.ts'
import { usePageKeys } from '../../palette/shortcuts/page-keys.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format/day.ts'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import * as caseWords from '../words/cases.ts'
import type { SubjectType } from '../words/reasons.ts'
import { refreshCases } from './case.ts'

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
      const supabase = await getSupabase()
      const written = { subject_type: type, subject_id: id, note: note.trim() }
      await sendCommand(supabase.rpc('add_moderator_note', written))
      await refreshCases()
    },
    onSent: (sent) => sent.form.reset(EMPTY),
  })
  const { register, setFocus, formState } = form
  usePageKeys(
    useMemo(
      () => [{ key: 'n', label: caseWords.noteKey, run: () => setFocus('note') }],
      [setFocus],
    ),
  )
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="notes-title">
      <h2 id="notes-title" className="display text-2xl">
        {caseWords.notesTitle}
      </h2>
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
        <Field
          label={caseWords.note}
          error={formState.errors.note?.message}
          hint={caseWords.noteHint}
        >
          {(control) => <TextArea {...control} {...register('note')} rows={3} />}
        </Field>
        <div>
          <SubmitButton look="secondary" disabled={formState.isSubmitting}>
            {formState.isSubmitting ? uiWords.sending : caseWords.noteAdd}
          </SubmitButton>
        </div>
      </FormPanel>
    </section>
  )
}
