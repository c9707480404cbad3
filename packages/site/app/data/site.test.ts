import { expect, it } from 'vitest'
import { readSection, type Site } from './site.ts'

it('spec 1 §8, spec 2 §8: readSection with a failed read logs the error and returns undefined', async () => {
  const logged: unknown[] = []
  const site = { log: (error: unknown) => logged.push(error) } as unknown as Site
  expect(await readSection(site, Promise.resolve(['a']))).toEqual(['a'])
  expect(logged).toEqual([])
  const failure = new Error('the database does not answer')
  expect(await readSection(site, Promise.reject(failure))).toBeUndefined()
  expect(logged).toEqual([failure])
})
