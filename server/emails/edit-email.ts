import { z } from 'zod'
import { listFacts, optionalText, recipientOfAccount } from './email-parts.ts'
import type { EmailTemplate } from './render-email.ts'

const edit = z.object({ tool: z.string(), slug: z.string(), reason: optionalText })

/** A suggested edit that a moderator did not accept, for its author. */
export const editDeclined: EmailTemplate<typeof edit> = {
  data: edit,
  write: ({ tool, slug, reason }, site) => ({
    subject: `Your suggestion for ${tool} was not accepted`,
    lead: `A moderator checked your suggestion for ${tool} and did not accept it.`,
    facts: listFacts({ Reason: reason }),
    callToAction: { action: 'See the tool', link: `${site.url}/tool/${slug}` },
    after: 'You can suggest it again, for example with another link where we can verify it.',
    reason: recipientOfAccount(site),
  }),
}

/** One that is now part of the tool. */
export const editAccepted: EmailTemplate<typeof edit> = {
  data: edit,
  write: ({ tool, slug }, site) => ({
    subject: `Your suggestion for ${tool} was accepted`,
    lead: `A moderator checked your suggestion for ${tool} and accepted it. Thank you.`,
    callToAction: { action: 'See the history', link: `${site.url}/tool/${slug}/history` },
    after: '',
    reason: recipientOfAccount(site),
  }),
}
