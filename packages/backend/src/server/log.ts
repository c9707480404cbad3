import type { Refusal } from '../refusals.ts'
import { readRequest } from './requests.ts'

/** One JSON line per event on standard error; never an address, a token or what a person typed. */
export function logError(error: unknown): void {
  log('error', error)
}

/** For what the operator should look at, but not at once. */
export function logWarning(message: string): void {
  log('warning', message)
}

function log(level: 'error' | 'warning', error: unknown): void {
  const { name, message, stack, cause } =
    error instanceof Error ? error : new Error(describeValue(error))
  writeLine(level, { name, message, stack, cause: describeValue(cause ?? '') })
}

/**
 * One line for a value that something threw. supabase-js answers with plain objects; their `details`
 * and `hint` are left out, since they quote what people typed.
 */
function describeValue(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Error) return String(value)
  const { code, message } = value as { code?: unknown; message?: unknown }
  if (typeof message === 'string') return code ? `${code}: ${message}` : message
  return `an object with the keys ${Object.keys(value).join(', ') || '(none)'}`
}

function writeLine(level: 'error' | 'warning' | 'notice', about: object): void {
  const request = readRequest()?.id
  const line = { time: new Date().toISOString(), level, ...(request ? { request } : {}), ...about }
  process.stderr.write(`${hidePasswords(JSON.stringify(line))}\n`)
}

/** An address that has a user or a password, up to the last @ that may end them. */
const ACCOUNT = /\b(?!file:)([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*@/gi

/** Libraries quote addresses in their errors, as fetch and drivers do. */
export const hidePasswords = (text: string): string => text.replace(ACCOUNT, '$1…@')

/** Lines per minute and area: a flood of refused requests neither fills the disk nor hides others. */
const MAX_REFUSALS = 60

/** Logs refused requests, and of a flood the first ones. */
export function createRefusalLog(): (refusal: Refusal) => void {
  let minute = 0
  let counts: Record<string, number> = {}
  return ({ area, action, status, code }) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) counts = {}
    minute = now
    const count = (counts[area] ?? 0) + 1
    counts[area] = count
    if (count > MAX_REFUSALS + 1) return
    const isFlood = count > MAX_REFUSALS
    const message = isFlood ? 'more in this minute: /_/metrics counts them' : 'not allowed'
    writeLine('notice', {
      name: 'Refused',
      message,
      ...(isFlood ? {} : { area, action, status, code }),
    })
  }
}

/** Plain text, for an operator who watches the start. */
export function printWarning(message: string): void {
  process.stderr.write(`${hidePasswords(message)}\n`)
}

/**
 * Sends what libraries write to the console to the log. They quote their input, which a person may
 * have typed: the text between the first and the last quotation mark is left out.
 */
export function logConsole(): void {
  const take =
    (level: 'error' | 'warning') =>
    (...values: unknown[]): void => {
      const error = values.find((each) => each instanceof Error)
      log(level, error ?? values.map(describeValue).join(' ').replace(/".*"/s, '"…"'))
    }
  console.error = take('error')
  console.warn = take('warning')
}
