import { z } from 'zod'
import { webAddress } from '../tools/tool-schema.ts'
import { today } from '../ui/day.ts'

/** Spec 2 §5 and §9; the database holds the same limits. */
export const TAGLINE_MAX = 80
export const DESCRIPTION_MAX = 2000
const LAUNCH_BEFORE = '2100-01-01'

export const launchSchema = z.object({
  /** What is launched; without one its id is empty. */
  tool: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  tagline: z
    .string()
    .trim()
    .min(1, 'Tagline is required')
    .max(TAGLINE_MAX, `Tagline too long: ${TAGLINE_MAX} characters at most`),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, `Description too long: ${DESCRIPTION_MAX} characters at most`),
  launch_date: z
    .string()
    .min(1, 'Launch date is required')
    .refine((day) => day.length === 10 && day < LAUNCH_BEFORE, 'Launch date is too far ahead')
    // "Today" is UTC's, and it may have changed since the form was opened.
    .refine((day) => day >= today(), 'Launch date cannot be in the past (days are UTC)'),
  featured_image: webAddress,
})

export type LaunchInput = z.infer<typeof launchSchema>

export const EMPTY_LAUNCH: LaunchInput = {
  tool: { id: '', name: '', slug: '' },
  tagline: '',
  description: '',
  launch_date: '',
  featured_image: '',
}
