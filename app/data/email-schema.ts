import { z } from 'zod'
import { EMAIL } from './words.ts'

/** An address that somebody has to give; spec 1 §8 has the words. */
export const emailSchema = z.string().trim().min(1, EMAIL.required).pipe(z.email(EMAIL.invalid))
