import { z } from 'zod'
import type { MailLook } from '../../backend/mail/mail-layout.ts'
import { type MailContent, renderMail } from '../../backend/mail/mail-layout.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { accountDecision, appealResolved, contentDecision } from './decision-emails.ts'
import { digest } from './digest-email.ts'
import { invitation } from './invitation-email.ts'
import {
  helpfulVotes,
  newFollower,
  reviewOfTool,
  reviewReply,
  toolLaunch,
} from './notification-emails.ts'
import { reportReceived, reportResolved, urgentReport } from './report-emails.ts'
import { editAccepted, editDeclined, toolClaim } from './tool-emails.ts'

/** What emails say about the site. */
export interface EmailSite {
  name: string
  /** The origin of links. */
  url: string
  /** The address to write to. */
  contact: string
}

/** An email without what does not depend on its kind. */
export type EmailContent = Omit<MailContent, 'to' | 'siteName' | 'unsubscribe'>

/** A kind of email: the shape of its data in private.email_queue, and its text. */
export interface EmailTemplate<Data extends z.ZodType> {
  data: Data
  write(data: z.output<Data>, site: EmailSite): EmailContent
}

/** By the kind in private.email_queue. */
const TEMPLATES = new Map<string, (data: unknown, site: EmailSite) => EmailContent>([
  ['report_received', bindTemplate(reportReceived)],
  ['report_resolved', bindTemplate(reportResolved)],
  ['urgent_report', bindTemplate(urgentReport)],
  ['content_decision', bindTemplate(contentDecision)],
  ['account_decision', bindTemplate(accountDecision)],
  ['appeal_resolved', bindTemplate(appealResolved)],
  ['edit_declined', bindTemplate(editDeclined)],
  ['edit_accepted', bindTemplate(editAccepted)],
  ['tool_claim', bindTemplate(toolClaim)],
  ['invitation', bindTemplate(invitation)],
  ['reply', bindTemplate(reviewReply)],
  ['review', bindTemplate(reviewOfTool)],
  ['helpful_votes', bindTemplate(helpfulVotes)],
  ['follower', bindTemplate(newFollower)],
  ['launch', bindTemplate(toolLaunch)],
  ['digest', bindTemplate(digest)],
])

/** In the data of emails that their recipient can stop. */
const stoppable = z.object({ unsubscribe: z.string().optional() })

function bindTemplate<Data extends z.ZodType>({ data: schema, write }: EmailTemplate<Data>) {
  return (data: unknown, site: EmailSite) => write(schema.parse(data), site)
}

/**
 * Writes a queued email.
 * @throws {Error} for an unknown kind, or data that do not fit it
 */
export function renderEmail(
  email: { kind: string; address: string; data: unknown },
  site: EmailSite,
  look?: MailLook,
): Mail {
  const write = TEMPLATES.get(email.kind)
  if (!write) throw new Error(`there is no email of the kind ${email.kind}`)
  const { unsubscribe: token } = stoppable.parse(email.data)
  const unsubscribe = token && `${site.url}/unsubscribe?token=${token}`
  return renderMail(
    {
      to: email.address,
      siteName: site.name,
      ...write(email.data, site),
      ...(unsubscribe ? { unsubscribe } : {}),
    },
    look,
  )
}
