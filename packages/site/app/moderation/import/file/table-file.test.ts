import Papa from 'papaparse'
import { describe, expect, it, test } from 'vitest'
import {
  EncodingError,
  readTable,
  readTableFile,
  TableFileError,
  type TableRow,
  writeTable,
} from './table-file.ts'

const read = (text: string) => readTable('tools.csv', text)

const toBytes = (text: string) => new TextEncoder().encode(text)
const OLE = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])

test.each([
  ['a spreadsheet (.xlsx, .ods)', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0])],
  ['a spreadsheet (.xls)', OLE],
  ['a PNG picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])],
  ['a JPEG picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a])],
  ['an archive', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ['a PDF', toBytes('%PDF-1.7\n1 0 obj')],
  ['RTF', toBytes('{\\rtf1\\ansi name,category}')],
  ['HTML', toBytes('\ufeff\n<!doctype html><html><title>name</title></html>')],
  ['XML', toBytes('<?xml version="1.0"?><rows></rows>')],
  ['SVG', toBytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a letter', toBytes('Dear all,\nplease add our tools.')],
  ['JSON with another name', toBytes('[{"name": "A"}]')],
])('readTableFile of %s throws that it is no table, whatever its name is', (kind, bytes) => {
  expect(() => readTableFile('tools.csv', bytes)).toThrow(
    'The file is no table of tools. Save it as CSV or JSON.',
  )
  if (!/letter|JSON/.test(kind))
    expect(() => readTableFile('tools.json', bytes)).toThrow('The file is no table of tools.')
})

describe('readTable', () => {
  it.each([',', ';', '\t'])('reads columns that are separated by "%s"', (delimiter) => {
    const text = ['Name,Website URL,platforms', '"A, B",https://a.example,web;linux']
      .join('\r\n')
      .replaceAll(/,(?! )/g, delimiter)
    expect(read(`\ufeff${text.replace('web;linux', '"web;linux"')}\r\n\r\n`)).toEqual([
      { name: 'A, B', website_url: 'https://a.example', platforms: 'web;linux' },
    ])
  })

  it.each([
    ['a line with the separator', 'sep=;\r\nname;category\r\nA;HR\r\n'],
    ['a quoted line with the separator', '"sep=,"\nname,category\nA,HR'],
    ['padded columns', 'name,category,,\nA,HR,,\n,,,\n'],
    ['more cells than columns', 'name,category\nA,HR,, \n'],
    ['a padded line with the separator', 'sep=;;;\nname;category\nA;HR\n'],
    ['fewer cells than columns', 'name,category,,\nA,HR'],
  ])('reads a file of a spreadsheet program with %s', (_name, text) => {
    expect(read(text)).toEqual([{ name: 'A', category: 'HR' }])
  })

  it('names a cell in a column without a name', () => {
    expect(read('name,\nA,lost')).toEqual([{ name: 'A', '': 'lost' }])
  })

  it('writeTable begins a CSV file with a byte order mark, and JSON without', () => {
    expect(writeTable('tools.csv', [{ name: 'Ü' }])).toMatch(/^\ufeffname,/)
    expect(writeTable('tools.json', [{ name: 'Ü' }])).toMatch(/^\[/)
  })

  it('reads the rows of a JSON file', () => {
    expect(readTable('tools.JSON', '[{"name": "A", "platforms": ["web"]}]')).toEqual([
      { name: 'A', platforms: ['web'] },
    ])
  })

  it('reads the keys of JSON as the header of CSV, and leaves what is no row to the database', () => {
    const rows = [{ Name: 'A', ' Website URL ': 'https://a.example', Platforms: ['web'] }, 7, null]
    expect(readTable('tools.json', JSON.stringify(rows))).toEqual([
      { name: 'A', website_url: 'https://a.example', platforms: ['web'] },
      7,
      null,
    ])
  })

  it.each([
    ['tools.json', '{"name": "A"}', 'The file is not a JSON list of tools.'],
    ['tools.json', '[', 'The file is not a JSON list of tools.'],
    ['tools.csv', '', 'The file has no header with the names of columns.'],
    ['tools.csv', 'name,category\nA,HR\nB,HR,more', "Row 2 can't be read: "],
    ['tools.csv', 'name\n"A', "Row 1 can't be read: "],
  ])('refuses %s with "%s"', (name, text, message) => {
    expect(() => readTable(name, text)).toThrow(TableFileError)
    expect(() => readTable(name, text)).toThrow(message)
  })
})

describe('readTableFile', () => {
  const TEXT = 'name,category\nCafé,HR\n“Ünal”,HR\n'
  const ROWS = [
    { name: 'Café', category: 'HR' },
    { name: '“Ünal”', category: 'HR' },
  ]
  const littleEndian = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
  const windows = Buffer.from(TEXT.replace('“', '\x93').replace('”', '\x94'), 'latin1')

  it.each([
    ['UTF-8', Buffer.from(TEXT), undefined],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), undefined],
    ['UTF-16', littleEndian, undefined],
    ['UTF-16, big-endian', Buffer.from(littleEndian).swap16(), undefined],
    ['Windows-1252', windows, 'windows-1252'],
  ])('reads %s', (_name, bytes, encoding) => {
    expect(readTableFile('tools.csv', bytes, encoding)).toEqual(ROWS)
  })

  it('names the first row that is not in the encoding', () => {
    const read = () => readTableFile('tools.csv', windows)
    expect(read).toThrow(EncodingError)
    expect(read).toThrow('Row 1 has characters that are not UTF-8.')
    const plain = Buffer.concat([Buffer.from('name\nA\nB\n'), Buffer.from([0xe9])])
    expect(() => readTableFile('tools.csv', plain)).toThrow(
      'Row 3 has characters that are not UTF-8.',
    )
  })

  it('refuses the replacement character, which an earlier program has saved', () => {
    const read = () => readTableFile('tools.json', Buffer.from('[{"name": "Caf\ufffd"}]'))
    expect(read).toThrow('Row 1 has the character \ufffd, which stands for one')
    expect(read).not.toThrow(EncodingError)
  })

  it('refuses an unknown encoding', () => {
    expect(() => readTableFile('tools.csv', windows, 'latin-99')).toThrow(
      'There is no encoding latin-99.',
    )
  })
})

test.each(['tools.csv', 'tools.json'])('%s keeps what writeTable writes', (name) => {
  const rows: TableRow[] = [
    { name: '=1+1', description: 'A "quoted", two\nlines', category: '@home' },
    { name: "'=x", description: "'s-Hertogenbosch", category: '-1', platforms: 'web;linux' },
  ]
  const parsed = readTable(name, writeTable(name, rows))
  for (const [at, row] of rows.entries()) expect(parsed[at]).toMatchObject(row)
})

test.each([
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  '−',
  '﹢',
  '﹣',
  '﹦',
  '﹫',
])(
  'writeTable writes an apostrophe before a cell that begins with %j, and readTable takes it off',
  (sign) => {
    const description = `${sign}1+1`
    const file = writeTable('tools.csv', [{ name: 'Kettle', description, category: 'HR' }])
    expect(file).toContain(`'${description}`)
    expect(readTable('tools.csv', file)).toMatchObject([{ description }])
  },
)

test.each([
  'Kettle;=1+1',
  "A;-b\t@c;'=d; = e; 2=2",
  'Two lines\n=1+1\r\n+2',
  'Quoted;"=1+1;""-2\n"@x',
])('the cell %j, which other separators divide, has no formula and is read as it was', (name) => {
  const file = writeTable('tools.csv', [
    { name, description: name, category: 'HR', platforms: ['web', '=x', "'y"] },
  ])
  for (const delimiter of [';', '\t']) {
    const { data } = Papa.parse<string[]>(file, { delimiter })
    const cells = data.flat().flatMap((cell) => [cell, cell.replaceAll('"', '')])
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  }
  expect(file).not.toMatch(/[;\t\n\r]"*[=+\-@]/)
  expect(readTable('tools.csv', file)).toMatchObject([
    { name, description: name, platforms: "web;=x;'y" },
  ])
})

test('a sign inside a line stays as it is', () => {
  const description = 'a; = e; 2=2, "=x" and\n - a point'
  const file = writeTable('tools.csv', [{ name: 'Kettle', description }])
  expect(file).not.toContain("'")
})

test('writeTable writes no cell that a spreadsheet runs as a formula', () => {
  const text = writeTable('tools.csv', [
    { name: '=HYPERLINK("x")', description: '\t=1', category: '+1' },
  ])
  const [, cells = ''] = text.split('\n')
  expect(cells).toMatch(/^"'=HYPERLINK\(""x""\)",,"?'\t'=1"?,'\+1,/)
})
