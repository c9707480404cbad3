import { Controller } from 'react-hook-form'
import type { CommandError } from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { InputField, TextAreaField, UsedCharacters } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import * as writeWords from '../words/write.ts'
import { ContextFields } from './context-fields.tsx'
import { PointsField, RatingField } from './review-fields.tsx'
import { CONTENT_MAX, EMPTY_REVIEW, type ReviewInput, reviewSchema } from './review-schema.ts'
import { type OwnReview, submitReview, type Uses } from './submit-review.ts'

interface ReviewFormProps {
  toolId: string
  userId: string
  /** What the tool can be used for. */
  uses: Uses
  /** The member's earlier review, which the form then edits. */
  ownReview: OwnReview | null
  /** The code of the maker's invitation that led here. */
  invitation: string | null
  /** Navigates to another page. */
  onSent: (reviewId: string) => Promise<void>
  /** The member has reviewed the tool already. */
  onExists: () => void
}

export function ReviewForm({
  toolId,
  userId,
  uses,
  ownReview,
  invitation,
  onSent,
  onExists,
}: ReviewFormProps) {
  const { id: _id, uses: chosenUses, ...saved } = ownReview ?? { id: '', uses: [], ...EMPTY_REVIEW }
  const offered = [...new Map([...uses, ...chosenUses].map((use) => [use.slug, use])).values()]
  // A draft may have one that the tool has lost since.
  const withOfferedUses = (review: ReviewInput) => ({
    ...review,
    used_for: review.used_for.filter((chosen) => offered.some(({ slug }) => slug === chosen)),
  })
  const { form, panel } = useCommandForm({
    schema: reviewSchema,
    empty: saved,
    draft: `review.${toolId}`,
    userId,
    send: (review) => submitReview(toolId, withOfferedUses(review), ownReview, invitation),
    signedOut: ownReview
      ? writeWords.outcomeSignedOutToUpdate
      : writeWords.outcomeSignedOutToSubmit,
    // The form ignores further clicks until the navigation has ended.
    onSent: ({ result: reviewId }) => onSent(reviewId),
    onFailure: (failure) =>
      failure.reason === 'conflict'
        ? onExists()
        : toastError(uiWords.error, describeSubmissionFailure(failure)),
  })
  const field = fieldsOf(form)
  const { control, watch } = form
  return (
    <FormPanel {...panel}>
      {invitation && !ownReview ? (
        <p className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          {writeWords.formInvited}
        </p>
      ) : null}
      <p className="text-sm text-soft">{writeWords.formRequired}</p>
      <Controller
        control={control}
        name="rating"
        render={({ field: { value, onChange } }) => (
          <RatingField
            value={value}
            isChosen={ownReview !== null || value !== EMPTY_REVIEW.rating}
            onChange={onChange}
          />
        )}
      />
      <InputField
        label={writeWords.formTitle}
        {...field('title')}
        placeholder={writeWords.formTitlePlaceholder}
      />
      <TextAreaField
        label={writeWords.formContent}
        {...field('content')}
        hint={<UsedCharacters text={watch('content')} max={CONTENT_MAX} />}
        rows={7}
        placeholder={writeWords.formContentPlaceholder}
      />
      <div className="grid gap-4 md:grid-cols-2">
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
      <ContextFields form={form} uses={offered} />
      <div>
        <SubmitButton sending={uiWords.submitting}>
          {ownReview ? writeWords.formUpdate : writeWords.formSubmit}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}

function describeSubmissionFailure({ reason, publicMessage }: CommandError): string {
  if (reason === 'offline') return dataWords.failureOfflineWithDraft
  return publicMessage ?? writeWords.outcomeFailed
}
