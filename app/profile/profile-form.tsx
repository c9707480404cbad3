import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { requireCommandError } from '../data/command-error.ts'
import { refreshOwnProfile } from '../people/own-profile.ts'
import type { Profile } from '../people/profile.ts'
import { useUsernameIsFree } from '../people/use-username-is-free.ts'
import * as fieldsWords from '../people/words/fields.ts'
import { useDraft, useFormStart } from '../session/use-draft.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { DraftNote } from '../ui/forms/draft-note.tsx'
import { Field, Input, Select, TextArea } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { BIO_MAX, type ProfileInput, profileSchema, toFormValues } from './profile-schema.ts'
import { describeSaveFailure } from './save-failure.ts'
import { updateProfile } from './update-profile.ts'
import * as profileWords from './words.ts'

const DRAFT = 'profile'

export function ProfileForm({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const [isSignedOut, setSignedOut] = useState(false)
  const start = useFormStart(DRAFT, userId, toFormValues(profile))
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: start.values,
  })
  const { register, handleSubmit, setError, watch, reset, formState } = form
  const { errors, isSubmitting } = formState
  const removeDraft = useDraft(form, DRAFT, userId, start.over)
  const [username, bio] = watch(['username', 'bio'])
  const isFree = useUsernameIsFree(username)

  const settle = (saved: ProfileInput) => {
    reset(saved)
    removeDraft()
    start.startOver(saved)
  }

  const save = handleSubmit(
    async (input) => {
      setSignedOut(false)
      try {
        await updateProfile(userId, input)
      } catch (error) {
        const failure = requireCommandError(error)
        const [title, text] = describeSaveFailure(failure)
        setSignedOut(failure.reason === 'signed-out')
        if (failure.reason === 'conflict') {
          setError('username', { message: text }, { shouldFocus: true })
        }
        return toastError(title, text)
      }
      settle(input)
      await refreshOwnProfile(userId)
      void toastSuccess(profileWords.savedTitle, profileWords.savedText)
    },
    (problems) => {
      const messages = Object.values(problems).map((problem) => problem?.message)
      void toastError(profileWords.savedInvalid, messages.filter(Boolean).join(', '))
    },
  )
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">{profileWords.editInformation}</h2>
      {isSignedOut ? <SessionEnded next="/profile-settings" /> : null}
      {start.isDraft ? <DraftNote onDiscard={() => settle(start.over)} /> : null}
      <Field
        label={fieldsWords.username}
        error={
          errors.username?.message ?? (isFree === false ? profileWords.savedTakenMore : undefined)
        }
        hint={isFree && username !== profile.username ? fieldsWords.free : undefined}
      >
        {(control) => (
          <Input {...control} {...register('username')} autoComplete="username" required />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={fieldsWords.firstName} error={errors.first_name?.message}>
          {(control) => (
            <Input {...control} {...register('first_name')} autoComplete="given-name" />
          )}
        </Field>
        <Field label={fieldsWords.lastName} error={errors.last_name?.message}>
          {(control) => (
            <Input {...control} {...register('last_name')} autoComplete="family-name" />
          )}
        </Field>
      </div>
      <Field
        label={fieldsWords.bio}
        error={errors.bio?.message}
        hint={
          <span className={`tabular-nums ${bio.length > BIO_MAX ? 'text-bad' : ''}`}>
            {uiWords.used(bio.length, BIO_MAX)}
          </span>
        }
      >
        {(control) => <TextArea {...control} {...register('bio')} rows={4} />}
      </Field>
      <h2 className="display mt-2 text-2xl">{profileWords.editBusiness}</h2>
      <Field label={fieldsWords.accountType}>
        {(control) => (
          <Select {...control} {...register('account_type')} options={fieldsWords.ACCOUNT_TYPES} />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={fieldsWords.workJob} error={errors.job_title?.message}>
          {(control) => (
            <Input {...control} {...register('job_title')} autoComplete="organization-title" />
          )}
        </Field>
        <Field label={fieldsWords.company} error={errors.company_name?.message}>
          {(control) => (
            <Input {...control} {...register('company_name')} autoComplete="organization" />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.saving : uiWords.saveChanges}
        </SubmitButton>
        <LinkButton to="/" look="secondary" onClick={removeDraft}>
          {uiWords.cancel}
        </LinkButton>
      </div>
    </FormPanel>
  )
}
