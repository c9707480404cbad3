import { describe, expect, test } from 'vitest'
import type { RowResult } from '../../../data/rpc-results.ts'
import {
  checkImport,
  describeProblems,
  type ImportCalls,
  RowsRefusedError,
  summarize,
  writeImport,
} from './run-import.ts'
import type { TableRow } from './table-file.ts'

/** A database whose tools are found by slug, which is the name here. */
function createCalls(listed: string[] = []) {
  const sent: { rows: readonly TableRow[]; dryRun: boolean }[] = []
  const calls: ImportCalls = {
    readKeys: async (rows) =>
      rows.map(({ row, name, slug, website_url = null }) => ({
        row: Number(row),
        tool: listed.includes(String(name)) ? `id of ${name}` : null,
        website: website_url === null ? null : String(website_url),
        slug: slug === undefined ? null : String(slug),
        name: String(name),
        name_slug: String(name),
      })),
    importRows: async (rows, dryRun) => {
      sent.push({ rows, dryRun })
      const isInvalid = rows.some(({ category }) => category === '')
      return rows.map(({ row, name, slug, category }): RowResult => {
        const key = String(name ?? slug)
        const outcome = category === '' ? 'invalid' : listed.includes(key) ? 'unchanged' : 'created'
        if (!dryRun && !isInvalid) listed.push(key)
        return { row: Number(row), outcome, tool: null, message: category === '' ? 'No.' : null }
      })
    },
  }
  return { calls, sent }
}

test('describeProblems names a problem of several rows once', () => {
  const invalid = (row: number, problem: string): RowResult => ({
    row,
    outcome: 'invalid',
    tool: null,
    message: `Row ${row}: ${problem}`,
  })
  const many = Array.from({ length: 25 }, (_, at) => invalid(at + 1, 'no column x.'))
  const valid: RowResult = { row: 26, outcome: 'created', tool: null, message: null }
  expect(describeProblems([...many, valid])).toEqual([
    `25 rows (${Array.from({ length: 20 }, (_, at) => at + 1).join(', ')} …): no column x.`,
  ])
  const lines = [1, 2, 3, 4, 6].map((row) => invalid(row, 'no column x.'))
  expect(describeProblems(lines)).toEqual(['All 5 rows: no column x.'])
  expect(
    describeProblems([
      { row: 5, outcome: 'duplicate', tool: null, message: 'Row 5 is part of A.' },
      ...lines,
      invalid(7, 'no name.'),
      { row: 8, outcome: 'created', tool: null, message: null },
    ]),
  ).toEqual(['5 rows (1, 2, 3, 4, 6): no column x.', 'Row 5 is part of A.', 'Row 7: no name.'])
})

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `tool-${at}` }))

describe('checkImport', () => {
  test('sends at most 100 rows a call, with their numbers in the file', async () => {
    const { calls, sent } = createCalls()
    const steps: number[] = []
    const { results } = await checkImport(calls, many(250), (done) => steps.push(done))
    expect(sent.map(({ rows, dryRun }) => [rows[0]?.row, rows.length, dryRun])).toEqual([
      [1, 100, true],
      [101, 100, true],
      [201, 50, true],
    ])
    expect(results.at(-1)).toMatchObject({ row: 250, outcome: 'created' })
    expect(steps).toEqual([100, 200, 250])
  })

  test('finds duplicates of rows of another call, which writeImport leaves out', async () => {
    const { calls, sent } = createCalls(['listed'])
    const rows: TableRow[] = [
      ...many(120).map((row, at) => ({ ...row, website_url: `w${at}` })),
      { name: 'x', website_url: 'w3' },
      { name: 'tool-5', website_url: 'y' },
      { name: 'listed' },
      { name: 'listed' },
      { name: 'tool-7', slug: 'other' },
      { name: 'z', slug: 'other' },
    ]
    const checked = await checkImport(calls, rows)
    const duplicates = checked.results.filter(({ outcome }) => outcome === 'duplicate')
    expect(duplicates.map(({ message }) => message)).toEqual([
      'Row 121 has the same website as row 4.',
      'Row 122 has the same name as row 6.',
      'Row 124 is the same tool as row 123.',
      'Row 125 has the same name as row 8.',
      'Row 126 has the same slug as row 125.',
    ])
    sent.length = 0
    const written = await writeImport(calls, checked)
    expect(sent.flatMap((call) => call.rows)).toHaveLength(121)
    expect(summarize(written)).toEqual({
      created: 120,
      updated: 0,
      unchanged: 1,
      duplicate: 5,
      invalid: 0,
    })
  })

  test('sends rows with a slug first, so that no name gets it', async () => {
    const { calls } = createCalls()
    const { rows } = await checkImport(calls, [
      ...many(120),
      { name: 'Tool 3', slug: 'tool-3' },
      { name: 'Tool 4', slug: 'tool-4' },
    ])
    expect(rows.slice(0, 3).map(({ row }) => row)).toEqual([121, 122, 1])
  })

  test('an invalid row stays invalid although it repeats another one', async () => {
    const { calls } = createCalls()
    const { results } = await checkImport(calls, [{ name: 'a' }, { name: 'a', category: '' }])
    expect(results[1]).toMatchObject({ outcome: 'invalid', message: 'No.' })
  })
})

describe('writeImport', () => {
  test('names successors of the same file when they are listed', async () => {
    const { calls, sent } = createCalls(['old'])
    const rows: TableRow[] = [
      { name: 'old', successor_id: 'NEW' },
      { name: 'other', successor_id: 'listed-before' },
      { name: 'new' },
    ]
    const checked = await checkImport(calls, rows)
    expect(checked.results.map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'created'])
    sent.length = 0
    await writeImport(calls, checked)
    expect(sent.map((call) => call.rows)).toEqual([
      [
        { row: 1, name: 'old' },
        { row: 2, name: 'other', successor_id: 'listed-before' },
        { row: 3, name: 'new' },
      ],
      [{ row: 1, name: 'old', successor_id: 'new' }],
    ])
  })

  test('another attempt leaves the rows of a failed one unchanged', async () => {
    const { calls } = createCalls()
    const checked = await checkImport(calls, many(250))
    let isAway = true
    const unreliable: ImportCalls = {
      ...calls,
      importRows: (rows, dryRun) =>
        isAway && rows[0]?.row === 101
          ? Promise.reject(new Error('away'))
          : calls.importRows(rows, dryRun),
    }
    await expect(writeImport(unreliable, checked)).rejects.toThrow('away')
    isAway = false
    expect(summarize(await writeImport(unreliable, checked))).toMatchObject({
      created: 150,
      unchanged: 100,
    })
  })

  test('throws if a row that was valid is refused', async () => {
    const { calls } = createCalls()
    const checked = await checkImport(calls, [{ name: 'a' }])
    const refusing: ImportCalls = {
      ...calls,
      importRows: async () => [{ row: 1, outcome: 'invalid', tool: null, message: 'Gone.' }],
    }
    await expect(writeImport(refusing, checked)).rejects.toThrow(RowsRefusedError)
  })
})
