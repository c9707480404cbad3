// Spec 4 §2: former addresses over HTTP, and the commands that import and export tools.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addTool } from '../support/backends/content.ts'
import { shareSite } from '../support/sites/share-site.ts'
import {
  appointStaff,
  createMember,
  createServiceClient,
  runCommand,
  type Site,
} from '../support/sites/site.ts'

const EXPLANATION = 'Both entries are about the same tool; the second one is older.'
const site = await shareSite()
const service = await createServiceClient(site)
const { client: mona } = await createMember(site, { username: 'mona' })
await appointStaff(site, 'mona', 'moderator')

const addNamedTool = (name: string) => addTool({ client: service }, { name })

async function visit(path: string) {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual' })
  await response.arrayBuffer()
  const { status, headers } = response
  return { status, location: headers.get('location'), caching: headers.get('cache-control') }
}

async function run(of: Site, command: string, ...values: string[]) {
  const env = { DATA_DIR: of.dataDir, PORT: new URL(of.url).port }
  const { code, output, errors } = await runCommand([...command.split(' '), ...values], env)
  return { code, lines: `${output}${errors}`.split('\n') }
}

describe('a former address', () => {
  test('answers 301 to the same page of the present one, until a merge is undone', async () => {
    const [source, target] = [await addNamedTool('Kettle'), await addNamedTool('Boiler')]
    expect(await visit('/tool/kettle')).toMatchObject({ status: 200 })
    await mona.rpc('rename_tool', { tool: source, name: 'Kettle', slug: 'kettle-2' }).throwOnError()
    const REDIRECT = { status: 301, caching: 'no-cache' }
    expect(await visit('/tool/kettle')).toEqual({ ...REDIRECT, location: '/tool/kettle-2' })
    await mona.rpc('merge_tools', { source, target, explanation: EXPLANATION }).throwOnError()
    for (const [path, location] of [
      ['/tool/kettle', '/tool/boiler'],
      ['/tool/Kettle-2?order=helpful', '/tool/boiler?order=helpful'],
      ['/kettle-2', '/tool/boiler'],
      ['/tool/kettle-2/alternatives', '/tool/boiler/alternatives'],
      ['/write-review/kettle', '/write-review/boiler'],
    ] as const) {
      expect(await visit(path)).toEqual({ ...REDIRECT, location })
    }
    await mona
      .rpc('moderate', { subject_type: 'tool', subject_id: source, action: 'restore' })
      .throwOnError()
    expect(await visit('/tool/kettle-2')).toMatchObject({ status: 200 })
    expect(await visit('/tool/kettle')).toEqual({ ...REDIRECT, location: '/tool/kettle-2' })
    expect(await visit('/tool/no-such-tool')).toMatchObject({ status: 404 })
  })
})

describe('tools:import and tools:export', () => {
  const HEADER = 'name,slug,description,category,website_url,platforms,license,successor_id'
  const file = (name: string) => join(site.dataDir, name)
  const write = (name: string, rows: string[]) =>
    writeFileSync(file(name), [HEADER, ...rows].join('\n'))

  test('check the whole file, write it, copy it to a site without tools, and find it unchanged', async () => {
    // More than a call of the database takes.
    const ROWS = 120
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `Tool ${at},,"Boils, fast",HR,https://t${at}.example,web;linux,MIT,`,
    )
    rows[3] = '=Formula,formula-tool,"Two\nlines",HR,,,,tool-119'
    write('bad.csv', [...rows.slice(0, -1), 'Last,,Boils,,,,,'])
    expect(await run(site, 'import', file('bad.csv'), '--write')).toEqual({
      code: 1,
      lines: [
        'Row 4: the successor is not valid. Please choose a listed tool as the successor.',
        'Row 120: the category is missing.',
        '118 new, 0 changed, 2 invalid. Nothing has been saved.',
      ],
    })
    write('good.csv', [...rows, 'Again,,Boils,HR,https://www.t7.example/,,,'])
    expect(await run(site, 'import', file('good.csv'))).toEqual({
      code: 0,
      lines: [
        'Row 121 has the same website as row 8.',
        '120 new, 0 changed, 0 invalid. Nothing has been saved.',
      ],
    })
    expect((await run(site, 'import', file('good.csv'), '--write')).lines.at(-1)).toBe(
      '120 new, 0 changed, 0 unchanged.',
    )
    for (const format of ['csv', 'json']) {
      expect((await run(site, 'export', file(`all.${format}`))).lines).toEqual([
        expect.stringMatching(/ holds 12\d tools$/),
      ])
    }
    await service.from('tools').delete().not('id', 'is', null).throwOnError()
    const { code, lines } = await run(site, 'import', file('all.csv'), '--write')
    expect([code, lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^12\d new, 0 changed, 0 unchanged\.$/),
    ])
    await run(site, 'export', file('copy.json'))
    expect(readFileSync(file('copy.json'), 'utf8')).toBe(readFileSync(file('all.json'), 'utf8'))
    expect(await run(site, 'import', file('all.json'), '--write')).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^0 new, 0 changed, 12\d unchanged\.$/)],
    })
  })

  test('add common capabilities once, and say which tools of a file they match', async () => {
    const add = () => run(site, 'capabilities add')
    expect((await add()).lines).toEqual([expect.stringMatching(/^\d{3} capabilities added$/)])
    expect((await add()).lines).toEqual(['0 capabilities added'])
    write('boards.csv', ['Boards,,It has kanban boards for teams.,HR,,,,'])
    expect(await run(site, 'import', file('boards.csv'), '--write')).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^\d+ of \d+ tools without uses match uses by their text\. Review them at \/moderation\/capabilities\/suggested\.$/,
        ),
        '1 new, 0 changed, 0 unchanged.',
      ],
    })
  })

  test('end with 1 for a missing file and characters that are not UTF-8', async () => {
    expect(await run(site, 'import', file('none.csv'))).toMatchObject({ code: 1 })
    writeFileSync(file('windows.csv'), Buffer.from(`${HEADER}\nCafé,,Boils,HR,,,,`, 'latin1'))
    expect(await run(site, 'import', file('windows.csv'))).toEqual({
      code: 1,
      lines: [
        'Row 1 has characters that are not UTF-8.',
        'Save the file as UTF-8, or name its encoding, as in --encoding windows-1252.',
      ],
    })
    expect(
      (await run(site, 'import', file('windows.csv'), '--encoding', 'windows-1252')).lines,
    ).toEqual(['1 new, 0 changed, 0 invalid. Nothing has been saved.'])
  })
})
