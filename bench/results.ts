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

const RESULTS_FILE = join(ROOT, 'docs', 'bench-results.md')

const HEADER = `# Bench results

\`npm run bench\` writes this file. A run replaces the rows of the subjects that it measures; the last column names the run of each row: date, commit, form, machine. [bench.md](bench.md) describes the method and gives the reason for each goal that is missed.
`

const COLUMNS = ['subject', 'measurement', 'measured', 'goal', 'met', 'run']

/** @returns a Markdown row for each result, in the columns of the table */
export const rowsOf = (subject: string, results: readonly Result[], run: string): string[] =>
  results.map(({ name, measured, goal = '', isMet }) =>
    formatRow([
      subject,
      name,
      measured,
      goal,
      isMet === undefined ? '' : isMet ? 'yes' : 'no',
      run,
    ]),
  )

/** @returns a Markdown table of these rows */
export const tableOf = (rows: readonly string[]): string =>
  [formatRow(COLUMNS), formatRow(COLUMNS.map(() => '---')), ...rows].join('\n')

/**
 * @param text the results file as it is, or ''
 * @param measured the new rows by subject
 * @param subjects all subjects, in the order of the table
 * @returns the text with the rows of the measured subjects replaced
 */
export function replaceRows(
  text: string,
  measured: ReadonlyMap<string, string[]>,
  subjects: readonly string[],
): string {
  const lines = text.split('\n')
  const rows = subjects.flatMap(
    (subject) => measured.get(subject) ?? lines.filter((line) => line.startsWith(`| ${subject} |`)),
  )
  return `${HEADER}\n${tableOf(rows)}\n`
}

/** Replaces the rows of the measured subjects in docs/bench-results.md. */
export function writeResults(
  measured: ReadonlyMap<string, string[]>,
  subjects: readonly string[],
): void {
  writeFileSync(RESULTS_FILE, replaceRows(readFileSync(RESULTS_FILE, 'utf8'), measured, subjects))
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

const formatRow = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
