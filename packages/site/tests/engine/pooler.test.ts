// PgBouncer in transaction mode between the site and PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { startPooler } from '@toolmark/backend/tests/support/databases/pooler.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findPgbouncer } from '../../../../scripts/test-tools.js'
import { readEnvironment } from '../../server/environment.ts'
import { openSiteDatabase } from '../../server/start/open-site-database.ts'

const NEEDS_DIRECT_URL =
  'DATABASE_URL cannot be used: a pooler in transaction mode answers: set DATABASE_DIRECT_URL to the address of the server itself'

describe.runIf(inject('engine') === 'postgres' && findPgbouncer())('a transaction pooler', () => {
  let server: Awaited<ReturnType<typeof createPostgresCopy>>
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pooler-'))
  beforeAll(async () => {
    server = await createPostgresCopy('template0')
  })
  afterAll(async () => {
    await server.drop()
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['refuses the settings of a session', ''],
    [
      'ignores the settings of a session',
      'ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout',
    ],
  ])('that %s is refused without DATABASE_DIRECT_URL', async (_name, settings) => {
    const pooler = await startPooler(server.url, 'postgres', settings)
    await expect(openPostgres(pooler.value)).rejects.toThrow(NEEDS_DIRECT_URL)
    await pooler.remove()
  })

  const open = (url: string) =>
    openSiteDatabase(
      readEnvironment({
        DATA_DIR: folder,
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: server.url,
        DEMO_CONTENT: 'off',
      }),
    )

  test('must connect as the owner of the tables', async () => {
    const pooler = await startPooler(server.url, 'postgres')
    await expect(open(pooler.value)).rejects.toThrow(
      /^DATABASE_URL must lead to the database (\w+) as the user toolmark_owner, as DATABASE_DIRECT_URL does, and leads to the database \1 as the user postgres$/,
    )
    await pooler.remove()
  })

  test('carries a migrated site, and a write waits for its notifications', async () => {
    const pooler = await startPooler(server.url, 'toolmark_owner')
    const database = await open(pooler.value)
    const received: string[] = []
    await database.listen({
      channel: 'page_tags',
      onNotice: (payload) => received.push(payload),
      onGap: () => {},
    })
    await database.asOwner(
      "insert into tools (name, description, category) values ('Kettle', 'd', 'HR')",
    )
    expect(received.join()).toContain('tool')
    const direct = await openPostgres(server.url)
    for (const each of [database, direct]) {
      const settings = await each.asOwner(
        "select current_setting('statement_timeout') as limit, current_setting('timezone') as timezone, current_setting('jit') as jit",
      )
      expect(settings).toEqual([{ limit: '8s', timezone: 'UTC', jit: 'off' }])
      await each.close()
    }
    await pooler.remove()
  })
})
