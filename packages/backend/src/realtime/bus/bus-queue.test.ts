import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { BusQueue } from './bus-queue.ts'

const message = (text: string) => ({ topic: 'room', isPrivate: false, text })

/** A queue whose statements wait for `answer`. */
function createQueue() {
  const statements: { messages: string[]; answer: PromiseWithResolvers<never[]> }[] = []
  const errors: unknown[] = []
  const asOwner = (_text: string, [messages]: [string[]]) => {
    const answer = Promise.withResolvers<never[]>()
    statements.push({ messages, answer })
    return answer.promise
  }
  const database = { asOwner } as unknown as Database
  return { queue: new BusQueue(database, 'p', (error) => errors.push(error)), statements, errors }
}

test('messages above 16 MB are dropped and logged once, and later ones are sent', async () => {
  const { queue, statements, errors } = createQueue()
  const large = message('x'.repeat(5_000_000))
  const added = Array.from({ length: 6 }, () => queue.add(large))
  expect(added).toEqual([true, true, true, false, false, false])
  expect(errors).toEqual([
    new Error('Messages to the other processes are dropped: 16 MB of them wait'),
  ])
  await expect.poll(() => statements).toHaveLength(1)
  expect(statements[0]?.messages).toHaveLength(3)
  expect(queue.add(large)).toBe(true)
  statements[0]?.answer.resolve([])
  await expect.poll(() => statements).toHaveLength(2)
  statements[1]?.answer.resolve([])
  await queue.close()
  expect(errors).toHaveLength(1)
})

test('a failed statement is logged, and later messages are sent', async () => {
  const { queue, statements, errors } = createQueue()
  queue.add(message('1'))
  await expect.poll(() => statements).toHaveLength(1)
  queue.add(message('2'))
  statements[0]?.answer.reject(new Error('down'))
  await expect.poll(() => statements).toHaveLength(2)
  statements[1]?.answer.resolve([])
  await queue.close()
  expect(errors).toEqual([new Error('down')])
})
