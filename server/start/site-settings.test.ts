import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../../backend/settings/settings.ts'
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

test('settings that do not contradict the site do not throw', () => {
  expect(() => checkSettings('enable_signup = true\njwt_expiry = 600')).not.toThrow()
})
