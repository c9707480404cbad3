import { z } from 'zod'
import * as dataWords from '../../data/words.ts'
import * as passwordsWords from '../words/passwords.ts'

/** The server's limit, in characters. */
const PASSWORD_MAX = 256

/** A required password within the server's limit. */
export const passwordSchema = z
  .string()
  .min(1, passwordsWords.passwordRequired)
  .max(PASSWORD_MAX, dataWords.tooLong(passwordsWords.passwordName, PASSWORD_MAX))

/** A new password, typed twice. @param min this screen's minimum length (spec 1 §9) */
export const createPasswordSchema = (min: number) =>
  z
    .object({
      password: passwordSchema.min(min, passwordsWords.passwordTooShort(min)),
      again: z.string(),
    })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      message: passwordsWords.passwordMismatch,
    })

export const EMPTY_PASSWORDS = { password: '', again: '' }
