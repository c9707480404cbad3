import type { Seal } from '@toolmark/backend/keys/seal.ts'
import type { Mailer } from '@toolmark/backend/mail/mailer.ts'
import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants'
import { AREA_PARTS } from '../../app/shared/area-table.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { CONTENT_LANGUAGES } from '../branding/content-languages.ts'
import { findContact } from '../branding/reserved-domain.ts'
import { checkClaims } from '../claims/check-claims.ts'
import type { FindToken } from '../claims/find-token.ts'
import { ACCOUNT_MAIL, openAccountMail } from '../emails/account-mail.ts'
import { renderEmail } from '../emails/render-email.ts'
import { MAIL_LOOK } from '../emails/site-mailer.ts'
import { type ReadFactsOptions, readFacts } from '../facts/read-facts.ts'
import { movePictures } from './move-pictures.ts'
import { type Job, repeatJob } from './repeat-job.ts'
import { type QueuedEmail, sendEmails } from './send-emails.ts'
import type { ServiceClient } from './service-client.ts'

/** Digests and checkpoints that are due wait for earlier writes: none takes longer than a statement may. */
const WRITE_TIME_MS = 10 * millisecondsInSecond

/** How often the jobs look for emails and pictures, in milliseconds: if changes wake them, and if not. */
const POLL_MS = { woken: 10_000, alone: 5000 }

/** Functions that return how much they took of what was due. */
const EACH_MINUTE = ['queue_digests', 'remind_of_launches', 'checkpoint_ledger'] as const

interface JobsOptions {
  /** A client with the service key. */
  service: ServiceClient
  mailer: Mailer
  /** Of the tools' descriptions; English if undefined. */
  contentLanguage: string | undefined
  /** Of the mails of accounts; a hosted backend sends these itself. */
  seal?: Seal
  /** The origin of links in emails. */
  siteUrl: string
  findToken: FindToken
  /** Reads sources of facts; none if the site reads none. */
  factReading?: Omit<ReadFactsOptions, 'service'> | undefined
  /** Calls back when there may be an email to send or a picture to move, if the backend can tell. */
  onWork?: (wake: () => void) => void
  countEmail: (outcome: 'sent' | 'failed') => void
  log: (error: unknown) => void
}

/**
 * Runs what has to happen without a request: queues digests and reminders of launches, makes checkpoints of the
 * ledger, sends queued emails, moves the pictures of removed content, checks the claims of makers, deletes old
 * personal data of closed cases, reads facts of tools, and builds the words of descriptions in another language.
 * @returns ends all jobs, after the step in progress
 */
export function startJobs({
  service,
  mailer,
  contentLanguage = 'en',
  seal,
  siteUrl,
  findToken,
  factReading,
  onWork,
  countEmail,
  log,
}: JobsOptions): () => Promise<void> {
  const site = {
    name: IDENTITY.name,
    url: siteUrl,
    contact: findContact(IDENTITY.contact, siteUrl),
  }
  const sending = {
    service,
    renderEmail: (email: QueuedEmail) =>
      seal && email.kind === ACCOUNT_MAIL
        ? openAccountMail(seal, email.address, email.data)
        : renderEmail(email, site, MAIL_LOOK),
    deliver: mailer.deliver,
    countEmail,
  }
  const pauseMs = onWork ? POLL_MS.woken : POLL_MS.alone
  // Once: of two processes with different languages the one that was started last decides.
  let hasSetLanguage = false
  const woken: Omit<Job, 'log'>[] = [
    {
      name: 'send emails',
      run: (hasEnded) => sendEmails(sending, hasEnded),
      firstPauseMs: 0,
      pauseMs,
    },
    {
      name: 'move pictures',
      run: (hasEnded) => movePictures(service, hasEnded),
      firstPauseMs: 0,
      pauseMs,
    },
  ]
  const others: Omit<Job, 'log'>[] = [
    ...EACH_MINUTE.map((name) => ({
      name,
      run: (hasEnded: () => boolean) => takeDue(service, name, hasEnded),
      firstPauseMs: millisecondsInMinute / 2,
      pauseMs: millisecondsInMinute,
    })),
    {
      name: 'run daily jobs',
      run: async () => {
        await service.rpc('run_daily_jobs').throwOnError()
        return undefined
      },
      // Not during the start, which visitors may be waiting for.
      firstPauseMs: millisecondsInMinute,
      pauseMs: millisecondsInHour,
    },
    {
      name: 'index descriptions',
      run: async (hasEnded) => {
        if (!hasSetLanguage) await setContentLanguage(service, contentLanguage)
        hasSetLanguage = true
        return indexDescriptions(service, hasEnded)
      },
      firstPauseMs: 0,
      pauseMs: millisecondsInHour,
    },
    {
      name: 'check claims',
      run: (hasEnded) => checkClaims({ service, findToken }, hasEnded),
      firstPauseMs: millisecondsInMinute,
      pauseMs: millisecondsInMinute / 4,
    },
  ]
  if (factReading)
    others.push({
      name: 'read facts',
      run: (hasEnded) => readFacts({ service, ...factReading }, hasEnded),
      firstPauseMs: millisecondsInMinute,
      pauseMs: millisecondsInMinute,
    })
  const offJobs = IDENTITY.offAreas.flatMap((area) => AREA_PARTS[area].jobs ?? [])
  const start = (jobs: readonly Omit<Job, 'log'>[]) =>
    jobs.filter(({ name }) => !offJobs.includes(name)).map((job) => repeatJob({ ...job, log }))
  const started = { woken: start(woken), others: start(others) }
  onWork?.(() => {
    for (const job of started.woken) job.wake()
  })
  return async () => {
    await Promise.all([...started.woken, ...started.others].map((job) => job.end()))
  }
}

async function setContentLanguage(service: ServiceClient, language: string): Promise<void> {
  const configuration = CONTENT_LANGUAGES[language] ?? 'simple'
  await service.rpc('set_content_language', { language, configuration }).throwOnError()
}

/** After a change of the language. The words of each call are found at once. */
async function indexDescriptions(
  service: ServiceClient,
  hasEnded: () => boolean,
): Promise<undefined> {
  let due = 1
  while (due > 0 && !hasEnded()) due = (await service.rpc('index_descriptions').throwOnError()).data
  return undefined
}

/** Each call takes a part of what is due. */
async function takeDue(
  service: ServiceClient,
  name: (typeof EACH_MINUTE)[number],
  hasEnded: () => boolean,
): Promise<undefined> {
  const as_of = new Date(Date.now() - WRITE_TIME_MS).toISOString()
  let due = 1
  while (due > 0 && !hasEnded()) due = (await service.rpc(name, { as_of }).throwOnError()).data
  return undefined
}
