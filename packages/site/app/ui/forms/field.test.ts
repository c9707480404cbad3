import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = join(import.meta.dirname, '..', '..')
/** Their text has no direction, or no person types it. */
const OTHER_TYPES = /type="(?:hidden|radio|checkbox|file|text" autoComplete="username)"/

/** @returns the fields for text whose direction is that of the page */
const findFixedFields = (source: string): string[] =>
  [...source.matchAll(/<(?:input|textarea|Combobox\.Input)\b.*?\/>/gs)]
    .map(([field]) => field)
    .filter((field) => !OTHER_TYPES.test(field) && !field.includes('dir="auto"'))

test.each([
  ['<input type="search" name="search" />', 1],
  ['<input type="search" dir="auto" />', 0],
  ['<Combobox.Input {...control} />', 1],
  ['<textarea rows={3} />', 1],
  ['<input type="radio" />', 0],
  ['<input type="text" autoComplete="username" value={email} readOnly hidden />', 0],
])('%s has %i fields with the direction of the page', (source, count) => {
  expect(findFixedFields(source)).toHaveLength(count)
})

test('the text of a person may run from right to left in every field', () => {
  const sources = globSync('**/*.tsx', { cwd: APP }).map((file) => [
    file,
    readFileSync(join(APP, file), 'utf8'),
  ])
  expect(sources.filter(([, source]) => source?.includes('dir="auto"')).length).toBeGreaterThan(10)
  expect(
    sources.flatMap(([file, source]) => findFixedFields(source ?? '').map(() => file)),
  ).toEqual([])
})
