import { z } from 'zod'
import * as dataWords from '../../data/words.ts'
import { InputField } from '../../ui/forms/field.tsx'
import * as signInWords from '../words.ts'

/** The server's limit, in characters. */
const PASSWORD_MAX = 256

/** A required password within the server's limit. */
export const passwordSchema = z
  .string()
  .min(1, signInWords.passwordRequired)
  .max(PASSWORD_MAX, dataWords.tooLong(signInWords.passwordName, PASSWORD_MAX))

/** A new password, typed twice. @param min this screen's minimum length (spec 1 §5) */
export const createPasswordSchema = (min: number) =>
  z
    .object({
      password: passwordSchema.min(min, signInWords.passwordTooShort(min)),
      again: z.string(),
    })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      message: signInWords.passwordMismatch,
    })

export const EMPTY_PASSWORDS = { password: '', again: '' }

/** A new password by default. Has no `maxLength`: it would cut a pasted password without a message. */
export const PasswordField = (props: React.ComponentProps<typeof InputField>) => (
  <InputField autoComplete="new-password" {...props} type="password" />
)
