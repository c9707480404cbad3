import { expect, test } from 'vitest'
import { replaceRows, rowsOf } from './results.ts'

const SUBJECTS = ['pages', 'render', 'start']

test('replaceRows with one measured subject replaces its rows and leaves the others', () => {
  const first = replaceRows(
    '',
    new Map([
      ['start', rowsOf('start', [{ name: 'first answer', measured: '1.8 s' }], 'monday')],
      [
        'pages',
        rowsOf('pages', [{ name: 'home', measured: '30 %', goal: '40 %', isMet: false }], 'monday'),
      ],
    ]),
    SUBJECTS,
  )
  const pages = rowsOf(
    'pages',
    [
      { name: 'home', measured: '67 %', goal: '40 %', isMet: true },
      { name: 'a tool', measured: '70 %' },
    ],
    'tuesday',
  )

  const second = replaceRows(first, new Map([['pages', pages]]), SUBJECTS)

  expect(second.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| subject | measurement | measured | goal | met | run |',
    '| --- | --- | --- | --- | --- | --- |',
    '| pages | home | 67 % | 40 % | yes | tuesday |',
    '| pages | a tool | 70 % |  |  | tuesday |',
    '| start | first answer | 1.8 s |  |  | monday |',
  ])
  expect(replaceRows(second, new Map(), SUBJECTS)).toBe(second)
})

test('rowsOf with a pipe and a line break in a cell returns one row with the same columns', () => {
  expect(rowsOf('pages', [{ name: 'a | b', measured: 'c\nd' }], 'monday')).toEqual([
    '| pages | a \\| b | c d |  |  | monday |',
  ])
})
