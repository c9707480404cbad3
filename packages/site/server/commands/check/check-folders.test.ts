// `config check` and `doctor` find each folder that the site cannot write.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FOLDERS, listVariables } from '../../environment-variables.ts'
import { checkConfig } from './config-command.ts'

function makePlace() {
  const place = mkdtempSync(join(tmpdir(), 'toolmark-folders-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  writeFileSync(join(place, 'file'), '')
  mkdirSync(join(place, 'ready'))
  return place
}

const findFolders = async (variables: Record<string, string>) =>
  (await checkConfig(variables)).filter(({ about }) => about === 'folder')

test('every folder of the settings is checked, but the one that the site reads', () => {
  const named = listVariables().map(({ name }) => name)
  expect(named.filter((name) => name.endsWith('_DIR') && !FOLDERS.includes(name))).toEqual([
    'SITE_DIR',
  ])
})

test.each(FOLDERS)('%s that cannot be written fails, with its name', async (name) => {
  const place = makePlace()
  const base = { DATA_DIR: join(place, 'ready') }
  for (const wrong of [
    '/proc/nope',
    '/proc/nope/below',
    join(place, 'file'),
    join(place, 'file', 'in'),
  ]) {
    const found = await findFolders({ ...base, [name]: wrong })
    expect([wrong, found.filter(({ status }) => status === 'failed')]).toEqual([
      wrong,
      [
        {
          about: 'folder',
          status: 'failed',
          message: expect.stringMatching(new RegExp(`^${name}: E[A-Z]+: [^\\n]*$`)),
        },
      ],
    ])
  }
  for (const [folder, state] of [
    ['ready', 'written'],
    ['new/and/below', 'created'],
  ] as const) {
    const path = join(place, folder)
    expect(await findFolders({ ...base, [name]: path })).toContainEqual({
      about: 'folder',
      status: 'ok',
      message: `${name} ${path} can be ${state}`,
    })
  }
  expect(readdirSync(place, { recursive: true }).sort()).toEqual(['file', 'ready'])
})
