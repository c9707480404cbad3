// `npm run marks`, and the set-up: writes the marks of known tools to packages/site/server/pictures/marks/marks.json, and their
// sources and licenses to sources.json beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readDemoContent } from '@toolmark/site/server/demo/read-content.ts'
import { type Mark, normalizeName } from '@toolmark/site/server/pictures/marks/find-mark.ts'
import * as simpleIcons from 'simple-icons'

const ROOT = join(import.meta.dirname, '..')
const MARKS_FILE = join(ROOT, 'packages', 'site', 'server', 'pictures', 'marks', 'marks.json')
const LIST_FILE = join(MARKS_FILE, '..', 'sources.json')

const ABOUT =
  'Names and marks of the tools belong to their owners; the site shows them to identify the tools. The drawings come from simple-icons (CC0), SVG Logos (CC0) and Devicon (MIT, Copyright (c) 2015 konpa).'

/** Tools whose mark has another name, and homonyms (`none`). */
const EXCEPTIONS: Record<string, string> = {
  'Adobe Commerce': 'logos:magento',
  'Adobe Premiere Pro': 'logos:adobe-premiere',
  'Amazon Redshift': 'logos:aws-redshift',
  'Avid Pro Tools': 'simple-icons:Pro Tools',
  BigQuery: 'simple-icons:Google BigQuery',
  'Canvas LMS': 'simple-icons:Canvas',
  ChatGPT: 'logos:openai-icon',
  CockroachDB: 'simple-icons:Cockroach Labs',
  'Dropbox Sign': 'simple-icons:Dropbox',
  'Fathom Analytics': 'simple-icons:Fathom',
  Front: 'logos:frontapp',
  Gemini: 'simple-icons:Google Gemini',
  'HashiCorp Vault': 'simple-icons:Vault',
  'Jitsi Meet': 'simple-icons:Jitsi',
  'LinkedIn Learning': 'logos:linkedin-icon',
  Lottie: 'simple-icons:LottieFiles',
  'Monday.com': 'logos:monday-icon',
  Motion: 'none',
  Plausible: 'simple-icons:Plausible Analytics',
  'Power BI': 'logos:microsoft-power-bi',
  'Qlik Sense': 'simple-icons:Qlik',
  'Revolut Business': 'simple-icons:Revolut',
  'SAP S/4HANA': 'simple-icons:SAP',
  'Spotify for Creators': 'simple-icons:Spotify',
  VLC: 'simple-icons:VLC media player',
  'WhatsApp Business': 'simple-icons:WhatsApp',
  'Wise Business': 'simple-icons:Wise',
  'Zoho CRM': 'simple-icons:Zoho',
}

/** A wider mark is a line of text, which cannot be read in a small square. */
const MAX_RATIO = 3

interface IconifySet {
  icons: Record<string, { body: string; width?: number; height?: number }>
  width?: number
  height?: number
}

interface FoundMark {
  mark: Omit<Mark, 'names' | 'hosts'>
  source: string
  license: string
  guidelines?: string | undefined
}

const require = createRequire(import.meta.url)
const readJson = <T>(file: string) => JSON.parse(readFileSync(require.resolve(file), 'utf8')) as T

const sets = {
  logos: { set: readJson<IconifySet>('@iconify-json/logos/icons.json'), license: 'CC0-1.0' },
  devicon: { set: readJson<IconifySet>('@iconify-json/devicon/icons.json'), license: 'MIT' },
}

function findSimpleIcon(name: string): FoundMark | undefined {
  const wanted = normalizeName(name)
  const icon = Object.values(simpleIcons).find(({ title }) => normalizeName(title) === wanted)
  if (!icon) return undefined
  return {
    mark: { color: `#${icon.hex}`, path: icon.path },
    source: `simple-icons: ${icon.title}`,
    license: icon.license?.type ?? 'CC0-1.0',
    guidelines: icon.guidelines,
  }
}

function findIconify(prefix: keyof typeof sets, name: string): FoundMark | undefined {
  const { set, license } = sets[prefix]
  const wanted = [`${normalizeName(name)}icon`, normalizeName(name)]
  const key = wanted.flatMap(
    (each) => Object.keys(set.icons).find((icon) => normalizeName(icon) === each) ?? [],
  )[0]
  const icon = key && set.icons[key]
  if (!icon) return undefined
  const width = icon.width ?? set.width ?? 16
  const height = icon.height ?? set.height ?? 16
  if (width / height > MAX_RATIO) return undefined
  return { mark: { body: icon.body, width, height }, source: `${prefix}: ${key}`, license }
}

function findMark(name: string): FoundMark | undefined {
  const [set, ...rest] = (EXCEPTIONS[name] ?? '').split(':')
  const named = rest.join(':')
  if (set === 'none') return undefined
  if (set === 'simple-icons') return findSimpleIcon(named)
  if (set === 'logos' || set === 'devicon') return findIconify(set, named)
  return findSimpleIcon(name) ?? findIconify('logos', name) ?? findIconify('devicon', name)
}

const sources: {
  tool: string
  source: string
  license: string
  guidelines?: string | undefined
}[] = []
const marks: Mark[] = []
for (const { name, website } of readDemoContent().tools.toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
)) {
  const found = findMark(name)
  if (!found) continue
  marks.push({
    names: [normalizeName(name)],
    hosts: [new URL(`https://${website}`).host],
    ...found.mark,
  })
  const { source, license, guidelines } = found
  sources.push({ tool: name, source, license, guidelines })
}

const files = {
  [MARKS_FILE]: `${JSON.stringify(marks, null, 1)}\n`,
  [LIST_FILE]: `${JSON.stringify({ about: ABOUT, sources }, null, 1)}\n`,
}
for (const [file, text] of Object.entries(files)) writeFileSync(file, text)
