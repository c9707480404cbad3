import type { Refusal } from '../backend/refusals.ts'

/** One JSON line an event on standard error; never an address, a token or what a person typed. */
export function logError(error: unknown): void {
  log('error', error)
}

/** What the operator should see to, and nobody has to be woken for. */
export function logWarning(message: string): void {
  log('warning', message)
}

function log(level: 'error' | 'warning', error: unknown): void {
  const { name, message, stack, cause } =
    error instanceof Error ? error : new Error(describe(error))
  write(level, { name, message, stack, cause: describe(cause ?? '') })
}

/**
 * One line for a value that something threw. supabase-js answers with plain objects; their `details`
 * and `hint` are left out, since they quote what people typed.
 */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Error) return String(value)
  const { code, message } = value as { code?: unknown; message?: unknown }
  if (typeof message === 'string') return code ? `${code}: ${message}` : message
  return `an object with the keys ${Object.keys(value).join(', ') || '(none)'}`
}

function write(level: 'error' | 'warning' | 'notice', about: object): void {
  const line = { time: new Date().toISOString(), level, ...about }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** Lines in a minute and area: whoever has himself refused at will fills no disk, and hides nobody. */
const MOST_REFUSALS = 60

/** Logs who was not let in, or not to something, and of a flood its beginning. */
export function createRefusalLog(): (refusal: Refusal) => void {
  let minute = 0
  let counts: Record<string, number> = {}
  return ({ area, action, status, code }) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) counts = {}
    minute = now
    const count = (counts[area] ?? 0) + 1
    counts[area] = count
    if (count > MOST_REFUSALS + 1) return
    const isFlood = count > MOST_REFUSALS
    const message = isFlood ? 'more in this minute: /_/metrics counts them' : 'not allowed'
    write('notice', {
      name: 'Refused',
      message,
      ...(isFlood ? {} : { area, action, status, code }),
    })
  }
}

/** Plain, for who watches the start. */
export function warn(message: string): void {
  process.stderr.write(`${message}\n`)
}

/**
 * What libraries write to the console comes into the log. They quote what they complain of, which
 * somebody has typed: what stands between the first quotation mark and the last is left out.
 */
export function logConsole(): void {
  const take =
    (level: 'error' | 'warning') =>
    (...said: unknown[]): void => {
      const error = said.find((each) => each instanceof Error)
      log(level, error ?? said.map(describe).join(' ').replace(/".*"/s, '"…"'))
    }
  console.error = take('error')
  console.warn = take('warning')
}
