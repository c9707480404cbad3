import { z } from 'zod'
import { tooLong } from '../data/words.ts'
import { PASSWORD } from './words/passwords.ts'

/** What the server takes at most, in characters. */
const PASSWORD_MAX = 256

/** A password that somebody has to give, and that the server would take. */
export const passwordSchema = z
  .string()
  .min(1, PASSWORD.required)
  .max(PASSWORD_MAX, tooLong(PASSWORD.name, PASSWORD_MAX))

/** A new password, typed twice. @param min how many characters this screen asks for (spec 1 §9) */
export const newPasswordSchema = (min: number) =>
  z
    .object({
      password: passwordSchema.min(min, PASSWORD.tooShort(min)),
      again: z.string(),
    })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      message: PASSWORD.mismatch,
    })

export const EMPTY_PASSWORDS = { password: '', again: '' }
