import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'
import { readSettings } from '@toolmark/backend/settings/settings.ts'
import { IDENTITY } from '../../../app/shared/identity.ts'
import { isUnreachable } from '../../branding/reserved-domain.ts'
import { readSiteFolder } from '../../branding/site-folder.ts'
import {
  type Environment,
  findInvalidVariables,
  findMisspelled,
  findUnknownNames,
  isSetting,
  readEnvironment,
} from '../../environment.ts'
import { requireSiteSettings } from '../../start/site-settings.ts'
import type { Command } from '../command.ts'
import { checkFolders } from './check-folders.ts'
import { type Finding, failed, ok, reportFindings, warning } from './findings.ts'

export const checkConfigCommand: Command = {
  npm: 'toolmark config check',
  summary: 'reads the environment, config.toml and the folder of the site, and says what is wrong',
  usage: 'toolmark config check',
  run: async ({ print }) => reportFindings(await checkConfig(process.env), print),
}

/** Checks what a start reads before it opens the database. */
export async function checkConfig(
  variables: Record<string, string | undefined>,
): Promise<Finding[]> {
  const unknown = findUnknownLines(variables)
  const invalid = findInvalidVariables(variables)
  if (invalid.length > 0)
    return [...invalid.map((problem) => failed('environment', problem)), ...unknown]
  const environment = readEnvironment(variables)
  const isSet = (name: string) => isSetting(name) && variables[name]
  const set = Object.keys(variables).filter(isSet).sort()
  const list = set.length > 0 ? `sets ${set.join(', ')}` : 'sets nothing: all settings are defaults'
  return [
    ok('environment', list),
    ...unknown,
    ...checkFolders(environment),
    // A hosted backend has settings of its own.
    ...(environment.SUPABASE_URL ? [] : checkSettings(environment.CONFIG_FILE)),
    ...(await checkSiteFolder(environment)),
  ]
}

/** A file .env is the site's own, and the environment of other programs as well. */
function findUnknownLines(variables: Record<string, string | undefined>): Finding[] {
  const lines = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const { CONFIG_FILE } = variables
  const others = Object.entries(variables).filter(([name]) => !Object.hasOwn(lines, name))
  return [
    ...findUnknownNames({ ...lines, CONFIG_FILE }).map(
      (name) => `.env: ${name} is no setting of the site`,
    ),
    ...findMisspelled(Object.fromEntries(others)),
  ].map((line) => warning('environment', line))
}

function checkSettings(file: string): Finding[] {
  try {
    const { settings, warnings } = readSettings(file)
    requireSiteSettings(file, settings)
    return [ok('settings', file), ...warnings.map((line) => warning('settings', line))]
  } catch (error) {
    return [failed('settings', error)]
  }
}

async function checkSiteFolder({ SITE_DIR, SITE_URL }: Environment): Promise<Finding[]> {
  try {
    const { identity, texts, icon, areaNotes = [] } = await readSiteFolder(SITE_DIR)
    const parts = [...(icon ? ['an icon'] : []), ...Object.keys(texts)]
    const has = parts.length > 0 ? ` with ${parts.join(', ')}` : ''
    const isOwn = identity.name !== undefined || parts.length > 0
    const { contact = IDENTITY.contact, offAreas = [] } = identity
    const isPublic = SITE_URL !== undefined && !isLocalUrl(SITE_URL)
    return [
      ok('branding', isOwn ? `${identity.name ?? 'Toolmark'}${has}` : 'no folder of its own'),
      ...(offAreas.length > 0 ? [ok('areas', `off: ${offAreas.join(', ')}`)] : []),
      ...areaNotes.map((line) => warning('areas', line)),
      ...(isPublic && isUnreachable(contact)
        ? [warning('contact', `no mail reaches ${contact}: set contact in site.toml`)]
        : []),
    ]
  } catch (error) {
    return [failed('branding', error)]
  }
}
