import { cpSync } from 'node:fs'
import { inject } from 'vitest'

/**
 * Copies the data of a first start, which takes several seconds, for the site of a test.
 * @param demo with demo content or without
 * @returns the folder, for DATA_DIR
 */
export function copyPreparedData(at: string, demo: 'on' | 'off' = 'off'): string {
  cpSync(inject('preparedData')[demo], at, { recursive: true })
  return at
}
