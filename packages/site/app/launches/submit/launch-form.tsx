import { useNavigate } from 'react-router'
import type { CommandError } from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import { describePost } from '../../session/forms/describe-post.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { today } from '../../ui/format/day.ts'
import { InputField, TextAreaField, UsedCharacters } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import type { DescribedLaunch } from '../launch.ts'
import * as launchWords from '../words.ts'
import { LaunchPictures, LaunchPreview, ToolField } from './launch-fields.tsx'
import {
  changeLaunch,
  createLaunch,
  EMPTY_LAUNCH,
  launchSchema,
  TAGLINE_MAX,
  toLaunchInput,
} from './launch-schema.ts'

interface LaunchFormProps {
  userId: string
  /** Its pictures stay; on its day the tagline, the day and a tool stay as well (spec 7 §2). */
  edited?: DescribedLaunch
}

export function LaunchForm({ userId, edited }: LaunchFormProps) {
  const navigate = useNavigate()
  const { form, panel } = useCommandForm({
    schema: launchSchema,
    ...(edited ? { saved: toLaunchInput(edited) } : { empty: EMPTY_LAUNCH }),
    draft: edited ? `launch-${edited.id}` : 'launch',
    userId,
    send: (input) => (edited ? changeLaunch(edited.id, input) : createLaunch(input)),
    onSent: async ({ result: launchId, input: { launch_date, is_draft } }) => {
      if (is_draft) {
        void toastSuccess(launchWords.outcomeDraft)
        return navigate(`/launch/${launchId}/edit`)
      }
      if (edited && !edited.is_draft) {
        // A launch that is given the tool of a maker waits for a moderator, and has no page meanwhile.
        const held = await describePost('product_launches', launchId)
        void toastSuccess(launchWords.outcomeChanged, held)
        return navigate(held ? '/launches' : `/launch/${launchId}`)
      }
      const isScheduled = launch_date > today()
      const text = isScheduled ? launchWords.outcomeLiveOn(launch_date) : launchWords.outcomeLiveNow
      void toastSuccess(
        launchWords.outcomeCreated,
        await describePost('product_launches', launchId, text),
      )
      const tab = isScheduled ? '?tab=scheduled' : ''
      await navigate(`/launches${tab}`, { state: { launchId } })
    },
    signedOut: launchWords.outcomeSignedOut,
    onFailure: (failure) => toastError(describeCreationFailure(failure)),
    onInvalid: ({ tagline, launch_date }) => {
      const isMissing = [tagline, launch_date].some((error) => error?.type === 'too_small')
      if (isMissing) void toastError(dataWords.failureMissing)
    },
  })
  const field = fieldsOf(form)
  const { watch, setValue, formState } = form
  const [isUploading, runUpload] = useTask()
  const input = watch()
  const { tagline, tool, pictures } = input
  const isLive = edited?.status === 'live' && !edited.is_draft
  const isDraftOrNew = !edited || edited.is_draft
  const back = !edited ? '/launches' : edited.is_draft ? '/submit-launch' : `/launch/${edited.id}`
  const submit = (is_draft: boolean) => () => setValue('is_draft', is_draft)
  return (
    <>
      <FormPanel {...panel}>
        {isLive && edited.tools ? null : (
          <ToolField tool={tool} onChange={(next) => setValue('tool', next)} />
        )}
        {tool.id ? null : (
          <>
            <InputField
              label={launchWords.fieldProductName}
              {...field('product_name')}
              hint={launchWords.fieldProductNameHint}
              readOnly={isLive && edited.product_name !== null}
            />
            <InputField
              label={launchWords.fieldProductUrl}
              {...field('product_url')}
              type="url"
              placeholder={uiWords.webAddress}
            />
          </>
        )}
        <InputField
          label={launchWords.fieldTagline}
          {...field('tagline')}
          hint={<UsedCharacters text={tagline} max={TAGLINE_MAX} />}
          required
          readOnly={isLive}
          placeholder={launchWords.fieldTaglinePlaceholder}
        />
        <TextAreaField label={launchWords.fieldDescription} {...field('description')} rows={5} />
        <InputField
          label={launchWords.fieldDate}
          {...field('launch_date')}
          hint={launchWords.fieldDateHint(today())}
          type="date"
          required
          min={today()}
          readOnly={isLive}
        />
        <InputField
          label={launchWords.fieldImage}
          {...field('featured_image')}
          hint={launchWords.fieldImageHint}
          type="url"
          placeholder={uiWords.webAddress}
        />
        {edited ? null : (
          <LaunchPictures
            userId={userId}
            pictures={pictures}
            onChange={(next) => setValue('pictures', next)}
            isBusy={isUploading}
            run={runUpload}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {/* The pictures cannot be changed later: one that is still uploading would be missing. */}
          <SubmitButton sending={uiWords.submitting} disabled={isUploading} onClick={submit(false)}>
            {isDraftOrNew ? launchWords.submitSubmit : uiWords.saveChanges}
          </SubmitButton>
          {isDraftOrNew ? (
            <Button
              type="submit"
              look="secondary"
              disabled={formState.isSubmitting || isUploading}
              onClick={submit(true)}
            >
              {launchWords.submitDraft}
            </Button>
          ) : null}
          <LinkButton to={back} look="secondary">
            {uiWords.cancel}
          </LinkButton>
        </div>
      </FormPanel>
      <LaunchPreview userId={userId} input={input} />
    </>
  )
}

function describeCreationFailure({ reason, publicMessage }: CommandError): string {
  if (reason === 'offline') return dataWords.failureOfflineWithDraft
  return publicMessage ?? launchWords.outcomeFailed
}
