import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDumpList } from './stored-dumps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-dumps-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const license = { name: 'CC0-1.0', title: 'Zero', path: 'https://license.example' }

function writeDump(name: string, rows: number, changedAt = 1000): void {
  const at = join(folder, name)
  mkdirSync(at, { recursive: true })
  const tables = [{ name: 'tools', rows, sha256: 'abc' }]
  const manifest = { made_at: '2026-11-28T03:00:30Z', license: license.name, tables, figures: [] }
  writeFileSync(join(at, 'manifest.json'), JSON.stringify(manifest))
  utimesSync(join(at, 'manifest.json'), changedAt, changedAt)
  const resources = [{ name: 'tools', bytes: 70 }]
  writeFileSync(join(at, 'datapackage.json'), JSON.stringify({ licenses: [license], resources }))
}

test('the list has complete dumps, the newest first, and what replaces one', () => {
  const list = createDumpList(folder)
  const read = () => list().map(({ day, tables }) => [day, tables[0]?.rows])
  expect(read()).toEqual([])
  writeDump('2026-11-27', 1)
  writeDump('2026-11-28', 2)
  writeDump('2026-11-29.part', 3)
  mkdirSync(join(folder, '2026-11-30'))
  writeFileSync(join(folder, 'lock.db'), '')
  expect(read()).toEqual([
    ['2026-11-28', 2],
    ['2026-11-27', 1],
  ])
  expect(list()[0]).toEqual({
    day: '2026-11-28',
    madeAt: '2026-11-28T03:00:30Z',
    license,
    tables: [{ name: 'tools', rows: 2, sha256: 'abc', bytes: 70 }],
  })
  writeDump('2026-11-28', 4, 2000)
  expect(read()[0]).toEqual(['2026-11-28', 4])
})

test('a folder that does not exist has none', () => {
  expect(createDumpList(join(folder, 'none'))()).toEqual([])
})
