import { z } from 'zod'
import {
  listFacts,
  listReason,
  optionalText,
  otherRemedies,
  recipientOfAccount,
  toDecisionUrl,
} from './email-parts.ts'
import type { EmailTemplate } from './render-email.ts'

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
