import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './folders.ts'

/** One row of the results table. */
export interface Result {
  name: string
  /** The figure with its unit. */
  measured: string
  /** Absent for a row that is only information. */
  goal?: string
  isMet?: boolean
}

/** A result as it is recorded: with its subject, and the run that measured it. */
export type RecordedResult = Result & { subject: string; run: string }

const RESULTS_FILE = join(ROOT, 'bench', 'results.json')

/**
 * @param recorded the results of earlier runs
 * @param measured the new ones
 * @param subjects all subjects, in their order
 * @returns the results with those of the measured subjects replaced
 */
export const replaceResults = (
  recorded: readonly RecordedResult[],
  measured: readonly RecordedResult[],
  subjects: readonly string[],
): RecordedResult[] =>
  subjects.flatMap((subject) => {
    const ofSubject = (results: readonly RecordedResult[]) =>
      results.filter((each) => each.subject === subject)
    const replaced = ofSubject(measured)
    return replaced.length > 0 ? replaced : ofSubject(recorded)
  })

/** Replaces the results of the measured subjects in bench/results.json. */
export function writeResults(
  measured: readonly RecordedResult[],
  subjects: readonly string[],
): void {
  const recorded = JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as RecordedResult[]
  const results = replaceResults(recorded, measured, subjects)
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, undefined, 2)}\n`)
}

/** @returns date, commit, form and machine of this run */
export function describeRun(form: string): string {
  const date = new Date().toISOString().slice(0, 10)
  const cores = `${availableParallelism()} cores`
  return [date, readCommit(), form, cores, `Node ${process.versions.node}`].join(', ')
}

function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const isModified = git('status', '--porcelain', '--', '.', ':!docs') !== ''
  return git('rev-parse', '--short=7', 'HEAD') + (isModified ? ' with changes' : '')
}
