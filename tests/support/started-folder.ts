import { cpSync } from 'node:fs'
import { inject } from 'vitest'

/**
 * Copies what a first start leaves, which takes it several seconds, to where a test's site begins.
 * @param demo whether it ran with demo content
 * @returns the folder, to be its DATA_DIR
 */
export function startedFolder(at: string, demo: 'on' | 'off' = 'off'): string {
  cpSync(inject('started')[demo], at, { recursive: true })
  return at
}
