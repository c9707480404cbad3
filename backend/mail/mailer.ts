import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
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
  /** Returns at once: a slow mail server holds up nobody. */
  send(mail: Mail): void
  /** What would have been sent, newest first; empty where mail really goes out. */
  outbox(to?: string): SentMail[]
  /**
   * Waits for the mail that is on its way; what waits for its next attempt has it now, the last one.
   * @param deadline the longest that it takes, in milliseconds
   */
  close(deadline: number): Promise<void>
}

/** Enough for a day of trying things out; older mail makes room. */
const OUTBOX_SIZE = 200

/** Keeps mail in memory instead of sending it. */
export function createOutbox(): Mailer {
  const kept: SentMail[] = []
  return {
    send(mail) {
      kept.unshift({ ...mail, sent_at: new Date().toISOString() })
      kept.length = Math.min(kept.length, OUTBOX_SIZE)
    },
    outbox: (to) => kept.filter((mail) => !to || mail.to.toLowerCase() === to.toLowerCase()),
    close: async () => {},
  }
}

/**
 * @param url `smtp://user:password@host:587`
 * @param from the sender, as in `Toolmark <mail@toolmark.example>`
 * @param log takes a line without anybody's address
 * @param firstPause before the second of four attempts, in milliseconds; each later one is four
 *   times as long
 */
export function createSmtpMailer(
  url: string,
  from: string,
  log: (line: string) => void,
  firstPause = 2000,
): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      maxRequeues: 0,
    } as SMTPPool.Options & { url: string },
    { from },
  )
  const stop = new AbortController()
  const onTheirWay = new Set<Promise<void>>()
  const deliver = async (mail: Mail): Promise<void> => {
    for (let left = 3, wait = firstPause; ; left -= 1, wait *= 4) {
      try {
        await transport.sendMail(mail)
        return
      } catch (error) {
        if (left === 0 || stop.signal.aborted) {
          const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
          log(`mail could not be sent (${reason})`)
          return
        }
        await pause(wait, undefined, { ref: false, signal: stop.signal }).catch(() => {})
      }
    }
  }
  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => onTheirWay.delete(delivery))
      onTheirWay.add(delivery)
    },
    outbox: () => [],
    async close(deadline) {
      stop.abort()
      const inTime = new AbortController()
      const limit = pause(deadline, undefined, { signal: inTime.signal }).catch(() => {})
      await Promise.race([Promise.all(onTheirWay), limit])
      inTime.abort()
      if (onTheirWay.size > 0) log(`${onTheirWay.size} mails were not sent before the stop`)
      transport.close()
    },
  }
}
