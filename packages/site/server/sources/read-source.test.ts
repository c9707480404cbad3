import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { createTarGzip } from 'nanotar'
import { afterAll, describe, expect, it } from 'vitest'
import { readMappingFile } from './guess-columns.ts'
import { readProposal, readSource } from './read-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

async function read(file: string, own?: string) {
  const mapping = own ? readMappingFile(own) : undefined
  const { proposal, ...rest } = await readProposal({ source: file, mapping, isStrict: true })
  return { ...rest, ...proposal }
}

const PROGRAMS = [
  'Product name;Official Link;Notes;State;Cost per school;Sign-in;Checked;Contact page;GDPR;Topic',
  'Chalk;https://chalk.example;Board for lessons;Approved;200;SAML|OIDC;2026-01-31;https://chalk.example/help;Yes;Teaching',
  'Slate;https://slate.example;Reads aloud;Approved;1,200;SAML;2026-02-28;https://slate.example/help;No;Reading, writing',
  'Bell;https://bell.example;Rings on time;Refused;;OIDC;;;yes;Teaching',
  'Desk;no address;Plans rooms;Refused;50;OIDC;2026-03-01;;;Teaching',
]

describe('a table', () => {
  it('has its columns guessed by name and by content', async () => {
    const { kind, mapping, attributes, rows, categories, report } = await read(
      write('programs.csv', PROGRAMS.join('\n')),
    )
    expect(kind).toBe('csv')
    expect(Object.entries(mapping)).toEqual([
      ['Product name', 'name'],
      ['Official Link', 'website_url'],
      ['Notes', 'attribute:text'],
      ['State', 'attribute:choice'],
      ['Cost per school', 'attribute:number'],
      ['Sign-in', 'attribute:choices'],
      ['Checked', 'attribute:date'],
      ['Contact page', 'attribute:link'],
      ['GDPR', 'attribute:yes_no'],
      ['Topic', 'category'],
    ])
    expect(attributes.map(({ key }) => key)).toEqual([
      'notes',
      'state',
      'cost_per_school',
      'sign_in',
      'checked',
      'contact_page',
      'gdpr',
    ])
    expect(rows[1]).toEqual({
      name: 'Slate',
      website_url: 'https://slate.example',
      description: 'Slate',
      category: 'Reading / writing',
      notes: 'Reads aloud',
      state: 'approved',
      cost_per_school: '1200',
      sign_in: ['saml'],
      checked: '2026-02-28',
      contact_page: 'https://slate.example/help',
      gdpr: 'no',
    })
    expect(categories.map(({ slug }) => slug)).toEqual(['teaching', 'reading-writing'])
    expect(report).toEqual([
      { place: 'row 4', text: 'no address', reason: 'It is no value of website url.' },
    ])
  })

  it('has addresses, dates and numbers as spreadsheets write them', async () => {
    const lines = [
      'Tool;Web page;What it does;Cost;Approved until',
      'Chalk;chalk.example;Boards;4,50;31.12.2026',
      'Slate;slate.example/en;Reads;1,200;1.2.2027',
      'Bell;https://bell.example;Rings;0;2027-03-01',
    ]
    const { mapping, rows, report } = await read(write('typed.csv', lines.join('\n')))
    expect(Object.values(mapping)).toEqual([
      ...['name', 'website_url', 'description'],
      ...['attribute:number', 'attribute:date'],
    ])
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Chalk', 'https://chalk.example', 'Boards', 'Other', '4.50', '2026-12-31'],
      ['Slate', 'https://slate.example/en', 'Reads', 'Other', '1200', '2027-02-01'],
      ['Bell', 'https://bell.example', 'Rings', 'Other', '0', '2027-03-01'],
    ])
    expect(report).toEqual([])
  })

  it.each([
    ['an address', 'website', 'not.an address'],
    ['a date', 'release date', '31.13.2026'],
  ])('refuses %s of another form', async (_, column, value) => {
    const lines = [`name,${column}`, `Chalk,${value}`, 'Slate,']
    const own = `{"${column}": "${column === 'website' ? 'website_url' : 'latest_version_on'}"}`
    const { report } = await read(write(`${column}.csv`, lines.join('\n')), own)
    expect(report.map(({ text }) => text)).toEqual([value])
  })

  it('has each part that is left out in its report', async () => {
    const long = 'A board. '.repeat(200)
    const lines = [
      'name;description;platforms',
      'Chalk;Boards;"Windows, Amiga"',
      `Slate;${long};Linux`,
      'Bell;Rings;Linux',
    ]
    const { rows, report } = await read(
      write('lost.csv', lines.join('\n')),
      '{"platforms": "platforms"}',
    )
    expect(rows[0]?.platforms).toEqual(['windows'])
    expect(report).toEqual([
      { place: 'row 1', text: 'Amiga', reason: 'It is no value of platforms.' },
      {
        place: 'row 2',
        text: expect.stringContaining('A board. A board.'),
        reason: 'The description is cut: it is too long.',
      },
    ])
  })

  it('reports rows in the order of the file, also those with too many cells and wrong quotes', async () => {
    const lines = [
      'name,website_url,license',
      'A,no address,MIT',
      '',
      'B,https://b.example,MIT,more,cells',
      'C,https://c.example',
      'D,https://d.example,MIT,,',
      'E,https://e.example,banana',
      'F,"https://f.example" x,MIT',
      'G,https://g.example,MIT',
    ]
    const { report } = await read(write('wrong.csv', lines.join('\n')))
    expect(report.map(({ place, text, reason }) => `${place}: ${text}: ${reason}`)).toEqual([
      'row 1: no address: It is no value of website url.',
      'row 2: B, https://b.example, MIT, more, cells: Too many fields: expected 3 fields but parsed 5',
      'row 5: banana: It is no value of license.',
      expect.stringMatching(/^row 6: F, .*: Trailing quote on quoted field is malformed$/s),
      expect.stringMatching(/^row 6: F, .*: Quoted field unterminated$/s),
      expect.stringMatching(/^row 6: .*: It is no value of website url\.$/s),
    ])
  })

  it('reports entries of JSON that are no objects, and counts them', async () => {
    const entries = [5, { name: '', description: 'Cuts.' }, null, { name: 'B' }]
    const { rows, report } = await read(write('odd.json', JSON.stringify(entries)))
    expect(rows.map(({ name }) => name)).toEqual(['B'])
    expect(report.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'entry 1: It is no object.',
      'entry 2: It has no name.',
      'entry 3: It is no object.',
    ])
  })

  it("has the operator's own mapping, which can leave columns out", async () => {
    const own = '{"Notes": "description", "State": null, "Cost per school": "attribute:text"}'
    const { rows, attributes, report } = await read(write('own.csv', PROGRAMS.join('\n')), own)
    expect(rows[0]).toMatchObject({ description: 'Board for lessons', cost_per_school: '200' })
    expect(attributes.map(({ key }) => key)).not.toContain('state')
    expect(report[0]).toEqual({ place: 'all', text: 'State', reason: 'The column is left out.' })
  })

  it.each([
    ['{"Nots": "description"}', 'There is no column Nots. The list has Product name'],
    ['{"Notes": "text"}', 'The mapping of Notes is not valid'],
    ['nothing', 'The mapping is no JSON.'],
  ])('with the mapping %s is refused', async (own, message) => {
    await expect(read(write('bad.csv', PROGRAMS.join('\n')), own)).rejects.toThrow(message)
  })

  it.each([
    ['list.json', '{"meta": 1, "tools": [{"title": "Chalk", "url": "https://chalk.example"}]}'],
    ['list.jsonl', '{"title": "Chalk", "url": "https://chalk.example"}\n'],
    ['list.yml', '- title: Chalk\n  url: https://chalk.example\n'],
    ['list.tsv', 'title\turl\nChalk\thttps://chalk.example\n'],
  ])('%s has the same tool', async (name, content) => {
    const { rows } = await read(write(name, content))
    expect(rows).toEqual([
      {
        name: 'Chalk',
        website_url: 'https://chalk.example',
        description: 'Chalk',
        category: 'Other',
      },
    ])
  })

  it('a spreadsheet gets a line that says how to save it', async () => {
    const file = write('programs.xlsx', 'PK')
    await expect(read(file)).rejects.toThrow('save the sheet as CSV')
  })
})

const SOFTWARE = {
  'software/beetroot.yml':
    'name: Beetroot\nwebsite_url: https://beetroot.example\nsource_code_url: https://git.example/beetroot\ndescription: Draws beds.\nlicenses:\n  - AGPL-3.0\nplatforms:\n  - PHP\ntags:\n  - Planning\n  - Weather\nstargazers_count: 12\ncurrent_release:\n  tag: v1.2\n  published_at: 2026-03-01\n',
  'software/spade.yml':
    'name: Spade\nwebsite_url: https://spade.example\ndescription: Digs.\nlicenses:\n  - MIT\n  - Apache-2.0\nplatforms:\n  - PHP\n  - Docker\n  - Docker\ntags:\n  - Planning\n',
  'tags/planning.yml': 'name: Planning\ndescription: Where plants go.\n',
  'software/broken.yml': 'name: [',
}

describe('one file for each tool', () => {
  const bytes = Object.fromEntries(
    Object.entries(SOFTWARE).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  )

  it.each([
    [
      'a folder',
      async () => {
        for (const [name, text] of Object.entries(SOFTWARE)) write(join('data', name), text)
        return join(folder, 'data')
      },
    ],
    ['a .zip', async () => write('data.zip', zipSync(bytes))],
    [
      'a .tar.gz',
      async () =>
        write(
          'data.tar.gz',
          await createTarGzip(Object.entries(SOFTWARE).map(([name, data]) => ({ name, data }))),
        ),
    ],
  ])('%s becomes tools with topics, licenses and releases', async (_, make) => {
    const { kind, rows, categories, report } = await read(await make())
    expect(kind).toBe('yaml')
    expect(rows[0]).toEqual({
      name: 'Beetroot',
      website_url: 'https://beetroot.example',
      repository_url: 'https://git.example/beetroot',
      description: 'Draws beds.',
      license: 'AGPL-3.0',
      category: 'Planning',
      more_categories: ['Weather'],
      latest_version: 'v1.2',
      latest_version_on: '2026-03-01',
      platforms_list: ['php'],
      stargazers_count: '12',
    })
    expect(rows[1]).toMatchObject({
      license: 'MIT OR Apache-2.0',
      platforms_list: ['php', 'docker', 'docker'],
    })
    expect(categories[0]).toEqual({
      slug: 'planning',
      name: 'Planning',
      description: 'Where plants go.',
    })
    expect(report.map(({ place }) => place)).toEqual(['software/broken.yml'])
  })

  it('publiccode.yml and codemeta.json have their own names', async () => {
    write(
      'public/one/publiccode.yml',
      'publiccodeYmlVersion: "0.4"\nname: Desk\nurl: https://git.example/desk\nlandingURL: https://desk.example\ncategories: [document-management]\ndevelopmentStatus: stable\nlegal:\n  license: EUPL-1.2\ndescription:\n  en:\n    shortDescription: Files letters.\n',
    )
    write(
      'public/two/codemeta.json',
      '{"@context": "https://doi.org/10.5063/schema/codemeta-2.0", "name": "Stamp", "description": "Stamps.", "codeRepository": "https://git.example/stamp", "license": "https://spdx.org/licenses/MIT", "applicationCategory": "Post"}',
    )
    const { kind, rows } = await read(join(folder, 'public'))
    expect(kind).toBe('publiccode')
    expect(rows).toMatchObject([
      {
        name: 'Desk',
        website_url: 'https://desk.example',
        license: 'EUPL-1.2',
        category: 'Document management',
        description: 'Files letters.',
      },
      { name: 'Stamp', website_url: 'https://git.example/stamp', license: 'MIT', category: 'Post' },
    ])
  })

  it('the open data of another site have its labels', async () => {
    write(
      'dump/tools.jsonl',
      '{"id": "1", "slug": "desk", "name": "Desk", "description": "Files.", "category": "Post", "more_categories": ["Mail"], "website_url": "https://desk.example", "capabilities": ["filing"], "review_count": 4}\n',
    )
    write('dump/tool_facts.jsonl', '{"tool_id": "1", "license": "MIT", "more": {"state": "ok"}}\n')
    write('dump/capabilities.jsonl', '{"slug": "filing", "name": "Filing", "category": "Post"}\n')
    write(
      'dump/attributes.jsonl',
      '{"key": "state", "label": "State", "options": [{"value": "ok", "label": "Approved"}]}\n',
    )
    const { kind, rows, capabilities } = await read(join(folder, 'dump'))
    expect(kind).toBe('dump')
    expect(rows).toEqual([
      {
        slug: 'desk',
        name: 'Desk',
        description: 'Files.',
        category: 'Post',
        more_categories: ['Mail'],
        website_url: 'https://desk.example',
        license: 'MIT',
        capabilities: ['filing'],
        state: 'Approved',
      },
    ])
    expect(capabilities).toEqual([{ slug: 'filing', name: 'Filing', category: 'Post' }])
  })
})

describe('a proposal', () => {
  it('makes one tool of the same one under three headings', async () => {
    const text =
      '# L\n\n## A\n\n- [X](https://x.example) - One.\n\n## B\n\n- [X](https://www.x.example/) - Two.\n\n## C\n\n- [X](https://x.example) - One.\n- [Y](https://y.example)\n'
    const { rows } = await read(write('three.md', text))
    expect(rows).toEqual([
      {
        name: 'X',
        website_url: 'https://x.example',
        description: 'One.',
        category: 'A tools',
        more_categories: ['B tools', 'C tools'],
      },
      { name: 'Y', website_url: 'https://y.example', description: 'Y', category: 'C tools' },
    ])
  })

  it('has at most 500 categories: the tools of the others are in one that the report names', async () => {
    const topics = Array.from({ length: 503 }, (_, at) => `Topic ${at}`)
    const items = topics.map(
      (topic) => `## ${topic}\n\n- [${topic} tool](https://${topic.slice(6)}.example)`,
    )
    const { categories, rows, report } = await read(
      write('topics.md', `# L\n\n${items.join('\n\n')}\n`),
    )
    expect(categories.map(({ name }) => name)).toEqual([...topics.slice(0, 499), 'Other'])
    expect(rows.map(({ category }) => category)).toEqual([
      ...topics.slice(0, 499),
      ...['Other', 'Other', 'Other', 'Other'],
    ])
    expect(report).toEqual(
      topics.slice(499).map((text) => ({
        place: 'all',
        text,
        reason: 'A site can have at most 500 categories: its tools are in Other.',
      })),
    )
  })

  it('a source on an inside network is not fetched', async () => {
    await expect(readSource('http://127.0.0.1/list.csv')).rejects.toThrow(
      'not on the open internet',
    )
  })
})
