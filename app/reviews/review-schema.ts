import { z } from 'zod'
import * as writingWords from './words/writing.ts'

/** Spec 2 §5 and §9; the database holds the same limits. */
export const TITLE_MAX = 100
export const CONTENT_MIN = 10
export const CONTENT_MAX = 1000
/** Not in the specification: what a list of pros or cons may hold. */
export const POINTS_MAX = 20
export const POINT_LENGTH_MAX = 200

/** As the database counts: in signs, of which JavaScript takes some for two. */
export const lengthOf = (text: string) => Array.from(text).length

const points = z.array(z.string().min(1).max(POINT_LENGTH_MAX)).max(POINTS_MAX)

export const reviewSchema = z.object({
  rating: z.number().int().min(1).max(5),
  title: z
    .string()
    .trim()
    .min(1, writingWords.wrongNoTitle)
    .refine((text) => lengthOf(text) <= TITLE_MAX, writingWords.wrongTitleTooLong),
  content: z
    .string()
    .trim()
    .refine((text) => lengthOf(text) >= CONTENT_MIN, writingWords.wrongContentTooShort(CONTENT_MIN))
    .refine((text) => lengthOf(text) <= CONTENT_MAX, writingWords.wrongContentTooLong),
  pros: points,
  cons: points,
})

export type ReviewInput = z.infer<typeof reviewSchema>

export const EMPTY_REVIEW: ReviewInput = { rating: 5, title: '', content: '', pros: [], cons: [] }

/**
 * A list with one entry more: trimmed, ignored when empty, already there, or too many (spec 2 §4).
 */
export function withPoint(list: readonly string[], entry: string): string[] {
  const text = entry.trim().slice(0, POINT_LENGTH_MAX).trim()
  if (text === '' || list.includes(text) || list.length >= POINTS_MAX) return [...list]
  return [...list, text]
}
