import { expect, test } from 'vitest'
import type { RowResult } from '../../data/rpc-results.ts'
import { type Catalog, writeProposal } from './write-proposal.ts'

/** A catalog that refuses the rows named "Odd" with a message, whatever their cells are. */
function createCatalog(message: string): Catalog {
  return {
    readKeys: async (rows) =>
      rows.map(({ row, name }) => {
        const keys = { tool: null, website: null, slug: null, name_slug: null }
        return { ...keys, row: Number(row), name: String(name) }
      }),
    // Nothing of a call is written if one of its rows is refused.
    importRows: async (rows) =>
      rows.map(({ row, name }): RowResult => {
        const isRefused = name === 'Odd'
        return {
          row: Number(row),
          outcome: isRefused ? 'invalid' : 'created',
          tool: null,
          message: isRefused ? message : null,
        }
      }),
    addTopics: async () => {},
    finish: async () => [],
  }
}

test.each(['Row 2: the license is not valid.', 'Row 2: the name is not valid.'])(
  'a row that stays refused is in the report, and the others are written: %s',
  async (message) => {
    const rows = ['Chalk', 'Odd', 'Slate'].map((name) => ({ name, license: 'MIT' }))
    const { counts, report } = await writeProposal(createCatalog(message), {
      ...{ categories: [], capabilities: [], attributes: [], options: [], keys: {}, report: [] },
      present: 'Tools',
      rows,
      places: ['line 1', 'line 2', 'line 3'],
    })
    expect(counts.created).toBe(2)
    expect(report.at(-1)).toMatchObject({ place: 'line 2', text: 'Odd' })
  },
)

test('a call that the database ends is sent again in halves', async () => {
  const catalog = createCatalog('')
  const sizes: number[] = []
  const { counts } = await writeProposal(
    {
      ...catalog,
      importRows: async (rows, isDryRun) => {
        sizes.push(rows.length)
        if (rows.length > 1)
          throw Object.assign(new Error('canceling statement due to statement timeout'), {
            code: '57014',
          })
        return catalog.importRows(rows, isDryRun)
      },
    },
    {
      ...{ categories: [], capabilities: [], attributes: [], options: [], keys: {}, report: [] },
      present: 'Tools',
      rows: ['Chalk', 'Bell', 'Slate'].map((name) => ({ name })),
      places: ['line 1', 'line 2', 'line 3'],
    },
  )
  expect([counts.created, sizes]).toEqual([3, [3, 2, 1, 1, 1]])
})
