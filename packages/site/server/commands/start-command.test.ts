import { expect, test } from 'vitest'
import { listOptions } from './start-command.ts'

test.each([
  ['a container of 512 MB', 0.5, true],
  ['a machine of 1 GB', 1, true],
  ['a machine of 2 GB', 2, false],
  ['a machine without a limit', 64, false],
])('%s: whether PGlite stays without optimized code', (_name, gigabytes, isSmall) => {
  const options = listOptions(gigabytes * 1024 ** 3)
  expect(options.includes('--liftoff-only')).toBe(isSmall)
  expect(options).toContain('--no-wasm-code-gc')
})
