import type { MailFact } from '@toolmark/backend/mail/mail-layout.ts'
import { z } from 'zod'
import { reasonLabel } from '../../app/moderation/words/reasons.ts'
import { SUBJECTS } from '../../app/shared/subjects.ts'
import { formatDay as formatPageDay } from '../../app/ui/format/day.ts'
import * as uiWords from '../../app/ui/words.ts'
import type { EmailSite } from './render-email.ts'

export const subjectType = z.enum([
  'review',
  'reply',
  'tool',
  'launch',
  'list',
  'profile',
  'company',
])

export const optionalText = z.string().nullish()

/** The page of a decision in the public moderation log. */
export const toDecisionUrl = (site: EmailSite, number: number) =>
  `${site.url}/moderation-log/${number}`

/** As in `review “It boils” of Kettle`. */
export function describeSubject(
  type: z.output<typeof subjectType>,
  title: string | null | undefined,
  tool?: string | null,
): string {
  return `${SUBJECTS[type].name}${title ? ` “${title}”` : ''}${tool ? ` of ${tool}` : ''}`
}

/** As "Dec 1, 2026", in UTC and as pages write it. */
export const formatDay = (date: Date): string => formatPageDay(date.toISOString())

/** Leaves facts without a value out. */
export const listFacts = (facts: Record<string, string | null | undefined>): MailFact[] =>
  Object.entries(facts).flatMap(([label, value]) => (value ? [{ label, value }] : []))

/** The reason of a decision, with the guideline that explains it. */
export function listReason(site: EmailSite, reason: string | null | undefined): MailFact[] {
  if (!reason) return []
  // The guidelines explain neither of the two.
  const isExplained = reason !== 'court_order' && reason !== 'premoderation'
  return [
    {
      label: 'Reason',
      value: reasonLabel(reason),
      ...(isExplained ? { link: `${site.url}/guidelines#${reason}` } : {}),
    },
  ]
}

export const recipientOfAccount = (site: EmailSite) =>
  `You get this message because you have an account at ${site.name}.`

/** Ways to object besides the appeal on the site (DSA Art. 17(3)(f) and 21). */
export const otherRemedies =
  'You can also turn to a certified body for out-of-court dispute settlement, or to a court.'

/** The beginning of a text, cut between words. */
export function shorten(text: string, length = 300): string {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), length - 30)).replace(/[\s.,;:]+$/, '')}…`
}

const ratedTool = z.object({
  rating_average: z.number().nullable(),
  review_count: z.number(),
  counted_reviews: z.number(),
  adjusted_rating: z.number().nullable(),
  rating_high: z.number().nullable(),
})

/** The members of the data that `listMark` draws. */
export const ofRatedTool = {
  ...{ tool: z.string(), slug: z.string() },
  /** Not in emails that an earlier version has queued. */
  rated: ratedTool.optional(),
}

type RatedTool = z.output<z.ZodObject<typeof ofRatedTool>>

/** The mark of the tool, as a fact. */
export const listMark = ({ tool, slug, rated }: RatedTool, site: EmailSite): MailFact[] =>
  rated
    ? [
        {
          label: tool,
          value: uiWords.markName(rated),
          picture: { url: `${site.url}/pictures/marks/${slug}.png`, width: 240, height: 20 },
        },
      ]
    : []
