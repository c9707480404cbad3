import { expect, test } from 'vitest'
import { describeOrder } from './higher-rated.tsx'

const TOOLS = {
  figma: { slug: 'figma', name: 'Figma', counted_reviews: 27 },
  sketch: { slug: 'sketch', name: 'Sketch', counted_reviews: 5 },
  framer: { slug: 'framer', name: 'Framer', counted_reviews: 3 },
  lunacy: { slug: 'lunacy', name: 'Lunacy', counted_reviews: 2 },
  penpot: { slug: 'penpot', name: 'Penpot', counted_reviews: 0 },
}
type Name = keyof typeof TOOLS
const describePairs = (names: readonly Name[], ...pairs: readonly [Name, Name, number | null][]) =>
  describeOrder(
    names.map((name) => TOOLS[name]),
    pairs.map(([a, b, probability]) => ({ a, b, probability })),
  )

test.each([
  [0.999, [{ text: 'Figma is rated higher than Sketch', pair: 'figma,sketch', sure: 0.999 }]],
  [0.95, [{ text: 'Figma is rated higher than Sketch', pair: 'figma,sketch', sure: 0.95 }]],
  [
    0.94,
    [{ text: 'Figma is probably rated higher than Sketch', pair: 'figma,sketch', sure: 0.94 }],
  ],
  [0.8, [{ text: 'Figma is probably rated higher than Sketch', pair: 'figma,sketch', sure: 0.8 }]],
  [0.79, [{ text: 'Figma and Sketch cannot be told apart' }]],
  [0.5, [{ text: 'Figma and Sketch cannot be told apart' }]],
  [0.25, [{ text: 'Sketch and Figma cannot be told apart' }]],
  [
    0.125,
    [{ text: 'Sketch is probably rated higher than Figma', pair: 'sketch,figma', sure: 0.875 }],
  ],
])('a probability of %d reads as its verdict', (probability, verdicts) => {
  expect(describePairs(['figma', 'sketch'], ['figma', 'sketch', probability])).toEqual(verdicts)
})

test('four tools are one verdict, with the lowest probability, and those that nothing is known of at the end', () => {
  expect(
    describePairs(
      ['figma', 'sketch', 'framer', 'penpot'],
      ['figma', 'sketch', 0.998],
      ['figma', 'framer', 0.96],
      ['figma', 'penpot', null],
      ['sketch', 'framer', 0.4],
      ['sketch', 'penpot', null],
      ['framer', 'penpot', null],
    ),
  ).toEqual([
    { text: 'Figma is rated higher than Framer and Sketch', pair: 'figma,framer', sure: 0.96 },
    { text: 'Framer and Sketch cannot be told apart' },
    { text: 'Penpot has no reviews' },
  ])
})

test('fewer than three counted reviews are too few, however high the probability', () => {
  expect(describePairs(['figma', 'lunacy'], ['figma', 'lunacy', 0.99])).toEqual([
    { text: 'Lunacy has too few reviews to tell' },
  ])
  expect(describePairs(['lunacy', 'penpot'], ['lunacy', 'penpot', null])).toEqual([
    { text: 'Lunacy has too few reviews to tell' },
    { text: 'Penpot has no reviews' },
  ])
})
