import { expect, it } from 'vitest'
import { initials } from '../../../app/shared/initials.ts'
import { tintOf } from '../../../app/shared/tint.ts'
import { readDemoContent } from '../../demo/read-content.ts'
import { drawMark } from '../draw-fallbacks.ts'
import { findMark, normalizeName } from './find-mark.ts'

const tools = readDemoContent().tools.map(({ name, website }) => ({
  name,
  mark: findMark(name, new URL(`https://${website}`).host),
}))

it.each([
  ['Notion', null, true],
  ['visual studio code', null, true],
  ['Our files', 'www.figma.com', true],
  ['Our files', 'notfigma.com', false],
  ['Notional', null, false],
])('findMark(%j, %j) finds a mark: %j', (name, host, isFound) => {
  expect(Boolean(findMark(name, host))).toBe(isFound)
})

it('270 or more tools of the demo have a mark', () => {
  expect(tools.filter(({ mark }) => mark).length).toBeGreaterThanOrEqual(270)
})

it.each(['Slack', 'Salesforce', 'Canva', 'ChatGPT', 'Figma', 'GitHub', 'Stripe', 'Zoom'])(
  '%s has a mark',
  (name) => expect(findMark(name, null)).toBeDefined(),
)

it('drawMark draws a white or dark glyph on the color of the brand, and full color on a neutral tile', () => {
  const mark = { names: [], hosts: [], path: 'M0 0h24v24z' }
  expect(drawMark({ ...mark, color: '#112233' })).toMatch(/<rect [^>]*fill="#112233".*fill="#fff"/)
  expect(drawMark({ ...mark, color: '#FFE01B' })).toMatch(/fill="#FFE01B".*fill="#16181d"/)
  const body = '<circle r="5" fill="red"/>'
  expect(drawMark({ names: [], hosts: [], body, width: 256, height: 128 })).toMatch(
    /<rect [^>]*fill="#f3f3f0".*<circle r="5" fill="red"\/>/,
  )
})

it.each([
  ['code points', (name: string) => name],
  ['lower case', (name: string) => name.toLowerCase()],
])('neighbours in the order by name of the demo have different tints (%s)', (_, toKey) => {
  const sorted = tools.toSorted((a, b) => (toKey(a.name) < toKey(b.name) ? -1 : 1))
  const same = sorted.filter(({ name, mark }, index) => {
    const next = sorted[index + 1]
    return next && !mark && !next.mark && tintOf(name) === tintOf(next.name)
  })
  expect(same).toEqual([])
  expect(new Set(sorted.map(({ name }) => tintOf(name))).size).toBe(16)
})

it('normalizeName ignores case, spaces and signs', () => {
  expect(normalizeName('Node.js')).toBe(normalizeName('node JS'))
  expect(normalizeName('C++')).not.toBe(normalizeName('C'))
  expect(initials('Weights & Biases')).toBe('WB')
})
