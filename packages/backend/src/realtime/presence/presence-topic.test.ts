import { expect, test } from 'vitest'
import { PresenceTopic } from './presence-topic.ts'

/** The state that new members get. */
const readState = (topic: PresenceTopic) =>
  JSON.parse(String(topic.toMessage('realtime:room').encode('2.0.0').data))[4]

const metas = (...of: string[]) => ({ metas: of })

const entry = (key: string, ref: string) => ({ key, ref, text: `"${ref}"` })

test('the difference since the last one names joins and leaves', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1'), entry('b', '2')], [])
  expect(topic.takeDiff()).toBe('{"joins":{"a":{"metas":["1"]},"b":{"metas":["2"]}},"leaves":{}}')
  expect(topic.takeDiff()).toBeUndefined()
  topic.apply([entry('a', '3')], [entry('a', '1')])
  expect(topic.takeDiff()).toBe('{"joins":{"a":{"metas":["3"]}},"leaves":{"a":{"metas":["1"]}}}')
  expect(readState(topic)).toEqual({ b: metas('2'), a: metas('3') })
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

test('an entry that is removed and added again between two differences is in neither', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1')], [])
  topic.takeDiff()
  topic.apply([], [entry('a', '1')])
  topic.apply([entry('a', '1')], [])
  expect(topic.takeDiff()).toBeUndefined()
})

test('the state is built once until the next change', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('a', '1')], [])
  const message = topic.toMessage('realtime:room')
  topic.apply([entry('a', '1')], [entry('b', '2')])
  expect(topic.toMessage('realtime:room')).toBe(message)
  topic.apply([entry('b', '2')], [])
  expect(readState(topic)).toEqual({ a: metas('1'), b: metas('2') })
  topic.apply([], [entry('a', '1')])
  expect(readState(topic)).toEqual({ b: metas('2') })
})

test('the bytes are those of the keys and texts that are there', () => {
  const topic = new PresenceTopic()
  topic.apply([entry('ä', '1'), entry('b', '12')], [])
  expect(topic.bytes).toBe(2 + 3 + 1 + 4)
  topic.apply([entry('b', '12')], [entry('ä', '1'), entry('ä', '1')])
  expect(topic.bytes).toBe(1 + 4)
})
