import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TOKENS, toHexColor, toThemeColors } from './theme-colors.ts'

const css = readFileSync(join(import.meta.dirname, '..', 'app.css'), 'utf8')

it.each(Object.entries(TOKENS))('the token %s is equal to app.css', (name, { light, dark }) => {
  const declaration = new RegExp(`^ {2}--${name}: light-dark\\(([\\s\\S]*?)\\);`, 'm').exec(
    css,
  )?.[1]
  const tones = [...(declaration ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue-(\w+)\)\)/g)]
  expect(tones.map(([, l, c, hue]) => [Number(l), Number(c), hue])).toEqual([light, dark])
})

it('toHexColor converts OKLCH to sRGB', () => {
  expect(toHexColor([1, 0, 'ink'])).toBe('#ffffff')
  expect(toHexColor([0, 0, 'ink'])).toBe('#000000')
  expect(toHexColor([0.5, 0, 'link'])).toBe('#636363')
  expect(Object.values(toThemeColors('dark')).every((hex) => /^#[0-9a-f]{6}$/.test(hex))).toBe(true)
})
