import { Controller } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import type { RemovedContent } from '../../data/rpc-results.ts'
import * as writeWords from '../../reviews/words/write.ts'
import { PointsField } from '../../reviews/write/points-field.tsx'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshOwnCases } from '../own/own-cases.ts'
import * as publicWords from '../words/public.ts'

interface AppealFormProps {
  decision: number
  userId: string
  /** A removed review, whose text can be corrected. */
  review: RemovedContent | null
}

export function AppealForm({ decision, userId, review }: AppealFormProps) {
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
      const supabase = await getSupabase()
      const revised = review ? findRevisedFields(review, input) : null
      await sendCommand(
        supabase.rpc('submit_appeal', {
          decision,
          statement: input.statement,
          ...(revised ? { revised_content: revised } : {}),
        }),
      )
    },
    onSent: async () => {
      void toastSuccess(publicWords.submitted, publicWords.submittedMore)
      // The page then shows the appeal in place of the form.
      await refreshOwnCases(userId)
    },
  })
  const { control, register, formState } = form
  const { isSubmitting } = formState
  return (
    <FormPanel {...panel} className="grid gap-5">
      <Field label={publicWords.statement} hint={publicWords.statementHint}>
        {(props) => <TextArea {...props} {...register('statement')} rows={6} />}
      </Field>
      {review ? (
        <fieldset className="grid gap-5 rounded-control border border-line p-5">
          <legend className="px-1 text-sm font-medium">{publicWords.revisedTitle}</legend>
          <p className="text-sm text-soft">{publicWords.revisedHint}</p>
          <Field label={writeWords.formTitle}>
            {(props) => <Input {...props} {...register('title')} />}
          </Field>
          <Field label={writeWords.formContent}>
            {(props) => <TextArea {...props} {...register('content')} rows={7} />}
          </Field>
          <div className="grid gap-5 md:grid-cols-2">
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
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.sending : publicWords.submit}
        </SubmitButton>
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
