import { setTimeout as pause } from 'node:timers/promises'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface SentMail extends Mail {
  /** ISO 8601 */
  sent_at: string
}

export interface Mailer {
  /** Returns immediately; the mail is sent in the background. */
  send(mail: Mail): void
  /**
   * Tries once, and resolves when the mail is delivered to the mail server.
   * @throws {MailError}
   */
  deliver(mail: Mail): Promise<void>
  /** The stored mail, newest first; empty if mail is sent. */
  outbox(to?: string): SentMail[]
  /**
   * Waits for unsent mail. A mail that waits for another attempt gets its last one now.
   * @param timeoutMs the longest wait
   */
  close(timeoutMs: number): Promise<void>
}

/** A mail that could not be sent. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** The mail server refused this mail; otherwise it cannot be reached, or takes none at the moment. */
  readonly isRefusal: boolean
  constructor(message: string, isRefusal: boolean) {
    super(message)
    this.isRefusal = isRefusal
  }
}

/** Older mail is dropped. */
const MAX_OUTBOX = 1000

/** Stores mail in memory instead of sending it. */
export function createOutbox(): Mailer {
  const mails: SentMail[] = []
  const send = (mail: Mail): void => {
    mails.unshift({ ...mail, sent_at: new Date().toISOString() })
    mails.length = Math.min(mails.length, MAX_OUTBOX)
  }
  return {
    send,
    deliver: async (mail) => send(mail),
    outbox: (to) => mails.filter((mail) => !to || mail.to.toLowerCase() === to.toLowerCase()),
    close: async () => {},
  }
}

/**
 * @param url `smtp://user:password@host:587`
 * @param from the sender, as in `Toolmark <mail@toolmark.example>`
 * @param log receives a line without addresses
 * @param firstPauseMs before the second of four attempts; each later pause is four times as long
 */
export function createSmtpMailer(
  url: string,
  from: string,
  log: (line: string) => void,
  firstPauseMs = 2000,
): Mailer {
  const options = {
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    maxRequeues: 0,
  } as SMTPPool.Options & { url: string }
  // A site without a mail server starts faster without the library.
  const loading = import('nodemailer').then(({ createTransport }) =>
    createTransport(options, { from }),
  )
  const sendMail = async (mail: Mail) => (await loading).sendMail(mail)
  const stop = new AbortController()
  const pending = new Set<Promise<void>>()
  const keepPending = (delivery: Promise<void>): void => {
    const settled = delivery.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
  }
  const deliverWithRetries = async (mail: Mail): Promise<void> => {
    for (let left = 3, waitMs = firstPauseMs; ; left -= 1, waitMs *= 4) {
      try {
        await sendMail(mail)
        return
      } catch (error) {
        if (left === 0 || stop.signal.aborted) {
          const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
          log(`mail could not be sent (${reason})`)
          return
        }
        await pause(waitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {})
      }
    }
  }
  return {
    send: (mail) => keepPending(deliverWithRetries(mail)),
    deliver(mail) {
      const delivery = sendMail(mail).then(
        () => {},
        (error: unknown) => {
          throw toMailError(error)
        },
      )
      keepPending(delivery)
      return delivery
    },
    outbox: () => [],
    async close(timeoutMs) {
      stop.abort()
      const waiting = new AbortController()
      const limit = pause(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {})
      await Promise.race([Promise.all(pending), limit])
      waiting.abort()
      if (pending.size > 0) log(`${pending.size} mails were not sent before the stop`)
      const transport = await loading
      transport.close()
    },
  }
}

/** SMTP's permanent answers (RFC 5321 §4.2.1), and addresses that nodemailer refuses. */
function toMailError(error: unknown): MailError {
  if (!(error instanceof Error)) return new MailError(String(error), false)
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  const isRefusal =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode === 0 || responseCode >= 500)
  return new MailError(code ? `${code}: ${error.message}` : error.message, isRefusal)
}
