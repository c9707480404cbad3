import { relative } from 'node:path'
import { z } from 'zod'

/** Of a test case. */
export interface Outcome {
  file: string
  name: string
  isPassed: boolean
  /** Why it failed. */
  message: string
}

/** jest's report. */
export const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

/** The name of the outcome of a file that could not be compiled or ended early. */
const NO_RESULT = 'the file has no results'

/** @returns the outcome of each test case that is not skipped; one failed outcome for a file without results */
export function readOutcomes({ testResults }: z.output<typeof report>, folder: string): Outcome[] {
  return testResults.flatMap(({ name: path, message, assertionResults }) => {
    const file = relative(folder, path)
    if (assertionResults.length === 0) {
      return [{ file, name: NO_RESULT, isPassed: false, message: shorten(message) }]
    }
    const counts = new Map<string, number>()
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => {
        const count = (counts.get(fullName) ?? 0) + 1
        counts.set(fullName, count)
        return {
          file,
          // Some cases have the same name.
          name: count > 1 ? `${fullName} (${count})` : fullName,
          isPassed: status === 'passed',
          message: shorten(failureMessages.join('\n')),
        }
      })
  })
}

const shorten = (message: string) => message.split('\n').slice(0, 40).join('\n    ')

const titleOf = ({ file, name }: Outcome) => `${file}: ${name}`

/**
 * Counts the cases that need a server: those that fail without one. Without a server a file may have no results; then
 * all of its cases count.
 * @param without the outcomes against a server that implements nothing
 */
export function compareOutcomes(without: readonly Outcome[], actual: readonly Outcome[]) {
  const withoutResults = new Set(
    without.filter(({ name }) => name === NO_RESULT).map(({ file }) => file),
  )
  const needed = new Set([
    ...without.filter((each) => !each.isPassed && each.name !== NO_RESULT).map(titleOf),
    ...actual
      .filter(({ file, name }) => withoutResults.has(file) || name === NO_RESULT)
      .map(titleOf),
  ])
  const outcomes = new Map(actual.map((each) => [titleOf(each), each]))
  const failed = [...needed].filter((title) => !outcomes.get(title)?.isPassed)
  return {
    cases: needed.size,
    passed: needed.size - failed.length,
    failures: failed.map(
      (title) => `${title}\n    ${outcomes.get(title)?.message ?? 'did not run'}`,
    ),
  }
}
