import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError } from '../ui/toast.ts'
import { BusinessFields } from './business-fields.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { signUp } from './sign-up.ts'
import { companyOfEmail } from './sign-up-rules.ts'
import { EMPTY_SIGN_UP, type SignUpInput, signUpSchema } from './sign-up-schema.ts'

export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<SignUpInput>({
    resolver: zodResolver(signUpSchema),
    defaultValues: EMPTY_SIGN_UP,
  })
  const { register, handleSubmit, setError, setValue, getValues, watch, formState } = form
  const { errors, isSubmitting } = formState
  const isBusiness = watch('account_type') === 'business'

  /** Fills what is still empty, never what someone typed. */
  const fillCompany = () => {
    const company = companyOfEmail(getValues('email'))
    if (!company || getValues('account_type') !== 'business') return
    if (!getValues('company_name')) setValue('company_name', company.name)
    if (!getValues('company_website')) setValue('company_website', company.website)
  }

  const send = handleSubmit(async (input) => {
    const refusal = await signUp(input)
    if (refusal === undefined) onSent(input.email.trim())
    else {
      setError('root', { message: refusal })
      void toastError('Signup failed', refusal)
    }
  })
  const email = register('email', { onBlur: fillCompany })
  return (
    <FormPanel onSubmit={send}>
      <Field label="Account type">
        {(control) => (
          <Select
            {...control}
            {...register('account_type', { onChange: fillCompany })}
            options={[
              ['personal', 'Personal'],
              ['business', 'Business'],
            ]}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name">
          {(control) => (
            <Input
              {...control}
              {...register('first_name')}
              maxLength={50}
              autoComplete="given-name"
            />
          )}
        </Field>
        <Field label="Last name">
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
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <Input {...control} {...register('username')} maxLength={50} autoComplete="username" />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input {...control} {...email} type="email" autoComplete="email" />}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={<PasswordStrength password={watch('password')} />}
      >
        {(control) => (
          <Input
            {...control}
            {...register('password')}
            type="password"
            maxLength={256}
            autoComplete="new-password"
          />
        )}
      </Field>
      {isBusiness ? <BusinessFields form={form} /> : null}
      {errors.root ? (
        <p role="alert" className="text-sm text-bad">
          {errors.root.message}
        </p>
      ) : null}
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </SubmitButton>
    </FormPanel>
  )
}
