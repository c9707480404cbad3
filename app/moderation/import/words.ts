import { pluralize } from '../../ui/format/numbers.ts'

export const title = 'Import tools'
export const description = 'Add and change tools from a file.'
export const intro =
  'Add and change tools from a CSV or JSON file with the columns of an export. A listed tool is found by its website, then by its slug or its name. An empty cell leaves its value.'

export const file = 'File'
export const choose = 'Choose a file'
export const columns = 'Columns'
export const columnsText =
  'Name, description and category are required. Separate platforms with semicolons; a successor is the slug of a tool.'
export const checking = (done: number, total: number) => `Checked ${done} of ${total} rows`
export const saving = (done: number, total: number) => `Saved ${done} of ${total} rows`
export const progress = 'Progress'
export const empty = 'The file has no rows.'
export const fix = 'Correct these rows in the file, and choose it again.'
export const send = (count: number) =>
  pluralize(count, { one: 'Import {n} tool', other: 'Import {n} tools' })
export const rename = 'Change names and websites of listed tools'
export const nothing = 'All tools of the file are listed already, with the same values.'
export const checkFailed = 'The file could not be checked.'
export const saveFailed =
  'The import stopped. The rows before are saved; another attempt leaves them unchanged.'
export const done = 'The import is done.'

export const resultsTitle = 'Rows'
export const row = (number: number) => `Row ${number}`
export const OUTCOMES = {
  invalid: 'Invalid',
  duplicate: 'Duplicate',
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
} as const
export const more = (count: number) =>
  pluralize(count, { one: 'Show {n} more row', other: 'Show {n} more rows' })
