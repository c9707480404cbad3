import { z } from 'zod'
import { formatDay, listFacts, optionalText } from './email-parts.ts'
import type { EmailTemplate } from './render-email.ts'

const data = z.object({ note: optionalText, expires_at: z.coerce.date() })

/** For an address without an account. */
export const invitation: EmailTemplate<typeof data> = {
  data,
  write: ({ note, expires_at }, site) => ({
    subject: `You are invited to ${site.name}`,
    lead: `A moderator of ${site.name} invites you to make an account with this address.`,
    facts: listFacts({ Note: note, 'Valid until': formatDay(expires_at) }),
    callToAction: { action: 'Create your account', link: `${site.url}/auth?tab=sign-up` },
    after: 'If you do not want an account, you can ignore this message.',
    reason: `You get this message because someone invited this address to ${site.name}.`,
  }),
}
