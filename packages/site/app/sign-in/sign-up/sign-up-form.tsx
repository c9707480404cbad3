import { CircleDashed } from 'lucide-react'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import { CommandError } from '../../data/command-error.ts'
import { useUsernameIsFree } from '../../people/use-username-is-free.ts'
import * as peopleWords from '../../people/words.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { isAreaOn } from '../../shared/areas.ts'
import {
  findPasswordProblems,
  passwordStrength,
  SIGN_UP_PASSWORD_MIN,
} from '../../shared/password-rules.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { FormError, InputField, SelectField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { limitAttempts } from '../attempts.ts'
import { signUpFailure } from '../auth-failures.ts'
import { PasswordField } from '../password/password-field.tsx'
import { rememberMail } from '../requested-links.ts'
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
const COLORS = { weak: 'bg-bad', medium: 'bg-soft', strong: 'bg-good' }

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

/**
 * @param next the path that the mail's link leads to
 * @param onSent the server has sent the mail to this address
 */
export const useSignUpForm = (next: string, onSent: (email: string) => void) =>
  useCommandForm({
    schema: signUpSchema,
    empty: EMPTY_SIGN_UP,
    send: (input) => signUp(input, next),
    onSent: ({ input }) => onSent(input.email),
    onFailure: (failure, { setError }) => {
      const message = signUpFailure(failure)
      setError('root', { message })
      return toastError(signInWords.refusedSignUp, message)
    },
  })

export function SignUpForm({ form, panel }: ReturnType<typeof useSignUpForm>) {
  const field = fieldsOf(form)
  const { setValue, getValues, watch, formState } = form
  const { errors } = formState
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
      {isAreaOn('companies') ? (
        <SelectField
          label={peopleWords.accountType}
          {...field('account_type', { onChange: fillCompany })}
          options={peopleWords.ACCOUNT_TYPES}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={peopleWords.firstName}
          {...field('first_name')}
          maxLength={50}
          autoComplete="given-name"
        />
        <InputField
          label={peopleWords.lastName}
          {...field('last_name')}
          maxLength={50}
          autoComplete="family-name"
        />
      </div>
      <InputField
        label={peopleWords.username}
        {...field('username')}
        hint={isFree === false ? signInWords.signUpTaken : undefined}
        maxLength={50}
        autoComplete="nickname"
      />
      <InputField
        label={signInWords.loginEmail}
        {...field('email', { onBlur: fillCompany })}
        type="email"
        // What a password manager stores beside the password.
        autoComplete="username"
      />
      <PasswordField
        label={signInWords.loginPassword}
        {...field('password')}
        hint={<PasswordStrength password={watch('password')} />}
      />
      {isBusiness ? <BusinessFields form={form} /> : null}
      <FormError message={errors.root?.message} />
      <SubmitButton sending={signInWords.signUpCreating}>{signInWords.signUpCreate}</SubmitButton>
    </FormPanel>
  )
}

/**
 * Creates an account; the mail that confirms the address is then on its way.
 * @throws {CommandError} `conflict` if the address has an account
 */
async function signUp({ email, password, ...fields }: SignUpInput, next: string): Promise<void> {
  const { account_type, first_name, last_name, username } = fields
  const isBusiness = account_type === 'business'
  const { auth } = await getSupabase()
  const options = {
    data: toSignUpMetadata(isBusiness ? fields : { account_type, first_name, last_name, username }),
    emailRedirectTo: new URL(next, location.origin).href,
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
function BusinessFields({ form }: { form: UseFormReturn<SignUpInput> }) {
  const field = fieldsOf(form)
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{peopleWords.workTitle}</legend>
      <InputField
        label={peopleWords.workName}
        {...field('company_name')}
        maxLength={100}
        autoComplete="organization"
      />
      <InputField
        label={peopleWords.workWebsite}
        {...field('company_website')}
        type="url"
        maxLength={255}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={peopleWords.workSize}
          {...field('company_size')}
          options={peopleWords.SIZE_OPTIONS}
        />
        <SelectField
          label={peopleWords.workIndustry}
          {...field('company_industry')}
          options={peopleWords.INDUSTRY_OPTIONS}
        />
        <InputField
          label={peopleWords.workJob}
          {...field('job_title')}
          maxLength={100}
          autoComplete="organization-title"
        />
        <SelectField
          label={peopleWords.workRole}
          {...field('user_role')}
          options={peopleWords.ROLE_OPTIONS}
        />
      </div>
    </fieldset>
  )
}
