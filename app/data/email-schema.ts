import { z } from 'zod'
import * as dataWords from './words.ts'

/** An address that somebody has to give; spec 1 §8 has the words. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, dataWords.emailRequired)
  .pipe(z.email(dataWords.emailInvalid))
