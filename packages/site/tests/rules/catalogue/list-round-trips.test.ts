// Six recorded lists, each read twice, and all of them exported and read again (spec 4 §6).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkImport } from '../../../app/moderation/import/file/run-import.ts'
import { readTableFile, writeTable } from '../../../app/moderation/import/file/table-file.ts'
import { readCatalog } from '../../../server/catalogue/export-command.ts'
import { writeMarkdown, writeYaml } from '../../../server/catalogue/write-list.ts'
import { readProposal } from '../../../server/sources/read-source.ts'
import { syncSource } from '../../../server/sources/sync-source.ts'
import { shareTestBackend } from '../../support/backends/backend.ts'

const LISTS = join(import.meta.dirname, '..', '..', 'support', 'lists')
const { service } = await shareTestBackend()
const folder = mkdtempSync(join(tmpdir(), 'lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function save(address: string, kind: string): Promise<number> {
  return (await service.rpc('save_source', { kind, address }).throwOnError()).data
}

async function sync(id: number, isDryRun = false) {
  const { data } = await service.from('sources').select('*').eq('id', id).single().throwOnError()
  const { proposal, written } = await syncSource(data, { service, read: readProposal, isDryRun })
  const { counts, report, gone } = written
  return { counts, gone, report: [...proposal.report, ...report], proposal }
}

const NOTHING = { created: 0, updated: 0, invalid: 0, kept: 0 }

interface Expected {
  kind: string
  created: number
  /** That the site does not have by default. */
  categories: string[]
  attributes: string[]
  /** What is not understood. */
  report: string[]
}

const CASES: [string, Expected][] = [
  [
    'selfhosted.md',
    {
      kind: 'markdown',
      created: 7,
      categories: ['Bookmarks and Link Sharing'],
      attributes: ['technologies choices', 'demo link', 'clients link'],
      report: ['line 24: The mark ⚠ is left out.', 'line 47: The section has no tools.'],
    },
  ],
  [
    'selfhosted',
    {
      kind: 'yaml',
      created: 3,
      categories: ['Money', 'Statistics of visits'],
      attributes: [
        ...['platforms_list text', 'stargazers_count number', 'updated_at date'],
        ...['archived yes_no', 'depends_3rdparty yes_no', 'demo_url link'],
      ],
      report: [
        'software/broken.yml: Nested mappings are not allowed in compact mappings at line 1, column 7:',
      ],
    },
  ],
  [
    'crooked.md',
    {
      kind: 'markdown',
      created: 13,
      categories: ['Timers', 'Ovens', 'Timers and ovens', 'C++', 'C#'],
      attributes: ['fuel text'],
      report: [
        'line 9: The second link Teaclock (https://teaclock.example) is left out.',
        'line 12: It has no link.',
        'line 27: It has no link.',
        'line 29: HTML is not read.',
        'line 31: It is no item of a list.',
        'line 35: Has the same name as line 10.',
      ],
    },
  ],
  [
    'languages.md',
    {
      kind: 'markdown',
      created: 7,
      categories: ['Texte und Notizen', 'Dessin et photos', 'メモ'],
      attributes: [],
      report: [],
    },
  ],
  [
    'publiccode',
    {
      kind: 'publiccode',
      created: 3,
      categories: ['Facility management', 'Geographic information systems', 'Data collection'],
      attributes: [
        ...['development_status text', 'software_type text', 'maintenance text', 'used_by text'],
        ...['languages text', 'documentation link', 'written_in text'],
      ],
      report: [],
    },
  ],
  [
    'programs.csv',
    {
      kind: 'csv',
      created: 60,
      categories: ['Mathematics', 'Reading', 'Science / nature', 'Administration'],
      attributes: [
        ...['state_of_the_contract choice', 'cost_per_school number'],
        ...['sign_in choices', 'checked_on date', 'contact_page link', 'grades choice'],
        ...['devices choices', 'renewal date', 'remarks text', 'licenses_bought number'],
        ...['person choice', 'data_stays_in_the_country yes_no'],
      ],
      report: [],
    },
  ],
]

describe.each(CASES)('%s', (name, { kind, created, categories, attributes, report }) => {
  test('becomes tools with every topic and column, and a second read changes nothing', async () => {
    const id = await save(join(LISTS, name), kind)
    const checked = await sync(id, true)
    expect(checked.counts).toMatchObject({ ...NOTHING, created })
    const first = await sync(id)
    expect(first.counts).toEqual(checked.counts)
    expect(first.proposal.categories.map((each) => each.name)).toEqual(categories)
    expect(first.proposal.attributes.map((each) => `${each.key} ${each.kind}`)).toEqual(attributes)
    expect(first.report.map(({ place, reason }) => `${place}: ${reason}`)).toEqual(report)
    const second = await sync(id)
    expect(second.counts).toMatchObject({ ...NOTHING, unchanged: created })
    expect(second.gone).toEqual([])
    expect(second.proposal).toMatchObject({
      categories: [],
      capabilities: [],
      attributes: [],
      options: [],
    })
  })
})

describe('all tools, exported and read again', () => {
  const catalog = async () =>
    readCatalog({
      service,
      async call(request) {
        const { data, error } = await request
        if (error) throw error
        return data
      },
    })

  test.each(['markdown', 'yaml'])('as %s change nothing', async (kind) => {
    const path = join(folder, kind)
    const exported = await catalog()
    if (kind === 'markdown') writeFileSync(path, writeMarkdown(exported))
    else {
      mkdirSync(path)
      for (const { path: file, text } of writeYaml(exported)) writeFileSync(join(path, file), text)
    }
    const { counts, report, proposal } = await sync(await save(path, kind))
    expect({ counts, report }).toEqual({
      counts: { ...NOTHING, duplicate: 0, unchanged: exported.rows.length },
      report: [],
    })
    expect(proposal).toMatchObject({
      categories: [],
      capabilities: [],
      attributes: [],
      options: [],
    })
  })

  test.each(['tools.csv', 'tools.json'])('as %s change nothing', async (name) => {
    const { rows } = await catalog()
    const table = readTableFile(name, new TextEncoder().encode(writeTable(name, rows)))
    const { results } = await checkImport(
      {
        readKeys: async (part) =>
          (await service.rpc('import_keys', { rows: part }).throwOnError()).data,
        importRows: async (part, dry_run) =>
          (await service.rpc('import_tools', { rows: part, dry_run }).throwOnError()).data,
      },
      table,
    )
    expect(results.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
    expect(results).toHaveLength(rows.length)
  })
})
