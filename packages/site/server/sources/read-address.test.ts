import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { listRawAddresses } from './load-repositories.ts'
import { type Kind, readProposal } from './read-source.ts'

const PAGES: Readonly<Record<string, string | Buffer>> = {
  // The odd ones: a page in place of a file, no file, a repository of a name twice, a line without an address.
  '/repositories.txt':
    'Gardens\n{host}/town/beds\n{host}/town/beds.git\n{host}/town/none\n{host}/town/page\n{host}/town/seeds\n',
  '/api/v1/repos/town/beds/raw/publiccode.yml':
    'name: Beds\nlandingURL: https://beds.example\ncategories: [garden-planning]\nlegal: {license: MIT}\ndescription: {en: {shortDescription: Plans beds.}}\n',
  '/town/seeds/-/raw/HEAD/codemeta.json':
    '{"@context": "https://w3id.org/codemeta/3.0", "name": "Seeds", "description": "Counts seeds.", "applicationCategory": "Garden planning"}',
  '/town/page/-/raw/HEAD/publiccode.yml': '<!doctype html><p>Sign in</p>',
  '/data':
    '<a href="/data/2026-10-01/tools.jsonl.gz">old</a><a href="/data/2026-11-02/tools.jsonl.gz">new</a><a href="/data/2026-11-02/tool_facts.jsonl.gz">facts</a>',
  '/data/2026-11-02/tools.jsonl.gz': gzipSync(
    '{"id": "1", "slug": "spade", "name": "Spade", "description": "Digs.", "category": "Garden", "website_url": "https://spade.example", "review_count": 3}\n',
  ),
  '/data/2026-11-02/tool_facts.jsonl.gz': gzipSync('{"tool_id": "1", "license": "MIT"}\n'),
}

const server = createServer((request, response) => {
  const page = PAGES[request.url ?? '']
  if (request.url === '/moved.csv') response.writeHead(302, { location: 'http://127.0.0.1:9/' })
  else if (request.url === '/large.csv') response.write(Buffer.alloc(11 * 1024 * 1024, 'a'))
  else if (page === undefined) response.writeHead(404)
  response.end(typeof page === 'string' ? page.replaceAll('{host}', origin) : page)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
const origin = `http://${host}`
afterAll(() => server.close())

const read = async (path: string, kind?: Kind) =>
  (await readProposal({ source: `${origin}${path}`, kind }, { testHosts: new Set([host]) }))
    .proposal

test('a list of repositories has the descriptions that they have', async () => {
  const { rows, report } = await read('/repositories.txt', 'publiccode')
  expect(rows).toEqual([
    {
      name: 'Beds',
      description: 'Plans beds.',
      website_url: 'https://beds.example',
      repository_url: `${origin}/town/beds`,
      license: 'MIT',
      category: 'Garden planning',
    },
    {
      name: 'Seeds',
      description: 'Counts seeds.',
      website_url: `${origin}/town/seeds`,
      repository_url: `${origin}/town/seeds`,
      category: 'Garden planning',
    },
  ])
  const reason = 'It has no publiccode.yml or codemeta.json.'
  expect(report).toEqual(
    expect.arrayContaining([
      { place: 'line 4', text: `${origin}/town/none`, reason },
      { place: 'line 5', text: `${origin}/town/page`, reason },
    ]),
  )
})

test.each([
  ['https://github.com/a/b', ['https://raw.githubusercontent.com/a/b/HEAD/publiccode.yml']],
  ['https://gitlab.com/a/b/c', ['https://gitlab.com/a/b/c/-/raw/HEAD/publiccode.yml']],
  ['https://codeberg.org/a/b', ['https://codeberg.org/api/v1/repos/a/b/raw/publiccode.yml']],
  [
    'https://code.town.example/a/b',
    [
      'https://code.town.example/a/b/-/raw/HEAD/publiccode.yml',
      'https://code.town.example/api/v1/repos/a/b/raw/publiccode.yml',
    ],
  ],
  [
    'https://github.com/a/b/blob/main/publiccode.yml',
    ['https://github.com/a/b/raw/main/publiccode.yml'],
  ],
  [
    'https://gitlab.com/a/b/-/blob/main/publiccode.yml',
    ['https://gitlab.com/a/b/-/raw/main/publiccode.yml'],
  ],
])('the file of %s is at its raw address', (repository, addresses) => {
  expect(listRawAddresses(repository, 'publiccode.yml')).toEqual(addresses)
})

test('the open data of another site has its newest tools with their facts', async () => {
  expect((await read('/data')).rows).toEqual([
    {
      slug: 'spade',
      name: 'Spade',
      description: 'Digs.',
      category: 'Garden',
      website_url: 'https://spade.example',
      license: 'MIT',
    },
  ])
})

test.each([
  ['/moved.csv', 'only the usual ports are fetched'],
  ['/large.csv', 'more than 10485760 bytes'],
  ['/none.csv', 'answered 404'],
])('the address %s is refused: %s', async (path, message) => {
  await expect(read(path)).rejects.toThrow(message)
})
