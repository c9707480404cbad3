import { sendCommand } from '../../data/command.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import * as makerWords from '../words.ts'
import type { MakerCompany } from './maker-sections.tsx'
import type { AnsweredReview } from './reviews-to-answer.tsx'

const REPLY_MAX = 2000
const REPLY_MIN = 10

interface ReplyFormProps {
  review: AnsweredReview
  company: MakerCompany
  onDone: () => Promise<void>
  onCancel: () => void
}

/** Writes, changes or deletes the reply of the company to a review. */
export function ReplyForm({ review, company, onDone, onCancel }: ReplyFormProps) {
  const { id, tool_id, review_replies: reply } = review
  const { form, panel } = useCommandForm<{ content: string }, void>({
    empty: { content: reply?.content ?? '' },
    draft: `reply ${id}`,
    send: async ({ content }) => {
      const replies = (await getSupabase()).from('review_replies')
      const sent = reply
        ? replies.update({ content }).eq('review_id', id)
        : replies.insert({ review_id: id, tool_id, company_id: company.id, content })
      await sendCommand(sent.select('review_id').single())
    },
    onSent: async () => {
      void toastSuccess(makerWords.replySent)
      onCancel()
      await onDone()
    },
  })
  const remove = async () => {
    const replies = (await getSupabase()).from('review_replies')
    await sendCommand(replies.delete().eq('review_id', id))
    void toastSuccess(makerWords.replyDeleted)
    onCancel()
    await onDone()
  }
  const { register, formState } = form
  return (
    <FormPanel {...panel} className="grid gap-4">
      <Field
        label={makerWords.replyLabel(company.name)}
        hint={makerWords.replyHint}
        error={formState.errors.content?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            {...register('content', {
              validate: (text) => text.trim().length >= REPLY_MIN || makerWords.replyTooShort,
            })}
            rows={5}
            maxLength={REPLY_MAX}
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={formState.isSubmitting}>
          {reply ? makerWords.replySave : makerWords.replySend}
        </SubmitButton>
        <Button look="secondary" onClick={onCancel}>
          {uiWords.cancel}
        </Button>
        {reply ? (
          <ConfirmButton
            label={makerWords.replyDelete}
            title={makerWords.replyDeleteTitle}
            text={makerWords.replyDeleteText}
            cancelLabel={makerWords.toolsKeep}
            confirmLabel={makerWords.replyDelete}
            onConfirm={() => toastFailure(remove())}
          />
        ) : null}
      </div>
    </FormPanel>
  )
}
