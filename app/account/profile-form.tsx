import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDraft, useFormStart } from '../data/use-draft.ts'
import type { Profile } from '../people/profile.ts'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { DraftNote } from '../ui/draft-note.tsx'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { COMMON, used } from '../ui/words.ts'
import { refreshOwnProfile } from './own-profile.ts'
import { BIO_MAX, formOf, type ProfileInput, profileSchema } from './profile-schema.ts'
import { SessionEnded } from './session-ended.tsx'
import { updateProfile } from './update-profile.ts'
import { useUsernameIsFree } from './use-username-is-free.ts'
import { ACCOUNT_TYPE, ACCOUNT_TYPES, FIELD } from './words/fields.ts'
import { EDIT, SAVED } from './words/profile.ts'

const DRAFT = 'profile'

export function ProfileForm({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const [isSignedOut, setSignedOut] = useState(false)
  const start = useFormStart(DRAFT, userId, formOf(profile))
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: start.values,
  })
  const { register, handleSubmit, setError, watch, reset, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useDraft(form, DRAFT, userId, start.over)
  const [username, bio] = watch(['username', 'bio'])
  const isFree = useUsernameIsFree(username)

  const settle = (saved: ProfileInput) => {
    reset(saved)
    dropDraft()
    start.startOver(saved)
  }

  const save = handleSubmit(
    async (input) => {
      const refusal = await updateProfile(userId, input)
      setSignedOut(refusal?.kind === 'signed-out')
      if (refusal) {
        if (refusal.kind === 'taken')
          setError('username', { message: refusal.text }, { shouldFocus: true })
        void toastError(refusal.title, refusal.text)
        return
      }
      settle(input)
      await refreshOwnProfile(userId)
      void toastSuccess(SAVED.title, SAVED.text)
    },
    (problems) => {
      const messages = Object.values(problems).map((problem) => problem?.message)
      void toastError(SAVED.invalid, messages.filter(Boolean).join(', '))
    },
  )
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">{EDIT.information}</h2>
      {isSignedOut ? <SessionEnded next="/profile-settings" /> : null}
      {start.isDraft ? <DraftNote onDiscard={() => settle(start.over)} /> : null}
      <Field
        label={FIELD.username}
        error={errors.username?.message ?? (isFree === false ? SAVED.takenMore : undefined)}
        hint={isFree && username !== profile.username ? FIELD.free : undefined}
      >
        {(control) => (
          <Input {...control} {...register('username')} autoComplete="username" required />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={FIELD.firstName} error={errors.first_name?.message}>
          {(control) => (
            <Input {...control} {...register('first_name')} autoComplete="given-name" />
          )}
        </Field>
        <Field label={FIELD.lastName} error={errors.last_name?.message}>
          {(control) => (
            <Input {...control} {...register('last_name')} autoComplete="family-name" />
          )}
        </Field>
      </div>
      <Field
        label={FIELD.bio}
        error={errors.bio?.message}
        hint={
          <span className={`tabular-nums ${bio.length > BIO_MAX ? 'text-bad' : ''}`}>
            {used(bio.length, BIO_MAX)}
          </span>
        }
      >
        {(control) => <TextArea {...control} {...register('bio')} rows={4} />}
      </Field>
      <h2 className="display mt-2 text-2xl">{EDIT.business}</h2>
      <Field label={ACCOUNT_TYPE}>
        {(control) => <Select {...control} {...register('account_type')} options={ACCOUNT_TYPES} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={FIELD.job} error={errors.job_title?.message}>
          {(control) => (
            <Input {...control} {...register('job_title')} autoComplete="organization-title" />
          )}
        </Field>
        <Field label={FIELD.company} error={errors.company_name?.message}>
          {(control) => (
            <Input {...control} {...register('company_name')} autoComplete="organization" />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? COMMON.saving : COMMON.saveChanges}
        </SubmitButton>
        <LinkButton to="/" look="secondary" onClick={dropDraft}>
          {COMMON.cancel}
        </LinkButton>
      </div>
    </FormPanel>
  )
}
