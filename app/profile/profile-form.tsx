import { refreshOwnProfile } from '../people/own-profile.ts'
import type { Profile } from '../people/profile.ts'
import { useUsernameIsFree } from '../people/use-username-is-free.ts'
import * as peopleWords from '../people/words.ts'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { Field, Input, Select, TextArea } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import {
  BIO_MAX,
  describeSaveFailure,
  profileSchema,
  toFormValues,
  updateProfile,
} from './profile-schema.ts'
import * as profileWords from './words.ts'

export function ProfileForm({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const { form, panel, removeDraft } = useCommandForm({
    schema: profileSchema,
    saved: toFormValues(profile),
    draft: 'profile',
    userId,
    noticesSessionEnd: true,
    send: (input) => updateProfile(userId, input),
    onSent: async () => {
      await refreshOwnProfile(userId)
      void toastSuccess(profileWords.savedTitle, profileWords.savedText)
    },
    onFailure: (failure, { setError }) => {
      const [title, text] = describeSaveFailure(failure)
      if (failure.reason === 'conflict') {
        setError('username', { message: text }, { shouldFocus: true })
      }
      return toastError(title, text)
    },
    onInvalid: (problems) => {
      const messages = Object.values(problems).map((problem) => problem?.message)
      void toastError(profileWords.savedInvalid, messages.filter(Boolean).join(', '))
    },
  })
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  const [username, bio] = watch(['username', 'bio'])
  const isFree = useUsernameIsFree(username)
  return (
    <FormPanel {...panel} title={profileWords.editInformation}>
      <Field
        label={peopleWords.username}
        error={
          errors.username?.message ?? (isFree === false ? profileWords.savedTakenMore : undefined)
        }
        hint={isFree && username !== profile.username ? peopleWords.free : undefined}
      >
        {(control) => (
          <Input {...control} {...register('username')} autoComplete="username" required />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={peopleWords.firstName} error={errors.first_name?.message}>
          {(control) => (
            <Input {...control} {...register('first_name')} autoComplete="given-name" />
          )}
        </Field>
        <Field label={peopleWords.lastName} error={errors.last_name?.message}>
          {(control) => (
            <Input {...control} {...register('last_name')} autoComplete="family-name" />
          )}
        </Field>
      </div>
      <Field
        label={peopleWords.bio}
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
      <Field label={peopleWords.accountType}>
        {(control) => (
          <Select {...control} {...register('account_type')} options={peopleWords.ACCOUNT_TYPES} />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={peopleWords.workJob} error={errors.job_title?.message}>
          {(control) => (
            <Input {...control} {...register('job_title')} autoComplete="organization-title" />
          )}
        </Field>
        <Field label={peopleWords.company} error={errors.company_name?.message}>
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
