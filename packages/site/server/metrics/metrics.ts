import type { MailShare } from '@toolmark/backend/auth/mail/mail-quota.ts'
import type { Backend } from '@toolmark/backend/backend.ts'
import type { FirstAnswer } from '@toolmark/backend/server/listen.ts'
import type { Context, Next } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerRealtimeMetrics } from './realtime-metrics.ts'

const FACT_OUTCOMES = ['ok', 'unchanged', 'empty', 'failed', 'limited'] as const
type FactOutcome = (typeof FACT_OUTCOMES)[number]

export type Metrics = ReturnType<typeof createMetrics>

/** In seconds: from a cached page to a statement that was ended. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** @param ping throws when the database does not answer */
export function createMetrics(ping: () => Promise<void>) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the head of its answer, by what answered.',
    labelNames: ['part', 'method', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  new Gauge({
    name: 'toolmark_database_up',
    help: '1 when the database answers.',
    registers: [register],
    async collect() {
      this.set(
        await ping().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
  const mailHalfUsed = new Counter({
    name: 'toolmark_mail_half_used_total',
    help: 'Hours in which half of a share of auth.rate_limit.email_sent went out.',
    labelNames: ['share'],
    registers: [register],
  })
  // From the start, so that an increase can be seen.
  for (const share of ['members', 'sign_ups'] as const) mailHalfUsed.inc({ share }, 0)
  const emails = new Counter({
    name: 'toolmark_queued_emails_total',
    help: 'Attempts to send queued emails, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of ['sent', 'failed'] as const) emails.inc({ outcome }, 0)
  const factReads = new Counter({
    name: 'toolmark_fact_reads_total',
    help: 'Reads of sources of facts, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of FACT_OUTCOMES) factReads.inc({ outcome }, 0)
  return {
    /** Times every answer. */
    async watch(c: Context, next: Next) {
      const stop = duration.startTimer({ part: partOf(c.req.path), method: methodOf(c.req.method) })
      await next()
      stop({ status: `${Math.floor(c.res.status / 100)}xx` })
    },
    /** The same of pages that are answered before the app sees them. */
    watchPages:
      (answer: FirstAnswer): FirstAnswer =>
      (request, response, headers) => {
        const begun = performance.now()
        const isDone = answer(request, response, headers)
        if (isDone) {
          const labels = {
            part: 'pages',
            method: methodOf(request.method ?? ''),
            status: `${Math.floor(response.statusCode / 100)}xx`,
          }
          duration.observe(labels, (performance.now() - begun) / 1000)
        }
        return isDone
      },
    /** Counts an hour in which half of a share of the mail went out. */
    countMailHalfUsed: (share: MailShare) => mailHalfUsed.inc({ share }),
    /** Counts an attempt to send a queued email. */
    countEmail: (outcome: 'sent' | 'failed') => emails.inc({ outcome }),
    /** Counts a read of a source of facts. */
    countFactRead: (outcome: FactOutcome) => factReads.inc({ outcome }),
    /** Adds the figures of the embedded backend's sockets. */
    watchRealtime: (realtime: Backend['realtime']) => registerRealtimeMetrics(register, realtime),
    /** Adds the figures of the processes on one PostgreSQL. */
    watchProcesses: (read: Backend['readProcesses']) => registerProcessMetrics(register, read),
    /** Adds the emails that wait. @param read counts them, with the age of the oldest in seconds */
    watchEmails: (read: () => Promise<{ waiting: number; oldest: number }>) =>
      registerEmailMetrics(register, read),
    /** Adds the age of the last scheduled backup, in seconds. */
    watchBackups(readAge: () => number) {
      new Gauge({
        name: 'toolmark_backup_age_seconds',
        help: 'Time since the last backup in BACKUP_DIR; infinite without one.',
        registers: [register],
        collect() {
          this.set(readAge())
        },
      })
    },
    /** What Prometheus reads. */
    async answer(c: Context) {
      c.header('Content-Type', register.contentType)
      return c.body(await register.metrics())
    },
  }
}

function registerProcessMetrics(register: Registry, read: Backend['readProcesses']): void {
  new Gauge({
    name: 'toolmark_processes',
    help: 'Processes of the site on this database.',
    registers: [register],
    async collect() {
      this.set((await read()).count)
    },
  })
  new Gauge({
    name: 'toolmark_versions',
    help: 'Different versions of config.toml and of the folder site/ among the processes.',
    labelNames: ['of'],
    registers: [register],
    async collect() {
      const { settings, folder } = (await read()).versions
      this.set({ of: 'config.toml' }, settings)
      this.set({ of: 'site' }, folder)
    },
  })
}

function registerEmailMetrics(
  register: Registry,
  read: () => Promise<{ waiting: number; oldest: number }>,
): void {
  // Without an answer the last figures stay: toolmark_database_up has the reason.
  new Gauge({
    name: 'toolmark_waiting_emails',
    help: 'Emails that wait to be sent, without those that failed for good.',
    registers: [register],
    collect() {
      return read().then(
        ({ waiting }) => this.set(waiting),
        () => {},
      )
    },
  })
  new Gauge({
    name: 'toolmark_oldest_email_age_seconds',
    help: 'Age of the oldest email that waits; 0 without one.',
    registers: [register],
    collect() {
      return read().then(
        ({ oldest }) => this.set(oldest),
        () => {},
      )
    },
  })
}

const PARTS = ['auth', 'rest', 'storage', 'realtime', 'assets', 'pictures', '_']

/** Few values, whatever clients request: each label value is a series that is never removed. */
function partOf(path: string): string {
  const first = path.split('/')[1] ?? ''
  return PARTS.includes(first) ? first : 'pages'
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const methodOf = (method: string) => (METHODS.includes(method) ? method : 'other')
