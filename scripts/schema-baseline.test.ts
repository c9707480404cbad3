import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a changed schema replaces the baseline and keeps the files of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-baseline-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [schemas, migrations] = [
    join(folder, 'supabase/schemas'),
    join(folder, 'supabase/migrations'),
  ]
  mkdirSync(schemas, { recursive: true })
  const generate = (schema: string): string[] => {
    writeFileSync(join(schemas, '01_first.sql'), schema)
    execFileSync(process.execPath, [join(import.meta.dirname, 'schema-baseline.ts'), folder])
    return readdirSync(migrations).sort()
  }

  const [first] = generate('-- A comment.\n\nselect 1;\n')
  writeFileSync(join(migrations, '20270101000000_own.sql'), 'select 2;\n')
  writeFileSync(join(migrations, '20261126000000_other.sql'), 'select 3;\n')
  const [other, second, own, ...rest] = generate('select 4;\n')

  expect([other, own, rest]).toEqual(['20261126000000_other.sql', '20270101000000_own.sql', []])
  expect(second).toMatch(/^20261126\d{6}_baseline\.sql$/)
  expect(second).not.toBe(first)
  expect(readFileSync(join(migrations, second ?? ''), 'utf8')).toMatch(
    /^-- Generated .*\nselect 4;\n$/,
  )
})
