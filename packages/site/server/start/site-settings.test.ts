import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@toolmark/backend/settings/settings.ts'
import { afterAll, expect, test } from 'vitest'
import { requireSiteSettings } from './site-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-settings-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads the settings of `[auth]` and checks them. */
function checkSettings(lines: string): void {
  writeFileSync(file, `[auth]\n${lines}\n`)
  requireSiteSettings(file, readSettings(file).settings)
}

test.each([
  ['minimum_password_length = 8', 'the site has its own rules for passwords'],
  ['password_requirements = "letters_digits"', 'the site has its own rules for passwords'],
])('the setting %s, which contradicts the site, throws', (setting, reason) => {
  const [key] = setting.split(' ')
  expect(() => checkSettings(setting)).toThrow(new Error(`${file}: remove auth.${key} (${reason})`))
})

test('the settings of the site give no warnings', () => {
  const settings = join(import.meta.dirname, '../../supabase/config.toml')
  expect(readSettings(settings).warnings).toEqual([])
})

test('settings that do not contradict the site do not throw', () => {
  expect(() => checkSettings('enable_signup = true\njwt_expiry = 600')).not.toThrow()
})
