import { z } from 'zod'
import { emailSchema } from '../data/email-schema.ts'

/** Spec 2 §2: the kinds of inquiry, the first of which is the default. */
export const INQUIRIES = [
  { type: 'general', title: 'General Inquiry', text: 'Questions about the site, or an idea.' },
  { type: 'support', title: 'Support', text: 'Help with your account or a review.' },
  { type: 'bug', title: 'Bug Report', text: 'Something does not work as it should.' },
  { type: 'business', title: 'Business Inquiry', text: 'Partnerships, press and companies.' },
] as const

export const contactSchema = z.object({
  type: z.enum(['general', 'support', 'bug', 'business']),
  name: z.string().trim().min(1, 'Name is required'),
  email: emailSchema,
  subject: z.string().trim().min(1, 'Subject is required'),
  message: z.string().trim().min(1, 'Message is required'),
})

export const EMPTY_MESSAGE = {
  type: 'general' as const,
  name: '',
  email: '',
  subject: '',
  message: '',
}
