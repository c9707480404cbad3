import { ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CommandError } from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import { useOwnProfile } from '../../people/own-profile.ts'
import { describePost } from '../../session/forms/describe-post.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { ToolLogo } from '../../tools/tool-logo.tsx'
import { ToolPicker } from '../../tools/tool-picker.tsx'
import { Button, LinkButton, SubmitButton } from '../../ui/button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { today } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Launch } from '../launch.ts'
import { LaunchCardText } from '../launch-card.tsx'
import * as launchWords from '../words.ts'
import { LaunchPictures, UploadedPicture } from './launch-pictures.tsx'
import {
  changeLaunch,
  createLaunch,
  EMPTY_LAUNCH,
  type LaunchInput,
  launchSchema,
  TAGLINE_MAX,
  toLaunchInput,
} from './launch-schema.ts'

interface LaunchFormProps {
  userId: string
  /** Its tool and pictures stay; on its day the tagline and the day stay as well (spec 7 §2). */
  edited?: Launch
}

export default function LaunchForm({ userId, edited }: LaunchFormProps) {
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
        void toastSuccess(launchWords.outcomeChanged)
        return navigate(`/launch/${launchId}`)
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
    onFailure: (failure) => toastError(describeCreationFailure(failure)),
    onInvalid: ({ tagline, launch_date }) => {
      const isMissing = [tagline, launch_date].some((error) => error?.type === 'too_small')
      if (isMissing) void toastError(dataWords.failureMissing)
    },
  })
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const [isUploading, runUpload] = useTask()
  const input = watch()
  const { tagline, tool, pictures } = input
  // Picking a tool replaces the field by the tool, and removing it shows the field again. Both times
  // the new element takes the focus.
  const [hasChosen, setChosen] = useState(false)
  const chooseTool = (next: LaunchInput['tool']) => {
    setChosen(true)
    setValue('tool', next)
  }

  const isLive = edited?.status === 'live' && !edited.is_draft
  const isDraftOrNew = !edited || edited.is_draft
  const back = !edited ? '/launches' : edited.is_draft ? '/submit-launch' : `/launch/${edited.id}`
  const submit = (is_draft: boolean) => () => setValue('is_draft', is_draft)
  return (
    <>
      <FormPanel {...panel}>
        {edited ? null : tool.slug ? (
          <div className="grid gap-1.5">
            <span className="text-sm font-medium">{launchWords.fieldTool}</span>
            <div className="flex items-center gap-3 rounded-control border border-line bg-sunken p-2">
              <ToolLogo id={tool.id} name={tool.name} size={32} />
              <span className="min-w-0 flex-1 truncate">{tool.name}</span>
              <button
                type="button"
                aria-label={uiWords.removeNamed(tool.name)}
                className="grid size-9 shrink-0 place-items-center rounded-control hover:bg-line"
                ref={(button) => {
                  if (hasChosen) button?.focus()
                }}
                onClick={() => chooseTool(EMPTY_LAUNCH.tool)}
              >
                <X aria-hidden size={16} />
              </button>
            </div>
          </div>
        ) : (
          <ToolPicker
            label={launchWords.fieldOptionalTool}
            excluded={[]}
            isFocused={hasChosen}
            onPick={({ id, name, slug, category }) => chooseTool({ id, name, slug, category })}
          />
        )}
        <Field
          label={launchWords.fieldTagline}
          error={errors.tagline?.message}
          hint={
            <span className={`tabular-nums ${tagline.length > TAGLINE_MAX ? 'text-bad' : ''}`}>
              {uiWords.used(tagline.length, TAGLINE_MAX)}
            </span>
          }
        >
          {(control) => (
            <Input
              {...control}
              {...register('tagline')}
              required
              readOnly={isLive}
              placeholder={launchWords.fieldTaglinePlaceholder}
            />
          )}
        </Field>
        <Field label={launchWords.fieldDescription} error={errors.description?.message}>
          {(control) => <TextArea {...control} {...register('description')} rows={5} />}
        </Field>
        <Field
          label={launchWords.fieldDate}
          error={errors.launch_date?.message}
          hint={launchWords.fieldDateHint(today())}
        >
          {(control) => (
            <Input
              {...control}
              {...register('launch_date')}
              type="date"
              required
              min={today()}
              readOnly={isLive}
            />
          )}
        </Field>
        <Field
          label={launchWords.fieldImage}
          error={errors.featured_image?.message}
          hint={launchWords.fieldImageHint}
        >
          {(control) => (
            <Input
              {...control}
              {...register('featured_image')}
              type="url"
              placeholder={uiWords.webAddress}
            />
          )}
        </Field>
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
          <SubmitButton disabled={isSubmitting || isUploading} onClick={submit(false)}>
            {isSubmitting
              ? uiWords.submitting
              : isDraftOrNew
                ? launchWords.submitSubmit
                : launchWords.submitChanges}
          </SubmitButton>
          {isDraftOrNew ? (
            <Button
              type="submit"
              look="secondary"
              disabled={isSubmitting || isUploading}
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
  if (reason === 'signed-out') return launchWords.outcomeSignedOut
  return publicMessage ?? launchWords.outcomeFailed
}

/** The card of the list of launches, with what the form has so far. */
function LaunchPreview({ userId, input }: { userId: string; input: LaunchInput }) {
  const { data: profile } = useOwnProfile(userId)
  const day = input.launch_date || today()
  const launch: Launch = {
    id: '',
    tagline: input.tagline || launchWords.fieldTaglinePlaceholder,
    description: null,
    launch_date: day,
    featured_image: input.featured_image || null,
    pictures: input.pictures,
    upvotes_count: 0,
    status: day === today() ? 'live' : 'scheduled',
    is_draft: input.is_draft,
    tools: input.tool.id ? { ...input.tool, logo_url: null, website_url: null } : null,
    profiles: profile ?? null,
  }
  const [first] = input.pictures
  return (
    <section aria-labelledby="preview" className="mt-8">
      <h2 id="preview" className="display text-section">
        {launchWords.previewTitle}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">{launchWords.previewText}</p>
      {/* Nothing in it can be pressed: it is a picture of the card. */}
      <div
        inert
        className="panel grid grid-cols-[auto_minmax(0,1fr)] gap-4 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <span className="grid h-fit min-h-14 min-w-13 place-items-center content-center rounded-control border border-edge text-sm font-semibold">
          <ChevronUp aria-hidden size={18} />
          {formatCount(launch.upvotes_count)}
        </span>
        <LaunchCardText launch={launch} />
        {launch.featured_image ? (
          <p className="hidden aspect-[1200/630] w-44 place-items-center rounded-control bg-sunken p-3 text-center text-xs text-soft sm:grid">
            {launchWords.previewFeatured}
          </p>
        ) : first ? (
          <UploadedPicture picture={first} alt="" className="hidden w-44 sm:block" />
        ) : null}
      </div>
    </section>
  )
}
