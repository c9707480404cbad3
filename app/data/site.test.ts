import { expect, it } from 'vitest'
import { orEmpty, type Site } from './site.ts'

it('spec 1 §8, spec 2 §8: a failed reading is only logged, and the section shows empty', async () => {
  const logged: unknown[] = []
  const site = { log: (error: unknown) => logged.push(error) } as unknown as Site
  expect(await orEmpty(site, Promise.resolve(['a']), [])).toEqual(['a'])
  expect(logged).toEqual([])
  const failure = new Error('the database does not answer')
  expect(await orEmpty(site, Promise.reject(failure), [])).toEqual([])
  expect(logged).toEqual([failure])
})
