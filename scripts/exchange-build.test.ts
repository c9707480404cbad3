import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyOwnBuild, exchangeBuild } from './exchange-build.js'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-build-'))
afterAll(() => rmSync(folder, { recursive: true }))
const current = join(folder, 'build')
const HOUR_MS = 3_600_000

/** Writes a build with one asset, whose name is that of the build, and exchanges it. */
function build(name: string, hours: number) {
  const next = join(folder, 'next')
  for (const file of [`client/assets/${name}.js`, `server/assets/${name}.js`, 'server/index.js']) {
    mkdirSync(dirname(join(next, file)), { recursive: true })
    writeFileSync(join(next, file), name)
  }
  exchangeBuild(next, current, hours * HOUR_MS)
  return listAssets(current)
}

const listAssets = (of: string) =>
  ['client', 'server'].map((side) =>
    readdirSync(join(of, side, 'assets'))
      .sort()
      .join(' '),
  )

test('a build has the assets of the builds that were replaced within a day', () => {
  expect(build('a', 0)).toEqual(['a.js', 'a.js'])
  expect(build('b', 100)).toEqual(['a.js b.js', 'a.js b.js'])
  expect(build('c', 110)).toEqual(['a.js b.js c.js', 'a.js b.js c.js'])
  expect(build('d', 125)).toEqual(['b.js c.js d.js', 'b.js c.js d.js'])
  // The second build of the same sources.
  expect(build('d', 126)).toEqual(['b.js c.js d.js', 'b.js c.js d.js'])
  expect(build('e', 300)).toEqual(['d.js e.js', 'd.js e.js'])
  expect(readFileSync(join(current, 'server', 'index.js'), 'utf8')).toBe('e')
  expect(readdirSync(folder)).toEqual(['build'])
})

test('a file of the new build replaces an earlier one of the same name', () => {
  build('f', 400)
  build('g', 401)
  build('f', 402)
  expect(readFileSync(join(current, 'client', 'assets', 'f.js'), 'utf8')).toBe('f')
  expect(existsSync(join(current, 'client', 'assets', 'g.js'))).toBe(true)
  // Its day begins when it is replaced again.
  expect(build('h', 430)[0]).toBe('f.js h.js')
})

test('a copy for a package has the assets of its own build alone', () => {
  build('i', 500)
  expect(build('j', 501)[0]).toContain('i.js')
  const copy = join(folder, 'copy')
  copyOwnBuild(current, copy)
  expect(listAssets(copy)).toEqual(['j.js', 'j.js'])
  expect(readFileSync(join(copy, 'server', 'index.js'), 'utf8')).toBe('j')
})
