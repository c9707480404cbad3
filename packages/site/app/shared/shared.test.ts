import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initials } from './initials.ts'
import { toAvatarSrcSet, toAvatarUrl } from './picture-sources.ts'
import { TOKENS, toHexColor, toThemeColors } from './theme-colors.ts'

test.each([
  ['Ana Ruiz', 'AR'],
  ['ana', 'A'],
  ['Ana Maria Ruiz', 'AM'],
  ['A 😀 tool', 'AT'],
  ['Alder & Finch', 'AF'],
  ['😀', '😀'],
  ['\u0001 x', 'X'],
  ['', ''],
])('initials(%j) returns %j', (name, expected) => expect(initials(name)).toBe(expected))

test('initials with any characters returns no half of a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(initials(name).isWellFormed()).toBe(true)
    }),
  )
})

describe('toAvatarUrl', () => {
  test.each([
    ['https://site.example/storage/v1/object/public/avatars/a-1/2.webp', 'avatars/a-1/2.webp'],
    ['https://project.example/storage/v1/object/public/logos/b-2/_x-3.PNG', 'logos/b-2/_x-3.PNG'],
  ])('toAvatarUrl(%s) returns a path of the site', (url, path) => {
    expect(toAvatarUrl(url)).toBe(`/pictures/stored/${path}`)
  })

  test.each([
    null,
    undefined,
    '',
    'https://elsewhere.example/face.png',
    'https://site.example/storage/v1/object/public/papers/a/1.webp',
    'https://site.example/storage/v1/object/public/avatars/1.webp',
    'https://site.example/storage/v1/object/public/avatars/a/../b.webp',
    'https://site.example/storage/v1/object/public/avatars/a/..',
    'https://site.example/storage/v1/object/public/avatars/a/b/1.webp',
    'https://site.example/storage/v1/object/public/avatars/a/1.webp?width=64',
    'https://site.example/storage/v1/object/public/avatars/a/1.webp 64w, https://spy.example',
  ])('toAvatarUrl(%s) returns undefined', (url) => {
    expect(toAvatarUrl(url)).toBeUndefined()
  })
})

test.each([
  [24, [64, 128]],
  [40, [64, 128]],
  [64, [64, 128, 256]],
  [80, [128, 256]],
  [88, [128, 256, 512]],
  [400, [512]],
])(
  'toAvatarSrcSet with %d pixels returns widths up to three times as large: %o',
  (size, widths) => {
    expect(toAvatarSrcSet('/p', size)).toBe(
      widths.map((width) => `/p?width=${width} ${width}w`).join(', '),
    )
  },
)

const css = readFileSync(join(import.meta.dirname, '..', 'app.css'), 'utf8')

test.each(Object.entries(TOKENS))('the token %s is equal to app.css', (name, { light, dark }) => {
  const declaration = new RegExp(`^ {2}--${name}: light-dark\\(([\\s\\S]*?)\\);`, 'm').exec(
    css,
  )?.[1]
  const tones = [...(declaration ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue-(\w+)\)\)/g)]
  expect(tones.map(([, l, c, hue]) => [Number(l), Number(c), hue])).toEqual([light, dark])
})

test('browsers without oklch() have a color for every token', () => {
  const [themed = '', plain = ''] = css.split('@supports not (color: oklch')
  const listTokens = (part: string) =>
    new Set(part.match(/^ +--[\w-]+(?=:)/gm)?.map((name) => name.trim()))
  const tokens = themed.match(/^ {2}--[\w-]+(?=: light-dark\()/gm)?.map((name) => name.trim())
  expect(tokens?.length).toBeGreaterThan(15)
  const fallbacks = listTokens(plain.slice(0, plain.indexOf('\n}')))
  expect(tokens?.filter((name) => !fallbacks.has(name))).toEqual([])
})

test('toHexColor converts OKLCH to sRGB', () => {
  expect(toHexColor([1, 0, 'ink'])).toBe('#ffffff')
  expect(toHexColor([0, 0, 'ink'])).toBe('#000000')
  expect(toHexColor([0.5, 0, 'link'])).toBe('#636363')
  expect(Object.values(toThemeColors('dark')).every((hex) => /^#[0-9a-f]{6}$/.test(hex))).toBe(true)
})

const MARKER =
  /var\(--(on-)?marker\)|\b(accent|bg|border(-\w)?|decoration|fill|from|outline|ring|stroke|text|to)-(on-)?marker\b|className=\{?[^>}]*["'` ]marked\b/g

test('the marker colors the mark and one word of the home page, and nothing else', () => {
  const app = join(import.meta.dirname, '..')
  const uses = globSync('**/*.{tsx,css}', { cwd: app }).flatMap((file) => {
    const found = readFileSync(join(app, file), 'utf8').match(MARKER)
    return found ? [[file, found.length]] : []
  })
  expect(Object.fromEntries(uses)).toEqual({
    // The two tokens, and the class of the word.
    'app.css': 5,
    'home/landing.tsx': 1,
    'ui/mark.css': 1,
    // The page of the design itself.
    'ui/gallery/controls.tsx': 2,
  })
})
