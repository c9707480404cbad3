import type { ParseArgsConfig } from 'node:util'

/** What `toolmark NAME` does. */
export interface Command {
  /** The script of package.json that calls it, as `npm run staff --`. */
  npm: string
  /** One line of `toolmark --help`. */
  summary: string
  /** One line, with `toolmark NAME` at its beginning. */
  usage: string
  /** More for `toolmark NAME --help`. */
  help?: string
  /** The fewest and the most words after the name; none if it is missing. */
  words?: readonly [fewest: number, most: number]
  options?: NonNullable<ParseArgsConfig['options']>
  /** @throws {Error} one line for the operator; `UsageError` for wrong words */
  run(call: Call): Promise<Outcome>
}

export interface Call {
  positionals: string[]
  values: Record<string, string | boolean | undefined>
  /** Prints a line, unless the answer is JSON. */
  print(line: string): void
}

export interface Outcome {
  /** What `--json` prints. */
  data: object
  exitCode?: number
}

/** Wrong words: the answer is the usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
