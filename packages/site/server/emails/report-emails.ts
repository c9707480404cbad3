import { z } from 'zod'
import { reasonLabel } from '../../app/moderation/words/reasons.ts'
import {
  describeSubject,
  listFacts,
  listReason,
  optionalText,
  otherRemedies,
  recipientOfAccount,
  subjectType,
  toDecisionUrl,
} from './email-parts.ts'
import type { EmailTemplate } from './render-email.ts'

const receipt = z.object({
  number: z.number(),
  key: z.string(),
  subject_type: subjectType.optional(),
  title: optionalText,
  reason: optionalText,
})

/** The receipt of a report (DSA Art. 16(4)). */
export const reportReceived: EmailTemplate<typeof receipt> = {
  data: receipt,
  write: ({ number, key, subject_type, title, reason }, site) => ({
    subject: `We received your report ${number}`,
    lead: 'Thank you for your report. A moderator will look at it, and we will let you know what we decide.',
    facts: listFacts({
      'What you reported': subject_type && `the ${describeSubject(subject_type, title)}`,
      Reason: reason && reasonLabel(reason),
    }),
    callToAction: {
      action: 'See the status of your report',
      link: `${site.url}/report/${number}?key=${key}`,
    },
    after:
      'This address is for you alone: the status is visible to anyone who has it. The author of the content does not learn who reported it.',
    reason: `You get this message because someone entered this address in a report at ${site.name}, or because you reported something with your account.`,
  }),
}

const outcome = z.object({
  number: z.number(),
  decision: z.number(),
  subject_type: subjectType.optional(),
  title: optionalText,
  tool: optionalText,
  action: z.string(),
  reason: optionalText,
  explanation: optionalText,
  has_account: z.boolean().default(false),
})

/** By the action of the decision; `{}` is the subject. */
const OUTCOMES: Record<string, string> = {
  keep: 'We looked at {} and decided that it stays.',
  remove: 'We removed {}.',
  restore: 'We looked at {} and decided that it is visible again.',
  warn: 'We warned the member.',
  suspend: 'We suspended the member.',
  unsuspend: 'We ended the suspension of the member.',
  remove_all_content: 'We removed all content of the member.',
}

/** The decision on a report, for its reporter, with the ways to object (DSA Art. 16(5)). */
export const reportResolved: EmailTemplate<typeof outcome> = {
  data: outcome,
  write: (data, site) => {
    const { number, decision, subject_type, title, tool, action, explanation } = data
    const subject = subject_type
      ? `the ${describeSubject(subject_type, title, tool)}`
      : 'what you reported'
    const sentence = OUTCOMES[action] ?? 'We made a decision about {}.'
    // Only content that stays can be appealed against by its reporter.
    const appeal =
      data.has_account && action === 'keep'
        ? 'If you think that this is wrong, you can appeal within 6 months, on the page of the decision while you are signed in. Another moderator decides about the appeal.'
        : `If you think that this is wrong, please write to ${site.contact} and name the number of your report.`
    return {
      subject: `Our decision on your report ${number}`,
      lead: sentence.replace('{}', () => subject),
      facts: [
        ...listReason(site, data.reason),
        ...listFacts({
          Explanation: explanation,
          'Decided by': 'a person, not by a program',
        }),
      ],
      callToAction: { action: `See decision ${decision}`, link: toDecisionUrl(site, decision) },
      after: `${appeal}\n\n${otherRemedies}`,
      reason: `You get this message because you sent report ${number} to ${site.name}.`,
    }
  },
}

const urgent = z.object({
  number: z.number(),
  reason: z.string(),
  subject_type: subjectType,
  subject_id: z.string(),
})

/** For all staff, when a report is about child safety or illegal content. */
export const urgentReport: EmailTemplate<typeof urgent> = {
  data: urgent,
  write: ({ number, reason, subject_type, subject_id }, site) => ({
    subject: `Urgent report ${number}: ${reasonLabel(reason)}`,
    lead: `Someone reported a ${describeSubject(subject_type, undefined)} for the reason “${reasonLabel(reason)}”. Please decide about it as soon as you can: the content stays visible until then.`,
    callToAction: {
      action: 'Open the case',
      link: `${site.url}/moderation/${subject_type}/${subject_id}`,
    },
    after: 'The operator’s guide names what the law may ask for besides a decision.',
    reason: `${recipientOfAccount(site)} All moderators and administrators get it.`,
  }),
}
