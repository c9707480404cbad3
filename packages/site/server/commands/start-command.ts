import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { extname, join } from 'node:path'
import { execve } from 'node:process'
import type { Command } from './command.ts'

/** docs/operating.md, Memory. */
const OPTIONS = ['--max-semi-space-size=8', '--v8-pool-size=1', '--no-wasm-code-gc']
/**
 * Statements on PGlite take up to twice the processor time: one function of its code needs 600 MB to be
 * optimized. The smaller semi-space saves 10 MB.
 */
const SMALL_OPTIONS = ['--liftoff-only', '--max-semi-space-size=4']
const SMALL_BYTES = 1.5 * 1024 ** 3
const VARIABLES = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

export const startCommand: Command = {
  npm: 'npm start',
  summary: 'serves the site',
  usage: 'toolmark start',
  async run() {
    const file = join(import.meta.dirname, '..', `main${extname(import.meta.filename)}`)
    const args = [...listOptions(readMemoryLimit()), file]
    const environment = { ...VARIABLES, ...process.env }
    // In place of this process: signals and the exit code are those of the site.
    if (execve) execve(process.execPath, [process.execPath, ...args], environment)
    const child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal))
    const [code] = (await once(child, 'exit')) as [number | null]
    return { data: {}, exitCode: code ?? 1 }
  },
}

/** @returns what a container or the machine has, in bytes */
const readMemoryLimit = () => Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** @param memory in bytes */
export const listOptions = (memory: number): string[] =>
  memory < SMALL_BYTES ? [...OPTIONS, ...SMALL_OPTIONS] : OPTIONS
