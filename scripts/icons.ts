// `npm run icons`: draws public/icons from public/icon.svg, for systems that cannot show SVG.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawIcon, ICON_NAMES } from '@toolmark/site/server/branding/icons.ts'

const PUBLIC = join(import.meta.dirname, '..', 'packages', 'site', 'public')
const svg = readFileSync(join(PUBLIC, 'icon.svg'))
mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
for (const name of ICON_NAMES) {
  writeFileSync(join(PUBLIC, 'icons', name), await drawIcon(svg, name))
}
