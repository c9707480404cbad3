import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPARED_MAX, PICTURE_BYTES_MAX } from './limits.ts'

const SCHEMAS = join(import.meta.dirname, '..', '..', 'supabase', 'schemas')

test.each([
  [
    '16_uploads.sql',
    /^\('(?:avatars|logos|launches)', '\w+', true, (\d+),/gm,
    3,
    PICTURE_BYTES_MAX,
  ],
  ['10_understanding.sql', /cardinality\(sides\) between 2 and (\d+)/g, 1, COMPARED_MAX],
])('%s has the limit of the site', (file, pattern, count, limit) => {
  const found = [...readFileSync(join(SCHEMAS, file), 'utf8').matchAll(pattern)]
  expect(found.map(([, value]) => Number(value))).toEqual(Array(count).fill(limit))
})
