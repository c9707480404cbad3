import { z } from 'zod'

/** What the server takes at most, in characters. */
const PASSWORD_MAX = 256

/** A password that somebody has to give, and that the server would take. */
export const passwordSchema = z
  .string()
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, `Password too long: ${PASSWORD_MAX} characters at most`)

/** A new password, typed twice. @param min how many characters this screen asks for (spec 1 §9) */
export const newPasswordSchema = (min: number) =>
  z
    .object({
      password: passwordSchema.min(min, `Password must be at least ${min} characters long.`),
      again: z.string(),
    })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      message: 'Password mismatch',
    })

export const EMPTY_PASSWORDS = { password: '', again: '' }
