import { z } from 'zod'
import { emailSchema } from '../data/field-schemas.ts'
import * as pagesWords from './words/pages.ts'

export const contactSchema = z.object({
  type: z.enum(['general', 'support', 'bug', 'business']),
  name: z.string().trim().min(1, pagesWords.messageNoName),
  email: emailSchema,
  subject: z.string().trim().min(1, pagesWords.messageNoSubject),
  message: z.string().trim().min(1, pagesWords.messageNoMessage),
})

export const EMPTY_MESSAGE = {
  type: 'general' as const,
  name: '',
  email: '',
  subject: '',
  message: '',
}
