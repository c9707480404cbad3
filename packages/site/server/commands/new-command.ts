import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AREAS, type Area } from '../../app/shared/area-table.ts'
import { PACKAGE_CONFIG_FILE } from '../environment-variables.ts'
import { type Command, UsageError } from './command.ts'
import { spellCommand } from './spell-command.ts'

interface Preset {
  offAreas: readonly Area[]
  isSignUpOpen: boolean
}

const LIST_OFF = ['launches', 'companies', 'makers', 'badges'] as const

/** What a new site is for (spec 9 §3). */
const PRESETS: Readonly<Record<string, Preset>> = {
  reviews: { offAreas: [], isSignUpOpen: true },
  list: { offAreas: LIST_OFF, isSignUpOpen: true },
  organization: { offAreas: [...LIST_OFF, 'open_data', 'assistants'], isSignUpOpen: false },
}

export const newCommand: Command = {
  npm: 'toolmark new',
  summary: 'writes the settings of a new site to a folder',
  usage: `toolmark new DIR [--preset ${Object.keys(PRESETS).join('|')}]`,
  help: 'reviews has all areas; list has no launches, companies, makers and badges; organization is a list with closed sign-up, without open data and assistants.',
  words: [1, 1],
  options: { preset: { type: 'string', default: 'reviews' } },
  async run({ positionals: [folder = ''], values: { preset: name }, print }) {
    const preset = Object.hasOwn(PRESETS, String(name)) ? PRESETS[String(name)] : undefined
    if (!preset) throw new UsageError()
    const files = {
      [join(folder, 'site', 'site.toml')]: writeSiteFile(preset),
      [join(folder, 'config.toml')]: writeSettings(preset),
    }
    const present = Object.keys(files).find((file) => existsSync(file))
    if (present) throw new Error(`${present} is there already`)
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      print(`${file} is written.`)
    }
    print(
      `Start the site in ${folder}: ${spellCommand('node toolmark.js start', 'npx toolmark start')}`,
    )
    return { data: { folder, preset: name, files: Object.keys(files) } }
  },
}

const writeSiteFile = ({
  offAreas,
}: Preset): string => `# The name and the parts of the site: docs/operating.md, Branding and Areas.
# name = "Kiln"
# about = "Reviews of tools for potters."
# contact = "post@kiln.example"

[areas]
${AREAS.map((area) => `${area} = ${!offAreas.includes(area)}\n`).join('')}`

/** The settings of this version. */
function writeSettings({ isSignUpOpen }: Preset): string {
  const text = readFileSync(PACKAGE_CONFIG_FILE, 'utf8')
  return isSignUpOpen ? text : text.replace(/^\[auth\]$/m, '[auth]\nenable_signup = false')
}
