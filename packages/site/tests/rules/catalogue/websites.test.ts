// Two spellings of the address of one website are one (spec 2 §5): the host as the parser of web addresses reads it.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()
const member = await db.createUser()
const addTool = (writer: string | typeof OWNER, website_url: string) =>
  db.create(writer, 'tools', {
    name: `Kettle ${crypto.randomUUID()}`,
    description: 'Boils.',
    category: 'HR',
    website_url,
  })

test.each([
  'https://kettle.example',
  'http://KETTLE.example/',
  'https://www.kettle.example:443',
  'https://ｋettle.example',
  'https://kettle.example/index.html',
  'https://kettle.example/Index.HTM',
  'https://kettle.example/index.php',
  'https://kettle.example/default.aspx',
  'https://kettle.example//',
  'https://kettle.example/./',
  'https://kettle.example/a/..',
  'https://kettle.example/../a/b/../../',
  'https://kettle.example/%2E/',
  'https://kettle.example/a/%2e%2e/',
  'https://kettle.example/%69nde%78.html',
  'https://kettle.example/\u200b',
  'https://kettle.example/#top',
  'https://kettle.example/?utm_source=x&gclid=1',
  'https://kettle.example/home',
  'https://kettle.example/Home/',
  'https://kettle.example/index',
  'https://kettle.example/;',
  'https://kettle.example/;jsessionid=1?utm_source=x',
  'https://kettle.example/en',
  'https://kettle.example/EN/',
  'https://kettle.example/en-us/',
  'https://kettle.example/zh_Hans',
  'https://kettle.example/de/home',
  'https://m.kettle.example',
  'https://mobile.kettle.example/',
  'https://www2.kettle.example',
  'https://WWW3.m.kettle.example/en/',
  'https://kettle.example/?lang=en',
  'https://kettle.example?hl=de-AT&utm_campaign=x',
  'https://kettle.example/?LANG=pt_BR',
  'https://kettle.example/?ref=list',
  'https://kettle.example/?Ref=list&UTM_Source=a',
  'https://kettle.example/?ut%6d_source=a',
  'https://kettle.example/?via=a&fbclid=b&_gl=c',
  'https://kettle.example/?',
  'https://kettle.example/?&&',
  'https://kettle.example/?tea',
  'https://kettle.example/?tea=',
  'https://kettle.example/index.htm?tea',
  'https://kettle.example/main.html',
  'https://kettle.example/Main.PHP?lang=en',
  'https://kettle.example/start.aspx',
  'https://kettle.example/welcome.do',
  'https://kettle.example/en-us/main.html?ref=1',
  'https://kettle.example/%20',
  'https://kettle.example/%20/%09/',
  'https://kettle.example/%20index.html%20',
  'https://kettle.example/%C2%A0%E2%80%8B',
  'https://kettle.example/\u00a0',
  'https://kettle.example/\u00a0/index.html',
  'https://kettle.example/%E2%80%A8%E2%81%9F',
  'https://wap.kettle.example',
  'https://amp.kettle.example/en',
  'https://web.kettle.example',
  'https://www.web.kettle.example/',
  'https://kettle.example/amp',
  'https://kettle.example/AMP/',
  'https://kettle.example/en/amp/',
  'https://kettle.example/amp/de-AT',
  'https://kettle.example/amp/index.html',
  'https://kettle.example/?amp=1',
  'https://kettle.example/?outputType=amp',
  'https://kettle.example/?l=en',
  'https://kettle.example/?lc=DE&ln=fr-CA',
  'https://kettle.example/?lng=pt_BR&utm_id=1',
  'https://kettle.example/?gad_source=1&gad_campaignid=2',
  'https://kettle.example/?igshid=a&igsh=b&trk=c',
  'https://kettle.example/?__hstc=1&_hsenc=2&mkt_tok=3',
  'https://www2.kettle.example/%20/main.html?lang=en&ref=x&tea#top',
])('%s is https://kettle.example', async (website) => {
  const id = await addTool(OWNER, 'https://kettle.example')
  await expectRefusal(addTool(member, website), { constraint: 'tools_website_key' })
  await db.asOwner('delete from tools where id = $1', [id])
})

test('the host is the one that the parser of web addresses reads', async () => {
  for (const host of [
    'bücher.example',
    'BÜCHER.example',
    'faß.example',
    'ｎｏｔｉｏｎ.example',
    '例え.テスト',
    'пример.испытание',
    'a.b-c.example',
    'mañana.example',
    'ليهمابتكلموشعربي.example',
    'ひとつ屋根の下2.example',
    'wİx.example',
    'wI\u0307x.example',
  ]) {
    const [row] = await db.asOwner('select private.normalize_host($1) as host', [host])
    expect(row?.host).toBe(new URL(`https://${host}`).hostname)
  }
})

test('no letter makes a host in Latin letters that the parser of web addresses reads as another one', async () => {
  const letters: string[] = []
  for (let code = 0xa1; code <= 0x1_ff_ff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (/[\p{L}\p{M}\p{N}\p{S}]/u.test(letter)) letters.push(letter)
  }
  const rows: Awaited<ReturnType<typeof db.asOwner>> = []
  // A statement ends after 8 s.
  for (let at = 0; at < letters.length; at += 10_000)
    rows.push(
      ...(await db.asOwner(
        `select letter, private.normalize_host('a' || letter || 'b.example') as host from unnest($1::text[]) as letter
         where private.is_web_address('https://a' || letter || 'b.example')`,
        [letters.slice(at, at + 10_000)],
      )),
    )
  const plain = rows.filter(({ host }) => /^[a-z0-9.]+$/.test(String(host)))
  expect(plain.length).toBeGreaterThan(1000)
  expect(
    plain.filter(({ letter, host }) => {
      const address = `https://a${String(letter)}b.example`
      return URL.canParse(address) && new URL(address).hostname !== host
    }),
  ).toEqual([])
})

test.each([
  'https://0x7f.1/',
  'https://127.1',
  'https://2130706433/',
  'https://0177.0.0.1:8080/',
  'https://127.0.0.256?tea',
  'https://１２７.1/',
  'https://kettle.0x/',
])(
  '%s is no address of a website: its host is another spelling of an IPv4 address',
  async (website) => {
    await expectRefusal(addTool(member, website), { constraint: 'tool_website_url_format' })
  },
)

test('other paths, parameters and hosts are other websites', async () => {
  await addTool(OWNER, 'https://urn.example')
  for (const website of [
    'https://urn.example/indexes',
    'https://urn.example/home/tea',
    'https://urn.example/ml',
    'https://urn.example/english',
    'https://urn.example/tea/en',
    'https://urn.example/docs/index.html',
    'https://urn.example/a/../b',
    'https://urn.example/.../',
    'https://urn.example/%2F',
    'https://urn.example/a%20b',
    'https://urn.example/c++',
    'https://urn.example/c+',
    'https://urn.example/?page=2',
    'https://urn.example/?track=2',
    'https://urn.example/?hsk=2',
    'https://urn.example/?page=3&lang=en',
    'https://urn.example/?lang=python',
    'https://urn.example/?l=1',
    'https://urn.example/?l=teapot',
    'https://urn.example/amplifier',
    'https://urn.example/tea/amp',
    'https://urn.example/?amp=tea',
    'https://web.example',
    'https://webmail.urn.example',
    'https://urn.example/?reference=2',
    'https://urn.example/?a=b%26c',
    'https://urn.example/main',
    'https://urn.example/welcome',
    'https://urn.example/main.html/tea',
    'https://urn.example/product-a',
    'https://app.urn.example',
    'https://docs.urn.example',
    'https://m3.urn.example',
    'https://wwwtea.urn.example',
    'https://urn.m.example',
    'https://m.example',
    'https://www.example',
    'https://ürn.example',
    'https://192.0.2.1:8080/',
    'https://4.urn0x.example',
  ])
    await addTool(member, website)
})

test('tool_by_website finds a tool by its website in any form, and no other', async () => {
  const find = (address: string) =>
    db.value({ role: 'anon' }, 'select id from tool_by_website($1)', [address])
  const [id, source] = [
    await addTool(OWNER, 'https://pan.example/app'),
    await addTool(OWNER, 'https://lid.example'),
  ]
  for (const address of [
    'https://pan.example/app',
    'pan.example/app',
    'WWW.PAN.example/app/',
    'http://pan.example/app/index.html?utm_source=list#top',
    '//pan.example/app',
    '  pan.example/app ',
  ])
    expect([address, await find(address)]).toEqual([address, id])
  for (const address of [
    '',
    'pan.example',
    'https://',
    'ftp://pan.example/app',
    "' or true",
    'javascript:pan.example/app',
  ])
    expect([address, await find(address)]).toEqual([address, undefined])
  await db.asOwner("insert into private.staff (user_id, role) values ($1, 'moderator')", [member])
  await db.as(member, "select merge_tools($1, $2, 'Both entries are one and the same tool.')", [
    source,
    id,
  ])
  expect(await find('lid.example')).toBe(id)
})
