import { useRef } from 'react'
import { useUsernameIsFree } from '../../people/use-username-is-free.ts'
import * as fieldsWords from '../../people/words/fields.ts'
import { useCommandForm } from '../../session/use-command-form.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { Field, FormError, Input, Select } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { signUpFailure } from '../auth-failures.ts'
import { PasswordField } from '../password/password-field.tsx'
import * as signInWords from '../words/sign-in-and-sign-up.ts'
import { BusinessFields } from './business-fields.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { signUp } from './sign-up.ts'
import { fillCompanyFields, suggestCompany } from './sign-up-rules.ts'
import { EMPTY_SIGN_UP, signUpSchema } from './sign-up-schema.ts'

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
      <Field label={fieldsWords.accountType}>
        {(control) => (
          <Select
            {...control}
            {...register('account_type', { onChange: fillCompany })}
            options={fieldsWords.ACCOUNT_TYPES}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldsWords.firstName} error={errors.first_name?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('first_name')}
              maxLength={50}
              autoComplete="given-name"
            />
          )}
        </Field>
        <Field label={fieldsWords.lastName} error={errors.last_name?.message}>
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
        label={fieldsWords.username}
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
