import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@toolmark/backend/settings/settings.ts'
import { afterAll, expect, test } from 'vitest'
import { readSiteFolder } from '../branding/site-folder.ts'
import { UsageError } from './command.ts'
import { newCommand } from './new-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-new-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (name: string, preset: string) =>
  newCommand.run({ positionals: [join(folder, name)], values: { preset }, print: () => {} })

const LIST = ['launches', 'companies', 'makers', 'badges']

test.each([
  ['reviews', [], true],
  ['list', LIST, true],
  ['organization', [...LIST, 'open_data', 'assistants'], false],
])('new --preset %s writes files that a start reads', async (preset, offAreas, isSignUpOpen) => {
  await run(preset, preset)
  const { identity } = await readSiteFolder(join(folder, preset, 'site'))
  expect(identity).toEqual({ offAreas })
  const { settings, warnings } = readSettings(join(folder, preset, 'config.toml'))
  expect(warnings).toEqual([])
  expect(settings.auth.enable_signup).toBe(isSignUpOpen)
})

test('new in a folder with a site writes nothing', async () => {
  await run('twice', 'list')
  await expect(run('twice', 'reviews')).rejects.toThrow('site.toml is there already')
  const { identity } = await readSiteFolder(join(folder, 'twice', 'site'))
  expect(identity).toEqual({ offAreas: LIST })
})

test.each(['blog', 'toString'])('new --preset %s prints the usage', async (preset) => {
  await expect(run('none', preset)).rejects.toThrow(UsageError)
})
