import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import type { OwnTexts, TextName } from '../../app/data/site.ts'
import { AREAS, NEEDED_AREAS } from '../../app/shared/area-table.ts'
import type { Identity } from '../../app/shared/identity.ts'
import { loadSharp } from '../pictures/load-sharp.ts'
import { CONTENT_LANGUAGES } from './content-languages.ts'
import { DATA_LICENSES } from './data-licenses.ts'

/** What the operator's folder says (docs/decisions/0020). */
export interface SiteFolder {
  identity: Partial<Identity>
  /** An SVG in place of public/icon.svg. */
  icon?: Buffer
  texts: OwnTexts
  /** An SPDX identifier, for the open data. */
  dataLicense?: string
  /** A key of CONTENT_LANGUAGES: the language of the tools' descriptions. */
  contentLanguage?: string
  /** A line for each area that is off because it needs another one. */
  areaNotes?: string[]
}

const MAX_ICON_BYTES = 100_000
const MAX_TEXT_BYTES = 500_000

const TEXTS: readonly TextName[] = ['privacy', 'terms', 'imprint', 'guidelines']
const FILES = ['site.toml', 'icon.svg', ...TEXTS.map((name) => `${name}.md`)]

const line = (most: number) =>
  z
    .string('must be a text')
    .trim()
    .regex(/^[^\p{Cc}<>]+$/u, 'must be one line of text without < and >')
    .max(most, `can have at most ${most} characters`)

const hue = z
  .number('must be a number of degrees')
  .min(0, 'must be a number from 0 to 360')
  .max(360, 'must be a number from 0 to 360')

const settings = z
  .strictObject({
    name: line(50),
    tagline: line(120),
    about: line(300),
    contact: z.email('must be an email address'),
    social: z.record(
      line(40),
      z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }),
      'must be a table of names and addresses',
    ),
    hues: z
      .strictObject(
        { ink: hue, paper: hue, marker: hue, link: hue },
        { error: 'must be a table of names and degrees' },
      )
      .partial(),
    areas: z
      .strictObject(
        Object.fromEntries(AREAS.map((area) => [area, z.boolean('must be true or false')])),
        {
          error: 'must be a table of areas with true or false',
        },
      )
      .partial(),
    locale: z.string('must be a text').refine(isLocale, 'must be a language tag such as "en-GB"'),
    oidc_label: line(60),
    data_license: z.enum(
      DATA_LICENSES.map(({ name }) => name),
      `must be ${DATA_LICENSES.map(({ name }) => name).join(', ')}`,
    ),
    content_language: z.enum(
      Object.keys(CONTENT_LANGUAGES),
      `must be one of ${Object.keys(CONTENT_LANGUAGES).join(', ')}`,
    ),
  })
  .partial()

/**
 * Reads the folder that names and illustrates the site. Names that begin with a dot are ignored.
 * @param folder undefined for `site/`, which need not exist
 * @throws {Error} one line that names the file, and the key of site.toml
 */
export async function readSiteFolder(folder: string | undefined): Promise<SiteFolder> {
  if (folder === undefined && !existsSync('site')) return { identity: {}, texts: {} }
  const path = folder ?? 'site'
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new Error(`SITE_DIR ${path} is not a folder`)
  }
  const names = readdirSync(path).filter((name) => !name.startsWith('.'))
  const unknown = names.find((name) => !FILES.includes(name))
  if (unknown)
    throw new Error(`${join(path, unknown)} is unknown: SITE_DIR has ${FILES.join(', ')}`)
  const read = (name: string, most: number) => {
    if (!names.includes(name)) return undefined
    const content = readFileSync(join(path, name))
    if (content.length > most) throw new Error(`${join(path, name)} is larger than ${most} bytes`)
    return content
  }
  const toml = read('site.toml', MAX_TEXT_BYTES)
  const icon = read('icon.svg', MAX_ICON_BYTES)
  if (icon) await requireSvg(join(path, 'icon.svg'), icon)
  const texts: OwnTexts = {}
  for (const name of TEXTS) {
    const file = join(path, `${name}.md`)
    const text = read(`${name}.md`, MAX_TEXT_BYTES)
    if (!text) continue
    const { renderText } = await import('./render-text.ts')
    texts[name] = renderText(file, decodeText(file, text), statSync(file).mtime)
  }
  const { dataLicense, contentLanguage, areaNotes, ...identity } = toml
    ? readIdentity(join(path, 'site.toml'), decodeText(join(path, 'site.toml'), toml))
    : {}
  return {
    identity: texts.imprint ? { ...identity, hasImprint: true } : identity,
    texts,
    ...(icon ? { icon } : {}),
    ...(dataLicense ? { dataLicense } : {}),
    ...(contentLanguage ? { contentLanguage } : {}),
    ...(areaNotes ? { areaNotes } : {}),
  }
}

/**
 * Editors of Windows write a byte order mark, and some UTF-16; the decoder removes the mark.
 * @throws {Error} one line, if the text is in another encoding
 */
function decodeText(file: string, bytes: Buffer): string {
  const [first, second] = bytes
  const is16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = is16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not a text in UTF-8: save it with this encoding`)
  }
}

function readIdentity(
  file: string,
  toml: string,
): Partial<Identity> & Pick<SiteFolder, 'dataLicense' | 'contentLanguage' | 'areaNotes'> {
  const result = settings.safeParse(parseToml(file, toml))
  if (!result.success) {
    const [issue] = result.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const key = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].join('.')
    throw new Error(`${file}: ${key} ${unknown ? 'is unknown' : issue?.message}`)
  }
  const { social, oidc_label, data_license, content_language, hues, areas, ...values } = result.data
  const identity: Record<string, unknown> = {
    ...(values.name ? placeholdersOf(values.name) : {}),
    ...values,
    ...(oidc_label ? { oidcLabel: oidc_label } : {}),
    ...(data_license ? { dataLicense: data_license } : {}),
    ...(content_language ? { contentLanguage: content_language } : {}),
    ...(hues ? { hues } : {}),
    ...(areas ? describeAreas(areas) : {}),
    ...(social ? { social: Object.entries(social).map(([label, href]) => ({ href, label })) } : {}),
  }
  return identity as Partial<Identity>
}

/** The areas that are off, in the order of AREAS, and a line for each that is off only because it needs another one. */
function describeAreas(areas: Readonly<Record<string, boolean | undefined>>) {
  const implied = NEEDED_AREAS.filter(
    ([area, needed]) => areas[needed] === false && areas[area] !== false,
  )
  const offAreas = AREAS.filter(
    (each) => areas[each] === false || implied.some(([area]) => area === each),
  )
  const areaNotes = implied.map(
    ([area, needed]) => `the area ${area} is off, because it needs ${needed}`,
  )
  return { offAreas, areaNotes }
}

/** A site with a name of its own does not show the accounts and the address of another. */
function placeholdersOf(name: string): Partial<Identity> {
  const label = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { social: [], contact: `hello@${label.replaceAll(/^-|-$/g, '') || 'site'}.example` }
}

function parseToml(file: string, toml: string): object {
  try {
    return parse(toml)
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${file}: ${first}`)
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

async function requireSvg(file: string, icon: Buffer): Promise<void> {
  const sharp = await loadSharp()
  const about = await sharp(icon)
    .metadata()
    .catch(() => undefined)
  if (about?.format !== 'svg') throw new Error(`${file} is not an SVG picture`)
}
