import { createHash } from 'node:crypto'
import type { MailLook } from '@toolmark/backend/mail/mail-layout.ts'
import { type MailContent, renderMail } from '@toolmark/backend/mail/mail-layout.ts'
import type { Mail } from '@toolmark/backend/mail/mailer.ts'
import { z } from 'zod'
import { accountDecision, appealResolved, contentDecision } from './decision-emails.ts'
import { digest } from './digest-email.ts'
import { optionalText } from './email-parts.ts'
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
  const mail = renderMail(
    {
      to: email.address,
      siteName: site.name,
      ...write(email.data, site),
      ...(unsubscribe ? { unsubscribe } : {}),
    },
    look,
  )
  const thread = findThread(email.data, site)
  return thread ? { ...mail, headers: { ...mail.headers, ...thread } } : mail
}

/** In the data of emails about a tool, or about what belongs to one. */
const ofTool = z.object({ tool: optionalText, subject_type: optionalText, title: optionalText })

/** Mail programs show the mails about one tool as a conversation. Its first message does not exist (RFC 5322 §3.6.4). */
function findThread(data: unknown, site: EmailSite): Record<string, string> | undefined {
  const { tool, subject_type, title } = ofTool.safeParse(data).data ?? {}
  const name = tool ?? (subject_type === 'tool' ? title : undefined)
  if (!name) return undefined
  const hash = createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16)
  const id = `<tool-${hash}@${new URL(site.url).hostname}>`
  return { References: id, 'In-Reply-To': id }
}
