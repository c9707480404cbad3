import { z } from 'zod'
import { isDay } from '../../shared/parameters.ts'
import { today } from '../../ui/format/day.ts'
import * as writeWords from '../words/write.ts'

/** Spec 2 §5 and §9, in characters; the database has the same limits. */
export const TITLE_MAX = 100
export const CONTENT_MIN = 10
export const CONTENT_MAX = 1000
/** The limits of a list of pros or cons; they are not in the specification. */
export const POINTS_MAX = 20
export const POINT_LENGTH_MAX = 200
/** Spec 3 §3.2. */
export const VERSION_MAX = 40
/** Spec 5 §1. */
export const USES_MAX = 5

const points = z.array(z.string().min(1).max(POINT_LENGTH_MAX)).max(POINTS_MAX)

/** Earlier days of use are mistakes, as the database has it. */
const FIRST_DAY = '1950-01-01'

/** A day in the past as "yyyy-MM-dd", or an empty text. */
const pastDay = z
  .string()
  .refine((day) => day === '' || isDay(day), writeWords.dayInvalid)
  .refine((day) => day <= today(), writeWords.dateInFuture)
  .refine((day) => day === '' || day >= FIRST_DAY, writeWords.dateTooEarly)

const optional = <const Options extends readonly (readonly [string, string])[]>(options: Options) =>
  z.enum(options.map(([value]) => value))

/** The optional context of use; what is not given is an empty text. */
const contextFields = {
  used_version: z.string().trim().max(VERSION_MAX, writeWords.versionTooLong),
  used_plan: optional(writeWords.PLANS),
  used_from: pastDay,
  used_until: pastDay,
  relationship: optional(writeWords.RELATIONSHIPS),
  incentive: optional(writeWords.INCENTIVES),
}

export const reviewSchema = z
  .object({
    rating: z.number().int().min(1).max(5),
    title: z
      .string()
      .trim()
      .min(1, writeWords.titleRequired)
      .max(TITLE_MAX, writeWords.titleTooLong),
    content: z
      .string()
      .trim()
      .min(CONTENT_MIN, writeWords.contentTooShort(CONTENT_MIN))
      .max(CONTENT_MAX, writeWords.contentTooLong),
    pros: points,
    cons: points,
    ...contextFields,
    used_for: z.array(z.string()).max(USES_MAX),
  })
  .refine(({ used_from, used_until }) => !used_from || !used_until || used_from <= used_until, {
    path: ['used_until'],
    message: writeWords.endBeforeStart,
  })

export type ReviewInput = z.infer<typeof reviewSchema>

export const EMPTY_REVIEW: ReviewInput = {
  rating: 5,
  title: '',
  content: '',
  pros: [],
  cons: [],
  used_version: '',
  used_plan: '',
  used_from: '',
  used_until: '',
  relationship: '',
  incentive: '',
  used_for: [],
}

export const CONTEXT_FIELDS = [
  'used_version',
  'used_plan',
  'used_from',
  'used_until',
  'relationship',
  'incentive',
] as const

/** Adds the trimmed entry, unless it is empty, a duplicate or one too many (spec 2 §4). */
export function addPoint(list: readonly string[], entry: string): string[] {
  const text = [...entry.trim()].slice(0, POINT_LENGTH_MAX).join('').trim()
  if (text === '' || list.includes(text) || list.length >= POINTS_MAX) return [...list]
  return [...list, text]
}
