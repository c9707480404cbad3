import { diffWordsWithSpace } from 'diff'
import type { Reader } from '../../data/cache-tags.ts'
import type { Database } from '../../data/database.types.ts'
import type { readReview } from '../read-reviews.ts'
import { describeUse, describeUsedFor, listInterests } from '../review.ts'
import type * as historyWords from '../words/review.ts'

type CurrentReview = NonNullable<Awaited<ReturnType<typeof readReview>>>

/** A part of a text that both versions have, or one of them. */
export interface Part {
  place: number
  text: string
  change?: 'added' | 'removed'
}

export interface Version {
  number: number
  writtenAt: string
  isCurrent: boolean
  isRedacted: boolean
  votes: number
  /** Compared with the version before, if that is not redacted. Empty fields of both are left out. */
  fields: { name: keyof typeof historyWords.fields; parts: Part[] }[]
}

/** The share of letters and digits that two texts have in common, from which they are compared by words. */
const COMMON_MIN = 0.5

type Texts = Omit<
  Database['public']['Tables']['review_revisions']['Row'],
  'review_id' | 'number' | 'used_for' | 'written_at' | 'redacted_at'
>

/** The versions of a review, the newest first. */
export async function readHistory(
  { supabase, tag }: Reader,
  review: CurrentReview,
): Promise<Version[]> {
  tag(`review:${review.id}`)
  const [{ data: earlier }, { data: votes }] = await Promise.all([
    supabase
      .from('review_revisions')
      .select('*, used_for_names')
      .eq('review_id', review.id)
      .order('number', { ascending: false })
      .throwOnError(),
    supabase.rpc('review_votes_by_revision', { review: review.id }).throwOnError(),
  ])
  const current = {
    ...review,
    number: review.revision,
    written_at: review.edited_at ?? review.created_at,
    redacted_at: null,
  }
  const versions = [current, ...earlier]
  return versions.map((version, at) => {
    const before = versions[at + 1]
    return {
      number: version.number,
      writtenAt: version.written_at,
      isCurrent: version === current,
      isRedacted: version.redacted_at !== null,
      votes: votes.find(({ revision }) => revision === version.number)?.votes ?? 0,
      fields: version.redacted_at
        ? []
        : compareTexts(version, before && !before.redacted_at ? before : null),
    }
  })
}

/** @param before null if there is nothing to compare with */
export function compareTexts(version: Texts, before: Texts | null): Version['fields'] {
  const [texts, textsBefore] = [toTexts(version), before ? toTexts(before) : null]
  return Object.entries(texts).flatMap(([key, text]) => {
    const name = key as keyof typeof texts
    const parts = compareText(textsBefore?.[name] ?? text, text)
    return parts.some((part) => part.text !== '') ? [{ name, parts }] : []
  })
}

/** By words; texts with few words in common are replaced as a whole, because their mixture is unreadable. */
function compareText(before: string, text: string): Part[] {
  const parts = diffWordsWithSpace(before, text).map(
    ({ value, added, removed }, place): Part => ({
      place,
      text: value,
      ...(added ? { change: 'added' } : removed ? { change: 'removed' } : {}),
    }),
  )
  const common = parts.filter(({ change }) => !change).map((part) => part.text)
  const length = Math.max(countLetters(before), countLetters(text))
  if (length === 0 || countLetters(common.join('')) > length * COMMON_MIN) return parts
  const [removed, added] = [
    { place: 0, text: before, change: 'removed' as const },
    { place: 1, text, change: 'added' as const },
  ]
  return [removed, added].filter((part) => part.text !== '')
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const toTexts = (version: Texts) => ({
  rating: version.rating === null ? '' : `${version.rating}/5`,
  title: version.title ?? '',
  content: version.content ?? '',
  pros: version.pros?.join('\n') ?? '',
  cons: version.cons?.join('\n') ?? '',
  context: [describeUse(version), describeUsedFor(version), ...listInterests(version)]
    .filter(Boolean)
    .join('\n'),
})
