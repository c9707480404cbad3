// Limits of several processes that count in Debian's Redis.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findRedis } from '../../../../scripts/test-tools.js'
import { openValkeyCounters } from '../../src/shared-counters.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { findFreePort } from '../support/services/local-server.ts'

const program = findRedis()

describe.runIf(inject('engine') === 'postgres' && program)('processes with VALKEY_URL', () => {
  let redis: ChildProcess
  let url: string
  let backends: TestBackend[]
  const stores: Awaited<ReturnType<typeof openValkeyCounters>>[] = []
  const logged: unknown[] = []
  beforeAll(async () => {
    const port = await findFreePort()
    url = `redis://127.0.0.1:${port}`
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
    redis = spawn(program ?? '', settings, { stdio: 'ignore', cwd: tmpdir() })
    for (let count = 0; count < 2; count += 1)
      stores.push(
        await vi.waitFor(() => openValkeyCounters(url, (error) => logged.push(error)), 5000),
      )
    const [one, two] = stores.map(({ createCounter }) => createCounter)
    const first = await startTestBackend(undefined, { createCounter: one })
    const db = await first.db.connectAgain()
    backends = [first, await startTestBackend(undefined, { createCounter: two, db })]
  })
  afterAll(async () => {
    redis.kill('SIGKILL')
    for (const store of stores) store.close()
    const [first, second] = backends
    await second?.close()
    await second?.db.close()
    await first?.close()
  })

  const attempt = async (backend: TestBackend | undefined, email: string) =>
    (await backend?.createClient().auth.signInWithPassword({ email, password: 'Wrong-Kettle-84' }))
      ?.error?.status
  const attemptSix = async (order: readonly number[]) => {
    const member = await backends[0]?.createMember()
    const statuses = []
    for (const place of order) statuses.push(await attempt(backends[place], member?.email ?? ''))
    return statuses
  }

  test('spec 1 §5: five wrong passwords spread over two processes, then 429 at both', async () => {
    expect(await attemptSix([0, 1, 0, 1, 0, 1, 0])).toEqual([400, 400, 400, 400, 400, 429, 429])
    const rows = await backends[0]?.db.asOwner('select key from auth.rate_limits')
    expect(rows).toEqual([])
  })

  test('without Valkey each process counts alone, and says so once', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    expect(await attemptSix([0, 0, 0, 0, 0, 0, 1])).toEqual([400, 400, 400, 400, 400, 429, 400])
    await expect
      .poll(() => logged.map(String))
      .toEqual(Array(2).fill('Error: Valkey does not answer'))
    await expect(openValkeyCounters(url, () => {})).rejects.toThrow(
      /^VALKEY_URL cannot be used: Error: connect ECONNREFUSED/,
    )
  })
})
