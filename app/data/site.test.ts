import { expect, it } from 'vitest'
import { readOrEmpty, type Site } from './site.ts'

it('spec 1 §8, spec 2 §8: readOrEmpty with a failed read logs the error and returns the empty value', async () => {
  const logged: unknown[] = []
  const site = { log: (error: unknown) => logged.push(error) } as unknown as Site
  expect(await readOrEmpty(site, Promise.resolve(['a']), [])).toEqual(['a'])
  expect(logged).toEqual([])
  const failure = new Error('the database does not answer')
  expect(await readOrEmpty(site, Promise.reject(failure), [])).toEqual([])
  expect(logged).toEqual([failure])
})
