import { CircleDashed } from 'lucide-react'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import { CommandError } from '../../data/command-error.ts'
import { useUsernameIsFree } from '../../people/use-username-is-free.ts'
import * as peopleWords from '../../people/words.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import {
  findPasswordProblems,
  passwordStrength,
  SIGN_UP_PASSWORD_MIN,
} from '../../shared/password-rules.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { Field, FormError, Input, Select } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { limitAttempts } from '../attempts.ts'
import { signUpFailure } from '../auth-failures.ts'
import { rememberMail } from '../links/requested-links.ts'
import { PasswordField } from '../password/password-field.tsx'
import * as signInWords from '../words.ts'
import {
  EMPTY_SIGN_UP,
  fillCompanyFields,
  type SignUpInput,
  signUpSchema,
  suggestCompany,
  toSignUpMetadata,
} from './sign-up-schema.ts'
import { countMail } from './verification.ts'

const LEVELS = { weak: 1, medium: 2, strong: 3 }
const COLORS = { weak: 'bg-bad', medium: 'bg-star', strong: 'bg-good' }

function PasswordStrength({ password }: { password: string }) {
  if (password === '') return signInWords.STRENGTH.hint(SIGN_UP_PASSWORD_MIN)
  const strength = passwordStrength(password)
  const problems = findPasswordProblems(password)
  return (
    <span className="grid gap-1">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={`h-1.5 flex-1 forced-color-adjust-none rounded-full ${level <= LEVELS[strength] ? COLORS[strength] : 'bg-line'}`}
          />
        ))}
      </span>
      <span aria-live="polite">
        {signInWords.STRENGTH[strength]}
        {problems.map((problem) => (
          <span key={problem} className="flex items-start gap-1.5">
            <CircleDashed aria-hidden size={14} className="mt-1 shrink-0" />
            {problem}
          </span>
        ))}
      </span>
    </span>
  )
}

/** @param onSent the server has sent the mail to this address */
export const useSignUpForm = (onSent: (email: string) => void) =>
  useCommandForm({
    schema: signUpSchema,
    empty: EMPTY_SIGN_UP,
    send: signUp,
    onSent: ({ input }) => onSent(input.email),
    onFailure: (failure, { setError }) => {
      const message = signUpFailure(failure)
      setError('root', { message })
      return toastError(signInWords.refusedSignUp, message)
    },
  })

export function SignUpForm({ form, panel }: ReturnType<typeof useSignUpForm>) {
  const { register, setValue, getValues, watch, formState } = form
  const { errors, isSubmitting } = formState
  const isBusiness = watch('account_type') === 'business'
  const isFree = useUsernameIsFree(watch('username'))
  const filled = useRef<ReturnType<typeof suggestCompany>>(undefined)

  const fillCompany = () => {
    if (getValues('account_type') !== 'business') return
    const company = suggestCompany(getValues('email'))
    const next = fillCompanyFields(getValues(), company, filled.current)
    setValue('company_name', next.company_name)
    setValue('company_website', next.company_website)
    filled.current = company
  }
  return (
    <FormPanel {...panel}>
      <p className="text-sm text-soft">
        {isBusiness ? signInWords.signUpRequiredBusiness : signInWords.signUpRequired}
      </p>
      <Field label={peopleWords.accountType}>
        {(control) => (
          <Select
            {...control}
            {...register('account_type', { onChange: fillCompany })}
            options={peopleWords.ACCOUNT_TYPES}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={peopleWords.firstName} error={errors.first_name?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('first_name')}
              maxLength={50}
              autoComplete="given-name"
            />
          )}
        </Field>
        <Field label={peopleWords.lastName} error={errors.last_name?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('last_name')}
              maxLength={50}
              autoComplete="family-name"
            />
          )}
        </Field>
      </div>
      <Field
        label={peopleWords.username}
        error={errors.username?.message}
        hint={isFree === false ? signInWords.signUpTaken : undefined}
      >
        {(control) => (
          <Input {...control} {...register('username')} maxLength={50} autoComplete="username" />
        )}
      </Field>
      <Field label={signInWords.loginEmail} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email', { onBlur: fillCompany })}
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      <PasswordField
        label={signInWords.loginPassword}
        register={() => register('password')}
        error={errors.password?.message}
        hint={<PasswordStrength password={watch('password')} />}
      />
      {isBusiness ? <BusinessFields form={form} /> : null}
      <FormError message={errors.root?.message} />
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? signInWords.signUpCreating : signInWords.signUpCreate}
      </SubmitButton>
    </FormPanel>
  )
}

/**
 * Creates an account; the mail that confirms the address is then on its way.
 * @throws {CommandError} `conflict` if the address has an account
 */
async function signUp({ email, password, ...fields }: SignUpInput): Promise<void> {
  const { account_type, first_name, last_name, username } = fields
  const isBusiness = account_type === 'business'
  const { auth } = await getSupabase()
  const options = {
    data: toSignUpMetadata(isBusiness ? fields : { account_type, first_name, last_name, username }),
    emailRedirectTo: `${location.origin}/`,
  }
  const { user } = await limitAttempts('signup', email, () =>
    sendCommand(auth.signUp({ email, password, options })),
  )
  // For a taken address the server returns a user without identities, and mails nothing; spec 1 §8
  // has a message for it.
  if (user?.identities?.length === 0) throw new CommandError('conflict')
  await countMail(email, { isResend: false })
  await rememberMail(email)
}

/** A business account's company, and the person's job there (spec 1 §2). */
function BusinessFields({ form: { register, formState } }: { form: UseFormReturn<SignUpInput> }) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{peopleWords.workTitle}</legend>
      <Field label={peopleWords.workName} error={formState.errors.company_name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('company_name')}
            maxLength={100}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field label={peopleWords.workWebsite}>
        {(control) => (
          <Input {...control} {...register('company_website')} type="url" maxLength={255} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={peopleWords.workSize}>
          {(control) => (
            <Select {...control} {...register('company_size')} options={peopleWords.SIZE_OPTIONS} />
          )}
        </Field>
        <Field label={peopleWords.workIndustry}>
          {(control) => (
            <Select
              {...control}
              {...register('company_industry')}
              options={peopleWords.INDUSTRY_OPTIONS}
            />
          )}
        </Field>
        <Field label={peopleWords.workJob}>
          {(control) => (
            <Input
              {...control}
              {...register('job_title')}
              maxLength={100}
              autoComplete="organization-title"
            />
          )}
        </Field>
        <Field label={peopleWords.workRole}>
          {(control) => (
            <Select {...control} {...register('user_role')} options={peopleWords.ROLE_OPTIONS} />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
