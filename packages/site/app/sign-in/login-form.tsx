import { Link } from 'react-router'
import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import * as dataWords from '../data/words.ts'
import { emailSchema } from '../session/forms/field-schemas.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { getSupabase } from '../session/session.ts'
import { dismissToasts, toastError, toastFailure } from '../ui/feedback/toast.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FormError, InputField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { limitAttempts } from './attempts.ts'
import { signInFailure } from './auth-failures.ts'
import { PasswordField } from './password/password-field.tsx'
import { recordSession } from './sign-out.ts'
import * as signInWords from './words.ts'

const schema = z.object({
  email: emailSchema,
  password: z.string().min(1, signInWords.passwordRequired),
})

export const useLoginForm = () =>
  useCommandForm({
    schema,
    empty: { email: '', password: '' },
    // The page reacts to the session: it navigates, or asks for the code of two-step sign-in.
    send: ({ email, password }) => signInWithPassword(email, password),
    onSent: ({ form: { formState } }) => {
      // The message of an earlier attempt is no longer true.
      if (formState.submitCount > 0) toastFailure(dismissToasts())
    },
    onFailure: (failure, { setError, setFocus }) => {
      const message = signInFailure(failure)
      setError('root', { message })
      setFocus('password', { shouldSelect: true })
      return toastError(dataWords.failureLogin, message)
    },
  })

interface LoginFormProps extends ReturnType<typeof useLoginForm> {
  /** Sends the mail of a sign-up again. */
  onResend: (email: string) => Promise<void>
}

export function LoginForm({ form, panel, onResend }: LoginFormProps) {
  const field = fieldsOf(form)
  const { errors } = form.formState
  return (
    <FormPanel {...panel}>
      <InputField
        label={signInWords.loginEmail}
        {...field('email')}
        type="email"
        autoComplete="username"
      />
      <PasswordField
        label={signInWords.loginPassword}
        {...field('password')}
        autoComplete="current-password"
      />
      <FormError message={errors.root?.message} />
      {/* After every failure alike: it must not reveal which addresses have an account. */}
      {errors.root ? (
        <p className="text-sm text-soft">
          <Rich
            text={signInWords.loginUnconfirmed}
            parts={{
              resend: (words) => (
                <button
                  type="button"
                  className="min-h-6 text-link underline"
                  onClick={() =>
                    toastFailure(onResend(form.getValues('email')), signInWords.checkEmailFailed)
                  }
                >
                  {words}
                </button>
              ),
            }}
          />
        </p>
      ) : null}
      <SubmitButton sending={signInWords.loginSigningIn}>{uiWords.signIn}</SubmitButton>
      <Link to="/reset-password" className="justify-self-center text-sm text-link hover:underline">
        {signInWords.loginForgotten}
      </Link>
    </FormPanel>
  )
}

/** @throws {CommandError} */
async function signInWithPassword(email: string, password: string): Promise<void> {
  const supabase = await getSupabase()
  const { user } = await limitAttempts('login', email, () =>
    sendCommand(supabase.auth.signInWithPassword({ email, password })),
  )
  const awaitsCode = user.factors?.some(({ status }) => status === 'verified')
  if (!awaitsCode) void recordSession(supabase, 'sign_in')
}

/** Returns `next` if it is a path of this site, else `/`: a link must not redirect to another site. */
export function sanitizeNextPath(next: string | null): string {
  return next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : '/'
}
