import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSiteFolder } from './site-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'toolmark-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(root, 'site-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'

describe('readSiteFolder', () => {
  test('an empty folder, and one with hidden files, returns nothing of its own', async () => {
    expect(await readSiteFolder(folderWith({ '.gitkeep': '' }))).toEqual({
      identity: {},
      texts: {},
    })
  })

  test('site.toml, icon and texts are returned', async () => {
    const folder = folderWith({
      'site.toml': `
        name = "Kiln"
        tagline = "tools for potters"
        locale = "de-CH"
        oidc_label = "Kiln account"
        content_language = "de"
        social = { Forum = "https://forum.kiln.example" }
        hues = { ink = 20 }`,
      'icon.svg': SVG,
      'imprint.md': 'Kiln Ltd',
    })
    expect(await readSiteFolder(folder)).toMatchObject({
      identity: {
        name: 'Kiln',
        tagline: 'tools for potters',
        locale: 'de-CH',
        oidcLabel: 'Kiln account',
        social: [{ href: 'https://forum.kiln.example', label: 'Forum' }],
        hues: { ink: 20 },
        hasImprint: true,
      },
      contentLanguage: 'de',
      icon: Buffer.from(SVG),
      texts: { imprint: { html: '<p>Kiln Ltd</p>\n' } },
    })
  })

  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['lines of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    [
      'UTF-16 of the other order',
      (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ],
  ])('files with %s are read as those without', async (_name, encode) => {
    const folder = folderWith({
      'site.toml': encode('name = "Ofen & Co"\n'),
      'terms.md': encode('---\ndate: 2026-11-01\n---\n# Regeln für alle\n\nKeine.\n'),
    })
    expect(await readSiteFolder(folder)).toMatchObject({
      identity: { name: 'Ofen & Co' },
      texts: { terms: { date: '2026-11-01', title: 'Regeln für alle', html: '<p>Keine.</p>\n' } },
    })
  })

  test('a text in Windows-1252 throws one line', async () => {
    const folder = folderWith({ 'terms.md': Buffer.from('F\u00fcr alle', 'latin1') })
    await expect(readSiteFolder(folder)).rejects.toThrow(
      /terms\.md is not a text in UTF-8: save it with this encoding$/,
    )
  })

  test('a name without accounts and an address has none of another site', async () => {
    const { identity } = await readSiteFolder(folderWith({ 'site.toml': 'name = "Kiln & Co."' }))
    expect(identity).toEqual({ name: 'Kiln & Co.', social: [], contact: 'hello@kiln-co.example' })
  })

  test.each([
    ['lists = true', [], []],
    ['lists = false, feeds = false', ['lists', 'feeds'], []],
    ['companies = false, makers = false', ['companies', 'makers', 'badges'], ['badges']],
    ['companies = false, badges = true', ['companies', 'makers', 'badges'], ['makers', 'badges']],
  ])('areas = { %s } switches off %o', async (areas, offAreas, implied) => {
    const folder = folderWith({ 'site.toml': `areas = { ${areas} }` })
    expect(await readSiteFolder(folder)).toMatchObject({
      identity: { offAreas },
      areaNotes: implied.map((area) => `the area ${area} is off, because it needs companies`),
    })
  })

  test.each([
    [{ 'site.toml': 'colour = 1' }, /site\.toml: colour is unknown$/],
    [{ 'site.toml': 'hues = { sky = 1 }' }, /site\.toml: hues\.sky is unknown$/],
    [{ 'site.toml': 'hues = { ink = 400 }' }, /hues\.ink must be a number from 0 to 360$/],
    [{ 'site.toml': 'areas = 5' }, /areas must be a table of areas with true or false$/],
    [{ 'site.toml': 'areas = { blog = false }' }, /areas\.blog is unknown$/],
    [{ 'site.toml': 'areas = { lists = "no" }' }, /areas\.lists must be true or false$/],
    [{ 'site.toml': 'name = 5' }, /name must be a text$/],
    [{ 'site.toml': 'name = "a\\nb"' }, /name must be one line of text without < and >$/],
    [{ 'site.toml': 'contact = "kiln"' }, /contact must be an email address$/],
    [
      { 'site.toml': 'social = { Forum = "http://x.example" }' },
      /social\.Forum must be an address/,
    ],
    [{ 'site.toml': 'locale = "german, please"' }, /locale must be a language tag/],
    [{ 'site.toml': 'content_language = "german"' }, /content_language must be one of ar, .*, zh$/],
    [{ 'site.toml': 'name =' }, /site\.toml: Invalid TOML/],
    [{ 'logo.png': 'x' }, /logo\.png is unknown: SITE_DIR has site\.toml, icon\.svg, privacy\.md/],
    [{ 'icon.svg': 'GIF89a' }, /icon\.svg is not an SVG picture$/],
    [{ 'terms.md': '---\ndate: 2026-13-01\n---\nText' }, /terms\.md: between the lines --- only/],
    [{ 'terms.md': '---\nauthor: Ana\n---\nText' }, /terms\.md: between the lines --- only/],
  ])('%o throws one line', async (files, message) => {
    const failure = readSiteFolder(folderWith(files as unknown as Record<string, string>))
    await expect(failure).rejects.toThrow(message)
    await expect(failure).rejects.toThrow(/^[^\n]+$/)
  })

  test('a folder that is named and does not exist throws', async () => {
    const missing = join(root, 'missing')
    await expect(readSiteFolder(missing)).rejects.toThrow(`SITE_DIR ${missing} is not a folder`)
  })
})
