import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const SPEC = join(ROOT, 'docs', 'spec')
const CITING = '{packages,scripts,tests,bench,docs}/**/*.{ts,tsx,js,jsx,css,sql,md,toml,json}'

/** `spec 1 §5`, `spec 2 §2, §5 and §8`, `spec 1 §2 to §9`. */
const CITATION = /\bspec (\d+) (§\d+(?:(?:, | and | to |-|–)§\d+)*)/gi

/** @returns each cited section as `1 §5`, ranges written out */
function citationsIn(source: string): string[] {
  // A citation may go on behind the comment mark of the next line.
  const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ')
  return [...text.matchAll(CITATION)].flatMap(([, document = '', list = '']) => {
    const sections = new Set<number>()
    let before = 0
    for (const [, mark = '', digits] of list.matchAll(/(to |-|–)?§(\d+)/g)) {
      const section = Number(digits)
      for (let one = mark ? before : section; one <= section; one += 1) sections.add(one)
      before = section
    }
    return [...sections].map((section) => `${document} §${section}`)
  })
}

/** @returns the sections that docs/spec has, as `1 §5` */
function readSections(): Set<string> {
  const documents = readdirSync(SPEC).flatMap((file) => {
    const document = /^(\d+)-.+\.md$/.exec(file)?.[1]
    return document ? [{ document, text: readFileSync(join(SPEC, file), 'utf8') }] : []
  })
  return new Set(
    documents.flatMap(({ document, text }) =>
      [...text.matchAll(/^## (\d+)\. /gm)].map(([, section]) => `${document} §${section}`),
    ),
  )
}

test('every cited section of the specification exists', () => {
  const sections = readSections()
  const files = globSync(CITING, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/.next/**', '**/build/**'],
  })
  const cited = files
    // The samples below are no citations.
    .filter((file) => !import.meta.filename.endsWith(file))
    .flatMap((file) =>
      citationsIn(readFileSync(join(ROOT, file), 'utf8')).map((section) => ({ file, section })),
    )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([])
})

test.each([
  ['// Spec 1 §5: sign-up', ['1 §5']],
  ['spec 2 §2, §5 and §8).', ['2 §2', '2 §5', '2 §8']],
  ['Spec 2 §3-§6 and spec 1 §9', ['2 §3', '2 §4', '2 §5', '2 §6', '1 §9']],
  ['spec 1 §2 to §4', ['1 §2', '1 §3', '1 §4']],
  [' * (spec 1\n * §4, §6)', ['1 §4', '1 §6']],
  ['RFC 4226 §5.3', []],
])('citationsIn(%j) returns %j', (source, found) => expect(citationsIn(source)).toEqual(found))
