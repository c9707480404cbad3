import { expect, test } from 'vitest'
import { replaceResults } from './results.ts'

test('replaceResults with one measured subject replaces its results and leaves the others', () => {
  const recorded = [
    { subject: 'start', name: 'first answer', measured: '1.8 s', run: 'monday' },
    { subject: 'pages', name: 'home', measured: '30 %', run: 'monday' },
    { subject: 'removed', name: 'peer', measured: '1', run: 'monday' },
  ]
  const pages = [
    { subject: 'pages', name: 'home', measured: '67 %', run: 'tuesday' },
    { subject: 'pages', name: 'a tool', measured: '70 %', run: 'tuesday' },
  ]
  const results = replaceResults(recorded, pages, ['pages', 'render', 'start'])
  expect(results).toEqual([...pages, recorded[0]])
  expect(replaceResults(results, [], ['pages', 'render', 'start'])).toEqual(results)
})
