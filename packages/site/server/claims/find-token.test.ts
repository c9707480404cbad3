import {
  type LocalServer,
  serveLocally,
} from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerDns } from '../../tests/support/services/dns.ts'
import {
  type ClaimPlaces,
  createTokenFinder,
  type FindToken,
  listMetaContents,
} from './find-token.ts'

const TOKEN = '0123456789abcdef0123456789abcdef'
const PROOF = `toolmark-verify=${TOKEN}`
const OTHER = 'toolmark-verify=of-another-claim'

const files = new Map<string, string>()
const records = new Map([
  ['kettle.example', ['v=spf1 -all', PROOF]],
  ['pots.example', [OTHER]],
])
let website: LocalServer
let dns: Awaited<ReturnType<typeof answerDns>>
let findToken: FindToken
beforeAll(async () => {
  website = await serveLocally((request, response) => {
    const text = files.get(request.url ?? '')
    if (text?.startsWith('http')) response.writeHead(302, { location: text }).end()
    else response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  dns = await answerDns(records)
  findToken = createTokenFinder({ testHosts: new Set([website.host]), testResolver: dns.address })
})
afterAll(() => {
  website.close()
  dns.close()
})

const find = (places: Partial<ClaimPlaces>) =>
  findToken({
    token: TOKEN,
    dns_name: null,
    file_url: null,
    page_url: null,
    is_repository: false,
    ...places,
  } as ClaimPlaces)

describe('createTokenFinder', () => {
  test('finds the token in a TXT record', async () => {
    expect(await find({ dns_name: 'kettle.example' })).toEqual({
      found: true,
      method: 'dns',
      detail: 'the DNS record of kettle.example',
    })
  })

  test.each([
    `"${PROOF}"`,
    `'${PROOF}'`,
    ` ${PROOF} `,
    `toolmark-verify= ${TOKEN}`,
    `" toolmark-verify = ${TOKEN}"`,
    `toolmark-verify="${TOKEN}"`,
    `“${PROOF}”`,
    `„toolmark-verify=‘${TOKEN}’“`,
    `«${PROOF}»`,
    `\`${PROOF}\``,
  ])('finds the token in the TXT record and in the line %s', async (text) => {
    records.set('kettle.example', [text])
    files.set('/quoted.txt', text)
    expect(await find({ dns_name: 'kettle.example' })).toMatchObject({ found: true })
    expect(await find({ file_url: `${website.url}/quoted.txt` })).toMatchObject({ found: true })
    records.set('kettle.example', [`${text}0`])
    expect(await find({ dns_name: 'kettle.example' })).toMatchObject({ found: false })
  })

  test('says the same of a name that does not exist and of one in the own network', async () => {
    for (const name of ['localhost', 'does-not-exist.invalid', 'printer.internal.invalid']) {
      expect(await find({ file_url: `http://${name}/` })).toEqual({
        found: false,
        detail: `http://${name}/: ${name} is not on the open internet`,
      })
    }
  })

  test.each([['v=spf1 -all'], [''], ['a', 'b']])(
    'says the same of a name without a TXT record and of one with %j',
    async (...texts) => {
      records.set('inside.example', texts)
      const describe = async (name: string) =>
        (await find({ dns_name: name })).detail.replace(name, 'NAME')
      expect(await describe('inside.example')).toBe(await describe('outside.example'))
    },
  )

  test('finds the token in a file, as one of its lines, and names a repository as the method', async () => {
    files.set('/token.txt', `# ours\r\n${PROOF}\r\n`)
    const file_url = `${website.url}/token.txt`
    expect(await find({ file_url })).toMatchObject({ found: true, method: 'file' })
    expect(await find({ file_url, is_repository: true })).toMatchObject({ method: 'repository' })
  })

  test('finds the token in the first 64 KB of a long page', async () => {
    const tag = `<meta name="toolmark-verify" content="${PROOF}">`
    files.set('/long', `<head>${tag}</head>${'x'.repeat(200_000)}`)
    files.set('/late', `<head>${' '.repeat(70_000)}${tag}</head>`)
    expect(await find({ page_url: `${website.url}/long` })).toMatchObject({
      found: true,
      method: 'meta',
    })
    const page_url = `${website.url}/late`
    expect(await find({ page_url })).toEqual({
      found: false,
      detail: `no token in the first 64 KB of ${page_url}`,
    })
  })

  test('says what each place has instead', async () => {
    files.set('/other.txt', OTHER)
    expect(
      await find({
        dns_name: 'unknown.example',
        file_url: `${website.url}/other.txt`,
        page_url: `${website.url}/missing`,
      }),
    ).toEqual({
      found: false,
      detail: `no token in the DNS record of unknown.example; “${OTHER}” in the file of ${website.url}/other.txt; ${website.url}/missing: ${website.host} answered 404`,
    })
    expect(await find({ dns_name: 'pots.example' })).toMatchObject({ found: false })
    expect(await find({})).toEqual({ found: false, detail: 'the tool has no website' })
  })

  test('fetches nothing from another private address, also not after a redirect', async () => {
    const other = await serveLocally((_request, response) => response.end(PROOF))
    files.set('/away', `${other.url}/`)
    for (const file_url of [
      other.url,
      `${website.url}/away`,
      'http://localhost/',
      'http://10.0.0.1/',
    ]) {
      expect((await find({ file_url })).found).toBe(false)
    }
    expect(await find({ file_url: 'http://localhost/' })).toMatchObject({
      detail: 'http://localhost/: localhost is not on the open internet',
    })
    other.close()
  })
})

test.each([
  [`<meta name="toolmark-verify" content="${PROOF}">`, [PROOF]],
  [`<META content='${PROOF}' NAME=toolmark-verify />`, [PROOF]],
  [
    `<meta name="description" content="x"><meta name="toolmark-verify" content=" ${PROOF} ">`,
    [PROOF],
  ],
  [`<head></head><body><meta name="toolmark-verify" content="${PROOF}">`, []],
  [`<!-- <meta name="toolmark-verify" content="${PROOF}"> -->`, []],
  [`<title><meta name="toolmark-verify" content="${PROOF}"></title>`, []],
  [`<script>'<meta name="toolmark-verify" content="${PROOF}">'</script>`, []],
  [`<meta data-name="toolmark-verify" content="${PROOF}">`, []],
  [`<meta name="description" content='> <meta name="toolmark-verify" content="${PROOF}">'>`, []],
  [`<template><meta name="toolmark-verify" content="${PROOF}"></template>`, []],
  [`<meta property="og:title" content="x name=toolmark-verify content=${PROOF} >">`, []],
])('listMetaContents of %s', (html, contents) => {
  expect(listMetaContents(html, 'toolmark-verify')).toEqual(contents)
})
