import { z } from 'zod'
import {
  formatDay,
  listFacts,
  listMark,
  ofRatedTool,
  optionalText,
  recipientOfAccount,
  shorten,
} from './email-parts.ts'
import type { EmailSite, EmailTemplate } from './render-email.ts'

const ofReview = {
  ...ofRatedTool,
  ...{ review: z.string(), title: z.string() },
}

const toReview = (site: EmailSite, review: string) => `${site.url}/review/${review}`

const reply = z.object({ ...ofReview, company: z.string(), content: z.string() })

/** A reply of a maker, for the reviewer. */
export const reviewReply: EmailTemplate<typeof reply> = {
  data: reply,
  write: ({ review, title, company, content, ...subject }, site) => ({
    subject: `${company} replied to your review of ${subject.tool}`,
    lead: `${company}, the maker of ${subject.tool}, replied to your review “${title}”.`,
    facts: [...listFacts({ Reply: shorten(content) }), ...listMark(subject, site)],
    callToAction: { action: 'See the reply', link: toReview(site, review) },
    after: 'Everyone can read the reply. You can change your review at any time.',
    reason: recipientOfAccount(site),
  }),
}

const review = z.object({
  ...ofReview,
  /** Null if the account was deleted. */
  author: optionalText,
  rating: z.number(),
  content: z.string(),
  is_new: z.boolean(),
  is_maker: z.boolean(),
})

/** A review, for the maker of the tool and for those who follow it. */
export const reviewOfTool: EmailTemplate<typeof review> = {
  data: review,
  write: (data, site) => {
    const { tool, rating, title, content, is_new: isNew, is_maker: isMaker } = data
    const author = data.author ?? 'A member'
    return {
      subject: isNew
        ? `New review of ${tool}: ${rating} of 5`
        : `A review of ${tool} was changed: ${rating} of 5`,
      heading: isNew ? `New review of ${tool}` : `A review of ${tool} was changed`,
      lead: isNew
        ? `${author} reviewed ${tool} with ${rating} of 5 stars.`
        : `${author} changed the review of ${tool}. It now has ${rating} of 5 stars.`,
      facts: [...listFacts({ [`“${title}”`]: shorten(content) }), ...listMark(data, site)],
      callToAction: { action: 'Read the review', link: toReview(site, data.review) },
      after: isMaker
        ? `You can reply as the maker: ${site.url}/company-dashboard`
        : `You follow ${tool}.`,
      reason: recipientOfAccount(site),
    }
  },
}

const votes = z.object({ ...ofReview, count: z.number() })

/** How many people found a review helpful, for the reviewer. */
export const helpfulVotes: EmailTemplate<typeof votes> = {
  data: votes,
  write: ({ review: id, title, count, ...subject }, site) => ({
    subject:
      count === 1
        ? `Your review of ${subject.tool} helped someone`
        : `Your review of ${subject.tool} helped ${count} people`,
    lead:
      count === 1
        ? `The first reader marked your review “${title}” as helpful.`
        : `${count} readers marked your review “${title}” as helpful.`,
    facts: listMark(subject, site),
    callToAction: { action: 'See the review', link: toReview(site, id) },
    after: '',
    reason: recipientOfAccount(site),
  }),
}

const follower = z.object({ name: z.string(), username: z.string() })

/** A new follower, for the followed member. */
export const newFollower: EmailTemplate<typeof follower> = {
  data: follower,
  write: ({ name, username }, site) => ({
    subject: `${name} follows you`,
    lead: `${name} follows you at ${site.name} now.`,
    callToAction: { action: 'See the profile', link: `${site.url}/user/${username}` },
    after: '',
    reason: recipientOfAccount(site),
  }),
}

const launch = z.object({
  launch: z.string(),
  /** Null if the tool was deleted. */
  tool: optionalText,
  tagline: z.string(),
  launch_date: z.string(),
  /** Null if the account was deleted. */
  author: optionalText,
  /** The maker of the tool, if the author acts for it. */
  company: optionalText,
  is_reminder: z.boolean(),
})

/** A launch of a followed tool when it is published, and one to be reminded of when its day begins. */
export const toolLaunch: EmailTemplate<typeof launch> = {
  data: launch,
  write: ({ launch: id, tool, tagline, launch_date, author, company, is_reminder }, site) => {
    const name = tool ?? tagline
    return {
      subject: `${name} ${describeDay(launch_date)}`,
      lead: is_reminder
        ? `You wanted to be told when ${name} launches.`
        : `${company ? `${company}, the maker,` : (author ?? 'A member')} announced a launch of ${tool ? `${tool}, which you follow` : 'a tool that you follow'}.`,
      facts: listFacts({
        Launch: tagline,
        Day: `${formatDay(new Date(launch_date))} (UTC)`,
        ...(author ? { By: author } : {}),
      }),
      callToAction: { action: 'See the launch', link: `${site.url}/launch/${id}` },
      after: '',
      reason: recipientOfAccount(site),
    }
  },
}

/** @param day as "yyyy-MM-dd", in UTC */
function describeDay(day: string, today = new Date().toISOString().slice(0, 10)): string {
  if (day === today) return 'launches today'
  return `${day > today ? 'launches' : 'launched'} on ${formatDay(new Date(day))}`
}
