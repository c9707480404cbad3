import { expect, test } from 'vitest'
import { PresenceTopic } from './presence-topic.ts'

const entry = (key: string, ref: string, from = 'p') => ({ key, ref, from, text: `"${ref}"` })

test('the difference since the last one names joins and leaves', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1'), entry('b', '2')], [])
  expect(topic.takeDiff()).toBe('{"joins":{"a":{"metas":["1"]},"b":{"metas":["2"]}},"leaves":{}}')
  expect(topic.takeDiff()).toBeUndefined()
  topic.apply([entry('a', '3')], [entry('a', '1')])
  expect(topic.takeDiff()).toBe('{"joins":{"a":{"metas":["3"]}},"leaves":{"a":{"metas":["1"]}}}')
  expect(topic.toJson()).toBe('{"b":{"metas":["2"]},"a":{"metas":["3"]}}')
})

test('an entry that comes and goes between two differences is in neither', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1')], [])
  topic.apply([], [entry('a', '1')])
  expect([topic.takeDiff(), topic.size]).toEqual([undefined, 0])
})

test('an entry that is there already, or not there, changes nothing', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1')], [])
  topic.takeDiff()
  topic.apply([entry('a', '1')], [entry('a', '2'), entry('b', '1')])
  expect(topic.takeDiff()).toBeUndefined()
})

test('the state of one process replaces its entries alone', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1', 'p'), entry('a', '2', 'q'), entry('b', '3', 'q')], [])
  topic.takeDiff()
  topic.replace('q', [entry('b', '3', 'q'), entry('c', '4', 'q')])
  expect(topic.takeDiff()).toBe('{"joins":{"c":{"metas":["4"]}},"leaves":{"a":{"metas":["2"]}}}')
  topic.replace('q', [])
  expect(topic.toJson()).toBe('{"a":{"metas":["1"]}}')
})

test('an entry that is removed and added again between two differences is in neither', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1')], [])
  topic.takeDiff()
  topic.apply([], [entry('a', '1')])
  topic.apply([entry('a', '1')], [])
  expect(topic.takeDiff()).toBeUndefined()
})
