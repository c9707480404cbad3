import type { MailFact } from '@toolmark/backend/mail/mail-layout.ts'
import { z } from 'zod'
import { formatPrice } from '../../app/tools/describe-facts.ts'
import { PLATFORMS, PRICING } from '../../app/tools/words/detail.ts'
import {
  formatDay,
  listMark,
  ofRatedTool,
  optionalText,
  recipientOfAccount,
} from './email-parts.ts'
import type { EmailSite, EmailTemplate } from './render-email.ts'

const facts = z.object({
  price_from: z.number().nullable(),
  price_currency: z.string().nullable(),
  price_period: z.string().nullable(),
  pricing_model: z.string().nullable(),
  platforms: z.array(z.string()).nullable(),
  license: z.string().nullable(),
  discontinued_on: z.string().nullable(),
  /** Of the repository. */
  is_archived: z.boolean().nullable(),
})

type Facts = z.output<typeof facts>

const ofTool = { tool: z.string(), slug: z.string() }

const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('facts'), ...ofTool, before: facts, now: facts }),
  z.object({ kind: z.literal('reply'), ...ofRatedTool, review: z.string(), company: z.string() }),
  z.object({
    ...{ kind: z.literal('reviews'), ...ofRatedTool, is_new: z.boolean(), count: z.number() },
    /** Of the newest one. */
    ...{ title: z.string(), rating: z.number() },
  }),
  z.object({ kind: z.literal('replies'), ...ofTool, count: z.number() }),
  z.object({
    ...{ kind: z.literal('launch'), launch: z.string(), tool: optionalText },
    ...{
      tagline: z.string(),
      launch_date: z.string(),
      author: optionalText,
      company: optionalText,
    },
  }),
  z.object({ kind: z.literal('edit'), ...ofTool, status: z.string() }),
  z.object({
    ...{ kind: z.literal('helpful_votes'), ...ofRatedTool, review: z.string(), count: z.number() },
  }),
  z.object({
    ...{ kind: z.literal('followers'), count: z.number() },
    /** Of the newest one. */
    ...{ name: z.string(), username: z.string() },
  }),
])

const data = z.object({
  lines: z.array(line),
  /** How many lines the mail leaves out. */
  more: z.number(),
  /** Own reviews of a year ago. */
  reviews: z.array(z.object({ review: z.string(), title: z.string(), tool: z.string() })),
  more_reviews: z.number(),
})

/** The news of a week, for members who chose it for at least one kind. */
export const digest: EmailTemplate<typeof data> = {
  data,
  write: ({ lines, more, reviews, more_reviews: moreReviews }, site) => {
    const news = lines.map((each) => writeLine(each, site))
    const questions = reviews.map(({ review, title, tool }) => ({
      label: `Your review of ${tool}`,
      value: `“${title}”: is this still true?`,
      link: `${site.url}/review/${review}/confirm`,
    }))
    const subjects = news
      .map(({ label }) => label)
      .filter((label, at, all) => all.indexOf(label) === at)
    return {
      subject:
        subjects.length > 0
          ? `Your week at ${site.name}: ${joinFirst(subjects)}`
          : 'Is your review still true?',
      heading: subjects.length > 0 ? `Your week at ${site.name}` : 'Is your review still true?',
      lead: subjects.length > 0 ? 'This is new since last week.' : ASKED_YEARLY,
      facts: [...news, ...listMarks(lines, site), ...questions],
      callToAction:
        subjects.length > 0
          ? {
              action: more > 0 ? `See ${more} more` : 'See all notifications',
              link: `${site.url}/notifications`,
            }
          : { action: 'See your reviews', link: `${site.url}/dashboard` },
      after: [
        ...(questions.length > 0 && subjects.length > 0 ? [ASKED_YEARLY] : []),
        ...(moreReviews > 0 ? [`More of your reviews are a year old: ${site.url}/dashboard`] : []),
      ].join('\n\n'),
      reason: `${recipientOfAccount(site)} You chose a weekly email.`,
    }
  },
}

/** The marks of the tools whose reviews are news, below each other on one axis. */
const listMarks = (lines: z.output<typeof line>[], site: EmailSite) => {
  const rated = lines.flatMap((each) => ('rated' in each ? [[each.slug, each] as const] : []))
  return [...new Map(rated).values()].flatMap((each) => listMark(each, site))
}

const ASKED_YEARLY =
  'Once a year we ask about each of your reviews. If it is still true, one press dates it as confirmed.'

const joinFirst = (subjects: string[]) =>
  `${subjects.slice(0, 2).join(', ')}${subjects.length > 2 ? ' and more' : ''}`

function writeLine(each: z.output<typeof line>, site: EmailSite): MailFact & { link: string } {
  const toTool = (slug: string) => `${site.url}/tool/${slug}`
  switch (each.kind) {
    case 'facts':
      return {
        label: each.tool,
        value: describeFacts(each.before, each.now),
        link: `${toTool(each.slug)}/history`,
      }
    case 'reply':
      return {
        label: each.tool,
        value: `${each.company} replied to your review`,
        link: `${site.url}/review/${each.review}`,
      }
    case 'reviews':
      return { label: each.tool, value: describeReviews(each), link: toTool(each.slug) }
    case 'replies':
      return {
        label: each.tool,
        value:
          each.count === 1 ? 'The maker replied to a review' : `${each.count} replies to reviews`,
        link: toTool(each.slug),
      }
    case 'launch':
      return {
        label: each.tool ?? each.tagline,
        value: `Launch on ${formatDay(new Date(each.launch_date))} by ${each.company ?? each.author ?? 'a member'}: ${each.tagline}`,
        link: `${site.url}/launch/${each.launch}`,
      }
    case 'edit':
      return {
        label: each.tool,
        value: `Your suggestion was ${each.status === 'accepted' ? 'accepted' : 'not accepted'}`,
        link: toTool(each.slug),
      }
    case 'helpful_votes':
      return {
        label: each.tool,
        value: `Your review has ${each.count} helpful ${each.count === 1 ? 'vote' : 'votes'}`,
        link: `${site.url}/review/${each.review}`,
      }
    case 'followers':
      return {
        label: each.count === 1 ? 'New follower' : `${each.count} new followers`,
        value: each.count === 1 ? each.name : `${each.name} and others`,
        link: `${site.url}/user/${each.username}`,
      }
  }
}

function describeReviews(of: { is_new: boolean; count: number; title: string; rating: number }) {
  const change = of.is_new ? 'new' : 'changed'
  return of.count === 1
    ? `One ${change} review, ${of.rating} of 5: “${of.title}”`
    : `${of.count} ${change} reviews`
}

function describeFacts(before: Facts, now: Facts): string {
  const changes = [
    ...(now.discontinued_on === before.discontinued_on
      ? []
      : [
          now.discontinued_on
            ? `Discontinued on ${formatDay(new Date(now.discontinued_on))}`
            : 'No longer marked as discontinued',
        ]),
    ...(now.is_archived && !before.is_archived ? ['The repository is archived'] : []),
    ...(before.is_archived && now.is_archived === false
      ? ['The repository is no longer archived']
      : []),
    ...describeChange('Price', showPrice(before), showPrice(now)),
    ...describeChange('Pricing', formatModel(before), formatModel(now)),
    ...describeChange('License', before.license ?? UNKNOWN, now.license ?? UNKNOWN),
    ...describeChange('Platforms', formatPlatforms(before), formatPlatforms(now)),
  ]
  return changes.join('\n')
}

const describeChange = (name: string, before: string, now: string) =>
  before === now ? [] : [`${name}: ${now} (before: ${before})`]

const UNKNOWN = 'unknown'

const showPrice = (of: Facts) => formatPrice({ ...of, price_checked_on: null }) ?? UNKNOWN

const formatModel = ({ pricing_model }: Facts) =>
  pricing_model ? (PRICING[pricing_model] ?? pricing_model) : UNKNOWN

const formatPlatforms = ({ platforms }: Facts) =>
  platforms?.map((platform) => PLATFORMS[platform] ?? platform).join(', ') || UNKNOWN
