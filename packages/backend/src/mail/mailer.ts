import { setTimeout as pause } from 'node:timers/promises'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
}

export interface SentMail extends Mail {
  /** ISO 8601 */
  sent_at: string
}

export interface Mailer {
  /**
   * Tries once, and resolves when the mail is delivered to the mail server.
   * @throws {MailError}
   */
  deliver(mail: Mail): Promise<void>
  /** The stored mail, newest first; empty if mail is sent. */
  outbox(to?: string): SentMail[]
  /** Waits for the mail that is being sent. @param timeoutMs the longest wait */
  close(timeoutMs: number): Promise<void>
}

/** A mail that could not be sent. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** `server`: it cannot be reached, or takes no mail at all. `mail`: others may pass. */
  readonly concerns: 'server' | 'mail'
  /** Another attempt would fail too. */
  readonly isFinal: boolean
  constructor(message: string, concerns: 'server' | 'mail', isFinal = false) {
    super(message)
    this.concerns = concerns
    this.isFinal = isFinal
  }
}

/** RFC 3834: no program answers, such as one for a holiday. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** One that a slow server holds up does not delay the others. */
export const MAILS_AT_ONCE = 3

/** Older mail is dropped. */
const MAX_OUTBOX = 1000

/** Stores mail in memory instead of sending it. */
export function createOutbox(): Mailer {
  const mails: SentMail[] = []
  return {
    async deliver(mail) {
      mails.unshift({
        ...mail,
        headers: { ...AUTOMATIC, ...mail.headers },
        sent_at: new Date().toISOString(),
      })
      mails.length = Math.min(mails.length, MAX_OUTBOX)
    },
    outbox: (to) => mails.filter((mail) => !to || mail.to.toLowerCase() === to.toLowerCase()),
    close: async () => {},
  }
}

/**
 * @param url `smtp://user:password@host:587`
 * @param from the sender, as in `Toolmark <mail@toolmark.example>`
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const options = {
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    maxRequeues: 0,
  } as SMTPPool.Options & { url: string }
  // A site without a mail server starts faster without the library.
  const loading = import('nodemailer').then(({ createTransport }) =>
    createTransport(options, { from }),
  )
  const pending = new Set<Promise<void>>()
  const send = async ({ headers, ...content }: Mail) => {
    const transport = await loading
    const mail = { ...content, headers: { ...AUTOMATIC, ...headers } }
    const sendOnce = () => transport.sendMail(mail).then(() => undefined, toMailError)
    let failure = await sendOnce()
    // A server may end a connection at any time, such as one that was idle: another one is worth an attempt.
    if (failure && isDropped(failure)) {
      failure = await sendOnce()
      // One that greets and lets the site sign in drops the connection because of the mail.
      if (failure && isDropped(failure) && (await transport.verify().catch(() => false)))
        failure = new MailError(failure.message, 'mail')
    }
    if (failure) throw failure
  }
  return {
    deliver(mail) {
      const delivery = send(mail)
      const settled = delivery.catch(() => {}).finally(() => pending.delete(settled))
      pending.add(settled)
      return delivery
    },
    outbox: () => [],
    async close(timeoutMs) {
      const waiting = new AbortController()
      const limit = pause(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {})
      await Promise.race([Promise.all(pending), limit])
      waiting.abort()
      const transport = await loading
      transport.close()
    },
  }
}

const isDropped = (error: MailError) =>
  /closed unexpectedly|connection .*closed|ECONNRESET|EPIPE/i.test(error.message)

/**
 * SMTP's answers (RFC 5321 §4.2.1) to a recipient or a text, and addresses that nodemailer refuses, concern one
 * mail. Those to the connection, the sign-in and the sender concern all, as 421 does anywhere.
 */
function toMailError(error: unknown): MailError {
  if (!(error instanceof Error)) return new MailError(String(error), 'server')
  const {
    code,
    command,
    responseCode = 0,
  } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  const message = code ? `${code}: ${error.message}` : error.message
  const isOfMail =
    (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')) &&
    responseCode !== 421
  if (!isOfMail) return new MailError(message, 'server')
  return new MailError(message, 'mail', responseCode === 0 || responseCode >= 500)
}
