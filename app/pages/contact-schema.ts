import { z } from 'zod'
import { emailSchema } from '../data/email-schema.ts'
import { MESSAGE } from './words/pages.ts'

export const contactSchema = z.object({
  type: z.enum(['general', 'support', 'bug', 'business']),
  name: z.string().trim().min(1, MESSAGE.noName),
  email: emailSchema,
  subject: z.string().trim().min(1, MESSAGE.noSubject),
  message: z.string().trim().min(1, MESSAGE.noMessage),
})

export const EMPTY_MESSAGE = {
  type: 'general' as const,
  name: '',
  email: '',
  subject: '',
  message: '',
}
