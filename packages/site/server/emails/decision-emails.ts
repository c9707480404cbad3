import { z } from 'zod'
import { SUBJECTS } from '../../app/shared/subjects.ts'
import {
  describeSubject,
  formatDay,
  listFacts,
  listReason,
  optionalText,
  otherRemedies,
  recipientOfAccount,
  subjectType,
  toDecisionUrl,
} from './email-parts.ts'
import type { EmailContent, EmailSite, EmailTemplate } from './render-email.ts'

const decision = z.object({
  decision: z.number(),
  subject_type: subjectType,
  title: optionalText,
  tool: optionalText,
  action: z.string(),
  /** Whether a rule held the content before. */
  was_held: z.boolean().default(false),
  reason: optionalText,
  legal_basis: optionalText,
  explanation: optionalText,
  expires_at: z.coerce.date().nullish(),
  detected_by: z.enum(['report', 'maker_report', 'staff', 'rule', 'authority']),
  appeal_until: z.coerce.date(),
})

type Decision = z.output<typeof decision>

/** A decision about content, for its author: a statement of reasons (DSA Art. 17(3)). */
export const contentDecision: EmailTemplate<typeof decision> = {
  data: decision,
  write: (data, site) =>
    writeDecision(data, site, {
      subject: `Moderation decision ${data.decision} about your ${SUBJECTS[data.subject_type].name}`,
      lead: describeContentAction(data),
    }),
}

/** The same about an account. */
export const accountDecision: EmailTemplate<typeof decision> = {
  data: decision,
  write: (data, site) =>
    writeDecision(data, site, {
      subject: `Moderation decision ${data.decision} about your account`,
      lead: ACCOUNT_ACTIONS[data.action] ?? 'We made a decision about your account.',
    }),
}

function describeContentAction({ subject_type, title, tool, action, was_held }: Decision): string {
  const subject = `your ${describeSubject(subject_type, title, tool)}`
  if (action === 'remove') {
    if (was_held) return `We decided not to publish ${subject}.`
    return subject_type === 'profile' || subject_type === 'company'
      ? `We removed the texts and the picture of ${subject}. Other people no longer see them.`
      : `We removed ${subject}. Other people no longer see it.`
  }
  if (action === 'restore')
    return was_held
      ? `We approved ${subject}. It is visible to everyone now.`
      : `We restored ${subject}.`
  return `We made a decision about ${subject}.`
}

const ACCOUNT_ACTIONS: Record<string, string> = {
  warn: 'This is a warning. Nothing of yours was removed.',
  suspend:
    'We suspended your account. You can still sign in, read, delete your content, download your data, appeal and delete the account.',
  unsuspend: 'We ended the suspension of your account.',
  remove_all_content:
    'We removed your reviews, launches, lists, votes and the texts of your profile, and the tools that you added and no other member reviewed.',
  restore: 'We restored your content.',
}

const LED_BY: Record<Decision['detected_by'], string> = {
  report: 'a report',
  maker_report: 'a report by the maker of the tool',
  staff: 'a check by our moderators',
  rule: 'a rule of the site. A moderator made the decision',
  authority: 'an order of a court or an authority',
}

const CAN_BE_APPEALED = ['remove', 'remove_all_content', 'warn', 'suspend']

function writeDecision(
  data: Decision,
  site: EmailSite,
  { subject, lead }: Pick<EmailContent, 'subject' | 'lead'>,
): EmailContent {
  const { decision: number, action, expires_at: end } = data
  const canBeAppealed = CAN_BE_APPEALED.includes(action)
  return {
    subject,
    lead,
    facts: [
      ...listReason(site, data.reason),
      ...listFacts({
        Explanation: data.explanation,
        'Legal basis': data.legal_basis,
        Duration: describeDuration(action, end),
        Where: canBeAppealed && action !== 'warn' ? `everywhere on ${site.name}` : undefined,
        'What led to it':
          LED_BY[data.was_held && data.detected_by === 'staff' ? 'rule' : data.detected_by],
        'Decided by': 'a person, not by a program',
      }),
    ],
    callToAction: {
      action: canBeAppealed ? 'See the decision and appeal' : 'See the decision',
      link: toDecisionUrl(site, number),
    },
    after: canBeAppealed
      ? `If you think that this is wrong, you can appeal until ${formatDay(data.appeal_until)}, on the page of the decision while you are signed in. Another moderator decides about the appeal, without charge.\n\n${otherRemedies}`
      : `If you have a question about it, please write to ${site.contact}.`,
    reason: recipientOfAccount(site),
  }
}

function describeDuration(action: string, end: Date | null | undefined): string | undefined {
  if (end) return `until ${formatDay(end)}`
  return ['remove', 'remove_all_content', 'suspend'].includes(action) ? 'without an end' : undefined
}

const resolution = z.object({
  /** The decision that now holds: the second one, or the one that was upheld. */
  decision: z.number(),
  appealed: z.number().optional(),
  outcome: z.enum(['upheld', 'reversed']),
  reason: optionalText,
  explanation: optionalText,
})

/** The decision on an appeal, for the person who appealed (DSA Art. 20(5)). */
export const appealResolved: EmailTemplate<typeof resolution> = {
  data: resolution,
  write: ({ decision, appealed = decision, outcome, reason, explanation }, site) => ({
    subject: 'Our decision on your appeal',
    lead:
      outcome === 'reversed'
        ? `We looked again at decision ${appealed}, and you were right: we took it back.`
        : `We looked again at decision ${appealed}, and it stays.`,
    facts: [
      ...listReason(site, reason),
      ...listFacts({
        Explanation: explanation,
        'Decided by': 'a person, not by a program',
      }),
    ],
    callToAction: { action: `See decision ${decision}`, link: toDecisionUrl(site, decision) },
    after:
      outcome === 'reversed'
        ? `If you have a question about it, please write to ${site.contact}.`
        : otherRemedies,
    reason: recipientOfAccount(site),
  }),
}
