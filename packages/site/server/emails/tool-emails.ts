import { z } from 'zod'
import { listFacts, optionalText, recipientOfAccount } from './email-parts.ts'
import type { EmailTemplate } from './render-email.ts'

const claim = z.object({
  tool: z.string(),
  slug: z.string(),
  company: z.string(),
  status: z.enum(['granted', 'refused', 'expired']),
  method: z.enum(['dns', 'file', 'meta', 'repository', 'staff']).nullable(),
  detail: optionalText,
})

const PROOFS = {
  dns: 'a DNS record',
  file: 'a file on the website',
  meta: 'a meta tag',
  repository: 'a file in the repository',
  staff: 'a moderator',
}

/** What became of a claim that a company makes a tool, for the claimant and the company's admins. */
export const toolClaim: EmailTemplate<typeof claim> = {
  data: claim,
  write: ({ tool, slug, company, status, method, detail }, site) => {
    const facts = {
      'Verified by': status === 'granted' && method ? PROOFS[method] : undefined,
      [status === 'granted' ? 'Note' : 'Reason']: detail,
    }
    return {
      ...{
        granted: {
          subject: `${company} manages ${tool} now`,
          lead: `We have verified that ${company} makes ${tool}. Confirmed members of ${company} can reply to reviews of ${tool} and correct its facts.`,
          after:
            method === 'staff'
              ? ''
              : 'We look for the proof every 30 days, so please leave it in its place.',
        },
        refused: {
          subject: `The claim of ${company} for ${tool} was refused`,
          lead: `We could not accept the claim that ${company} makes ${tool}.`,
          after: 'You can claim the tool again when the reason no longer applies.',
        },
        expired: {
          subject: `${company} no longer manages ${tool}`,
          lead: `${company} no longer manages ${tool}. Replies to reviews stay.`,
          after: 'You can claim the tool again at any time.',
        },
      }[status],
      facts: listFacts(facts),
      callToAction:
        status === 'granted'
          ? { action: 'Open the company', link: `${site.url}/company-dashboard` }
          : { action: 'See the claim', link: `${site.url}/tool/${slug}/claim` },
      reason: recipientOfAccount(site),
    }
  },
}

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
