import { hidePasswords } from '@toolmark/backend/server/log.ts'
import type { Call, Outcome } from '../command.ts'

/** What a check found, in one line. */
export interface Finding {
  about: string
  status: 'ok' | 'warning' | 'failed'
  message: string
}

export const ok = (about: string, message: string): Finding => ({ about, status: 'ok', message })
export const warning = (about: string, message: string): Finding => ({
  about,
  status: 'warning',
  message,
})
export const failed = (about: string, message: unknown): Finding => ({
  about,
  status: 'failed',
  message: message instanceof Error ? message.message : String(message),
})

/** Prints the findings; the exit code is 1 if one has failed. */
export function reportFindings(findings: readonly Finding[], print: Call['print']): Outcome {
  const width = Math.max(...findings.map(({ about }) => about.length))
  for (const { about, status, message } of findings)
    print(hidePasswords(`${status.padEnd('warning'.length)}  ${about.padEnd(width)}  ${message}`))
  const hasFailed = findings.some(({ status }) => status === 'failed')
  return { data: findings, exitCode: hasFailed ? 1 : 0 }
}
