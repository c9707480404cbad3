// Connections to the database that break in the middle of work: a clear answer, nothing doubled,
// nothing half-written, and no restart.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

test.runIf(inject('engine') === 'postgres')('under load', async () => {
  const service = { apikey: backend.serviceKey, 'Content-Type': 'application/json' }
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const refusals = new Set<string>()
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const name = `Tool ${crypto.randomUUID()}`
      const response = await fetch(`${backend.url}/rest/v1/tools`, {
        method: 'POST',
        headers: service,
        body: JSON.stringify({ name, description: 'd', category: 'HR' }),
      })
      statuses.add(response.status)
      if (response.status === 201) acknowledged.push(name)
      else refusals.add(await response.text())
    }
  }
  const writing = Promise.all([write(), write(), write(), write()])
  for (let round = 0; round < 8; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await backend.db
      .asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => {})
  }
  isDone = true
  await writing
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect([...refusals].filter((text) => !text.includes('cannot be reached at the moment'))).toEqual(
    [],
  )
  const rows = await backend.db.asOwner('select name, count(*) as times from tools group by name')
  const times = new Map(rows.map((row) => [row.name, row.times]))
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter((name) => times.get(name) !== 1)).toEqual([])
  expect((await fetch(`${backend.url}/rest/v1/tools?limit=1`, { headers: service })).status).toBe(
    200,
  )
})
