import { z } from 'zod'

/** An address that somebody has to give; spec 1 §8 has the words. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .pipe(z.email('Please provide a valid email address.'))
