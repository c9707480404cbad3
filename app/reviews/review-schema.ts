import { z } from 'zod'
import * as writingWords from './words/writing.ts'

/** Spec 2 §5 and §9, in characters; the database has the same limits. */
export const TITLE_MAX = 100
export const CONTENT_MIN = 10
export const CONTENT_MAX = 1000
/** The limits of a list of pros or cons; they are not in the specification. */
export const POINTS_MAX = 20
export const POINT_LENGTH_MAX = 200

/** Counts code points, as PostgreSQL does; `length` would count UTF-16 units. */
export const countCharacters = (text: string) => Array.from(text).length

const points = z.array(z.string().min(1).max(POINT_LENGTH_MAX)).max(POINTS_MAX)

export const reviewSchema = z.object({
  rating: z.number().int().min(1).max(5),
  title: z
    .string()
    .trim()
    .min(1, writingWords.wrongNoTitle)
    .refine((text) => countCharacters(text) <= TITLE_MAX, writingWords.wrongTitleTooLong),
  content: z
    .string()
    .trim()
    .refine(
      (text) => countCharacters(text) >= CONTENT_MIN,
      writingWords.wrongContentTooShort(CONTENT_MIN),
    )
    .refine((text) => countCharacters(text) <= CONTENT_MAX, writingWords.wrongContentTooLong),
  pros: points,
  cons: points,
})

export type ReviewInput = z.infer<typeof reviewSchema>

export const EMPTY_REVIEW: ReviewInput = { rating: 5, title: '', content: '', pros: [], cons: [] }

/** Adds the trimmed entry, unless it is empty, a duplicate or one too many (spec 2 §4). */
export function addPoint(list: readonly string[], entry: string): string[] {
  const text = entry.trim().slice(0, POINT_LENGTH_MAX).trim()
  if (text === '' || list.includes(text) || list.length >= POINTS_MAX) return [...list]
  return [...list, text]
}
