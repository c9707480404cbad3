// Sizes of type and spaces are those of the design: other ones make each page a little different.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = import.meta.dirname
const read = (file: string) => readFileSync(join(APP, file), 'utf8')
const SIZES = [...read('app.css').matchAll(/--text-([a-z]+):/g)].map(([, name]) => name ?? '')

/** In steps of 4 px. Half a step and one and a half are for lines of one control. */
const SPACES = new Set(['0', 'px', '0.5', '1', '1.5', '2', '3', '4', '6', '12', '18'])

/** @returns what the design does not have; beside an icon a field has the space that the icon needs */
function findStrangeSizes(source: string): string[] {
  const sizes = [
    ...source.matchAll(/(?<![\w-])text-(?:\[(?!Highlight)[^\]]*\]|\d?x[sl]\b)/g),
    ...source.matchAll(/font-?size:(?!\s*var\(--text-)[^;,}\n]+/gi),
  ].map(([text]) => text.trim())
  const spaces = source.matchAll(
    /(?<![\w-])(?:gap|gap-x|gap-y|[pm][ytb]?)-(\d[\d.]*|px|\[[^\]]*\])/g,
  )
  const strange = [...spaces].flatMap(([text, space = '']) => (SPACES.has(space) ? [] : [text]))
  const isKnown = (text: string) => SIZES.includes(text.replace('text-', ''))
  return [...sizes.filter((text) => !isKnown(text)), ...strange]
}

test.each([
  ['<p className="text-xl">', ['text-xl']],
  ['<p className="sm:text-[15px]">', ['text-[15px]']],
  ['a { font-size: 0.9em; }', ['font-size: 0.9em']],
  ['style={{ fontSize: size * 0.4 }}', ['fontSize: size * 0.4']],
  ['<p className="gap-5 sm:py-8 p-[7px]">', ['gap-5', 'py-8', 'p-[7px]']],
  ['<p className="text-sm gap-4 -mt-5 scroll-mt-32 pl-10 text-link">', []],
  ['a { font-size: var(--text-sm); }', []],
])('%s has %j that the design does not have', (source, strange) => {
  expect(findStrangeSizes(source)).toEqual(strange)
})

test('the design has at most nine sizes of type', () => {
  expect(SIZES).toEqual(['xs', 'sm', 'base', 'lg', 'title', 'figure', 'score', 'hero'])
})

test('every screen and style sheet uses the sizes and spaces of the design', () => {
  const files = globSync('**/*.{tsx,ts,css}', { cwd: APP }).filter(
    (file) => !/\.test\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    findStrangeSizes(read(file)).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
