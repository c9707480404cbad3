import { expect, test } from 'vitest'
import { compareOutcomes, type Outcome, readOutcomes } from './outcomes.ts'

const passed = (file: string, name: string): Outcome => ({
  file,
  name,
  isPassed: true,
  message: '',
})
const failed = (file: string, name: string): Outcome => ({
  file,
  name,
  isPassed: false,
  message: 'why',
})
const [noResult] = readOutcomes(
  { testResults: [{ name: '/x/b', message: 'why', assertionResults: [] }] },
  '/x',
)

test('cases that pass without a server do not count', () => {
  const without = [passed('a', 'parses'), failed('a', 'reads'), failed('a', 'writes')]
  const actual = [passed('a', 'parses'), passed('a', 'reads'), failed('a', 'writes')]
  expect(compareOutcomes(without, actual)).toEqual({
    cases: 2,
    passed: 1,
    failures: ['a: writes\n    why'],
  })
})

test('a file without results counts as failed and is named', () => {
  if (!noResult) throw new Error('no outcome')
  const without = [failed('a', 'reads'), noResult]
  expect(compareOutcomes(without, [passed('a', 'reads'), noResult])).toEqual({
    cases: 2,
    passed: 1,
    failures: ['b: the file has no results\n    why'],
  })
  // With a server all of its cases have results.
  expect(compareOutcomes(without, [passed('a', 'reads'), passed('b', 'lists')])).toEqual({
    cases: 2,
    passed: 2,
    failures: [],
  })
})

test('cases with the same name in a file count separately', () => {
  const twice = { fullName: 'reads', status: 'passed', failureMessages: [] }
  const testResults = [{ name: '/x/a', message: '', assertionResults: [twice, twice] }]
  expect(readOutcomes({ testResults }, '/x').map(({ name }) => name)).toEqual([
    'reads',
    'reads (2)',
  ])
})
