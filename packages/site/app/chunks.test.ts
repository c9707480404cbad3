import { expect, test } from 'vitest'
import { listChunks } from './chunks.ts'

test('the chunks that modules name have several members each', () => {
  const counts = Object.entries(Object.groupBy(listChunks().values(), (chunk) => chunk))
  expect(counts.map(([chunk]) => chunk).sort()).toEqual(['frame', 'list', 'member'])
  for (const [, members = []] of counts) expect(members.length).toBeGreaterThan(3)
})
