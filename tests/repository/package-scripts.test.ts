// Every script of package.json starts in a fresh clone, with the Node of the machine: 20 or newer, which reads no
// TypeScript. A shell finds `node` once, so no part of a script relies on a Node that an earlier part has installed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** They start the Node 24 of node_modules, or are started after a set-up. */
const STARTERS = ['scripts/set-up.js', 'scripts/run.js', 'scripts/run-tests.js', 'toolmark.js']

const commands = Object.entries(scripts).flatMap(([name, line]) =>
  line.split(' && ').map((command) => [name, command.replace(/^exec /, '')] as const),
)

test.each(commands)('npm run %s: %s is plain JavaScript that installs what it needs', (_, line) => {
  const [program, file = '', ...rest] = line.split(' ')
  expect(program).toBe('node')
  expect(STARTERS).toContain(file)
  if (file === 'scripts/run.js' && !rest[0]?.startsWith('node_modules/'))
    expect(existsSync(join(ROOT, rest[0] ?? ''))).toBe(true)
})

test('toolmark.js is started by scripts/run.js, or after a set-up', () => {
  const direct = commands.filter(([, line]) => line.startsWith('node toolmark.js'))
  expect(direct).toEqual([['start', 'node toolmark.js start']])
  expect(scripts.prestart).toBe('node scripts/set-up.js start')
})

test.each(STARTERS)('%s and its imports need no package', (file) => {
  const seen = new Set<string>()
  const read = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, name = ''] of text.matchAll(/^import .*?from '([^']+)'/gm)) {
      expect(name, path).toMatch(/^node:|^\.{1,2}\/[\w./-]+\.js$/)
      if (name.startsWith('.')) read(join(dirname(path), name))
    }
  }
  read(join(ROOT, file))
})

test('the dependencies of the backend are those of the package that npm installs', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>
  const { dependencies = {}, devDependencies = {} } = read('package.json')
  const backend = read('packages/backend/package.json')
  expect(dependencies).toMatchObject(backend.dependencies ?? {})
  expect({ ...dependencies, ...devDependencies }).toMatchObject(backend.devDependencies ?? {})
})
