import { useEffect } from 'react'
import { z } from 'zod'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { codeFailure } from '../auth-failures.ts'
import * as signInWords from '../words.ts'

export const SIX_DIGITS = {
  label: signInWords.codeLabel,
  check: z.string().regex(/^\s*(\d\s*){6}$/, signInWords.codeWrong),
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const

export const RECOVERY_CODE = {
  label: signInWords.codeRecoveryLabel,
  check: z.string().regex(/^\s*([a-z2-7][\s-]*){16}$/i, signInWords.codeRecoveryWrong),
  inputMode: 'text',
  autoComplete: 'off',
} as const

interface CodeFormProps {
  kind: typeof SIX_DIGITS | typeof RECOVERY_CODE
  action: string
  /** @throws {CommandError} */
  onCode: (code: string) => Promise<void>
  /** Further buttons. */
  children?: React.ReactNode
}

/** A form for one code, with the focus in its field. */
export function CodeForm({ kind, action, onCode, children }: CodeFormProps) {
  const { form, panel } = useCommandForm({
    schema: z.object({ code: kind.check }),
    empty: { code: '' },
    send: ({ code }) => onCode(code.replace(/[\s-]/g, '')),
    onFailure: (failure, { setError }) =>
      setError('code', { message: codeFailure(failure) }, { shouldFocus: true }),
  })
  const { register, setFocus, formState } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <FormPanel {...panel} className="grid max-w-sm gap-5">
      <Field label={kind.label} error={errors.code?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('code')}
            inputMode={kind.inputMode}
            autoComplete={kind.autoComplete}
            spellCheck={false}
            maxLength={40}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? signInWords.codeChecking : action}
        </SubmitButton>
        {children}
      </div>
    </FormPanel>
  )
}
