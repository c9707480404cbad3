import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { readDraft } from '../data/draft.ts'
import { useDraft } from '../data/use-draft.ts'
import * as dataWords from '../data/words.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { Rich } from '../ui/rich-text.tsx'
import { toastError } from '../ui/toast.ts'
import * as uiWords from '../ui/words.ts'
import { PointsField } from './points-field.tsx'
import { RatingField } from './rating-field.tsx'
import {
  CONTENT_MAX,
  EMPTY_REVIEW,
  lengthOf,
  type ReviewInput,
  reviewSchema,
} from './review-schema.ts'
import { type OwnReview, submitReview } from './submit-review.ts'
import * as writingWords from './words/writing.ts'

interface ReviewFormProps {
  toolId: string
  userId: string
  own: OwnReview | null
  onSent: () => void
  /** There turned out to be a review already. */
  onExists: () => void
}

export function ReviewForm({ toolId, userId, own, onSent, onExists }: ReviewFormProps) {
  const [isSignedOut, setSignedOut] = useState(false)
  const isSending = useRef(false)
  const draft = `review.${toolId}`
  const { id: _id, ...before } = own ?? { id: '', ...EMPTY_REVIEW }
  const form = useForm<ReviewInput>({
    resolver: zodResolver(reviewSchema),
    defaultValues: readDraft(draft, userId, before) ?? before,
  })
  const { control, register, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState

  const dropDraft = useDraft(form, draft, userId)

  const send = handleSubmit(async (review) => {
    // A double click is one wish, also when its second half is checked after the first was sent.
    if (isSending.current) return
    isSending.current = true
    let isSent = false
    try {
      const outcome = await submitReview(toolId, review, own)
      isSent = outcome.kind === 'sent'
      setSignedOut(outcome.kind === 'signed-out')
      if (outcome.kind === 'signed-out')
        await toastError(
          uiWords.error,
          own ? writingWords.outcomeSignedOutToUpdate : writingWords.outcomeSignedOutToSubmit,
        )
      if (outcome.kind === 'sent') {
        dropDraft()
        onSent()
      } else if (outcome.kind === 'exists') onExists()
      else if (outcome.kind === 'offline') {
        await toastError(uiWords.error, dataWords.failureAwayAndKept)
      } else if (outcome.kind === 'failed') {
        await toastError(uiWords.error, outcome.message || writingWords.outcomeFailed)
      }
    } finally {
      isSending.current = isSent
    }
  })

  return (
    <FormPanel onSubmit={send}>
      {isSignedOut ? (
        <p role="alert" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
          <Rich
            text={writingWords.outcomeSignedOut}
            parts={{
              link: (words) => (
                <Link
                  className="underline"
                  to={`/auth?next=${encodeURIComponent(`/write-review/${toolId}`)}`}
                >
                  {words}
                </Link>
              ),
            }}
          />
        </p>
      ) : null}
      <Controller
        control={control}
        name="rating"
        render={({ field }) => <RatingField value={field.value} onChange={field.onChange} />}
      />
      <Field label={writingWords.formTitle} error={errors.title?.message}>
        {(props) => (
          <Input
            {...props}
            {...register('title')}
            placeholder={writingWords.formTitlePlaceholder}
          />
        )}
      </Field>
      <Field
        label={writingWords.formContent}
        error={errors.content?.message}
        hint={
          <span className="tabular-nums">
            {uiWords.used(lengthOf(watch('content')), CONTENT_MAX)}
          </span>
        }
      >
        {(props) => (
          <TextArea
            {...props}
            {...register('content')}
            rows={7}
            placeholder={writingWords.formContentPlaceholder}
          />
        )}
      </Field>
      <div className="grid gap-5 md:grid-cols-2">
        <Controller
          control={control}
          name="pros"
          render={({ field }) => (
            <PointsField kind="pro" points={field.value} onChange={field.onChange} />
          )}
        />
        <Controller
          control={control}
          name="cons"
          render={({ field }) => (
            <PointsField kind="con" points={field.value} onChange={field.onChange} />
          )}
        />
      </div>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting
            ? uiWords.submitting
            : own
              ? writingWords.formUpdate
              : writingWords.formSubmit}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
