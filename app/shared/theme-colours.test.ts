import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hexOf, TOKENS, themeColours } from './theme-colours.ts'

const css = readFileSync(join(import.meta.dirname, '..', 'app.css'), 'utf8')

it.each(Object.entries(TOKENS))('%s is what app.css says', (name, { light, dark }) => {
  const written = new RegExp(`^ {2}--${name}: light-dark\\(([\\s\\S]*?)\\);`, 'm').exec(css)?.[1]
  const tones = [...(written ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue-(\w+)\)\)/g)]
  expect(tones.map(([, l, c, hue]) => [Number(l), Number(c), hue])).toEqual([light, dark])
})

it('OKLCH becomes sRGB', () => {
  expect(hexOf([1, 0, 'ink'])).toBe('#ffffff')
  expect(hexOf([0, 0, 'ink'])).toBe('#000000')
  // oklch(0.627955 0.257683 29.2339) is red; of our hues only the sum of light can be checked so.
  expect(hexOf([0.5, 0, 'link'])).toBe('#636363')
  expect(Object.values(themeColours('dark')).every((hex) => /^#[0-9a-f]{6}$/.test(hex))).toBe(true)
})
