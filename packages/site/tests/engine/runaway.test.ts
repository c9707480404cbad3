// PGlite ends a runaway statement by ending its thread; other requests succeed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '@toolmark/backend/database/database.ts'
import {
  startAutovacuum,
  vacuumFilledTables,
} from '@toolmark/backend/database/engines/autovacuum.ts'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { PgliteEngine } from '@toolmark/backend/database/engines/pglite-engine.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { ChangeFeed } from '@toolmark/backend/realtime/changes/change-feed.ts'
import { copyPgliteFolder } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import { MIGRATIONS } from '../../server/migrations.ts'
import { createTemporaryFolder } from '../support/sites/site.ts'

const isPglite = inject('engine') === 'pglite'
const test = baseTest.runIf(isPglite)
const TIME_LIMIT_MS = 1000

const { folder, remove } = createTemporaryFolder()
let db: Database
beforeAll(async () => {
  if (!isPglite) return
  // A restart needs the folder.
  copyPgliteFolder(folder)
  db = await openPglite(folder, TIME_LIMIT_MS)
  await migrate(db, MIGRATIONS)
})
afterAll(async () => {
  await db?.close()
  remove()
})

const anonymous = { role: 'anon' as const, claims: {} }
const ENDLESS =
  'select count(*) from generate_series(1, 1e9::bigint) a, generate_series(1, 1e9::bigint) b'

/** An anonymous caller with a limit of its own, and the times that its statements took. */
function limitedCaller(limit: number) {
  const elapsed: number[] = []
  const caller = {
    ...anonymous,
    time: { limitMs: limit, onElapsed: (ms: number) => elapsed.push(ms) },
  }
  return { caller, elapsed }
}

test('a caller’s own time limit ends its statement earlier, and its time is reported', async () => {
  const { caller, elapsed } = limitedCaller(200)
  await db.asReader(caller, 'select 1 as one from pg_sleep(0.05)')
  await expect(db.asReader(caller, ENDLESS)).rejects.toMatchObject({ code: '57014' })
  const transaction = db.transactionAs(caller, ({ query }) => query(ENDLESS))
  await expect(transaction).rejects.toMatchObject({ code: '57014' })
  expect(elapsed).toHaveLength(3)
  expect(elapsed[0]).toBeGreaterThanOrEqual(50)
  for (const time of elapsed.slice(1)) expect(time).toBeGreaterThanOrEqual(200)
  // The statement without a limit of its own has the engine’s.
  await db.as(anonymous, 'select pg_sleep(0.5)')
})

test('a restart is a gap for listeners only if a commit may have been under way', async () => {
  const { caller } = limitedCaller(200)
  let gaps = 0
  const onGap = () => {
    gaps += 1
  }
  const stop = await db.listen({ channel: 'restarts', onNotice: () => {}, onGap })
  gaps = 0
  await expect(db.asReader(caller, ENDLESS)).rejects.toMatchObject({ code: '57014' })
  await db.asReader(anonymous, 'select 1 as one')
  // A transaction that has not reached its commit has changed nothing either.
  const transaction = db.transactionAs(caller, ({ query }) => query(ENDLESS))
  await expect(transaction).rejects.toMatchObject({ code: '57014' })
  await db.asReader(anonymous, 'select 1 as one')
  expect(gaps).toBe(0)
  await expect(db.as(caller, ENDLESS)).rejects.toMatchObject({ code: '57014' })
  expect(gaps).toBe(1)
  stop()
})

test('a runaway statement throws 57014; waiting and later requests find committed rows, and no temporary files remain', async () => {
  await db.asOwner(
    "insert into tools (name, description, category) values ('Committed', 'd', 'HR')",
  )
  const readNames = () => db.as(anonymous, 'select name from tools')
  const found = [{ name: 'Committed' }]
  const responses = await Promise.allSettled([db.as(anonymous, ENDLESS), readNames(), readNames()])
  const read = { status: 'fulfilled', value: found }
  expect(responses).toMatchObject([{ reason: { code: '57014' } }, read, read])
  expect(await readNames()).toEqual(found)
  const temporary = join(folder, 'db/base/pgsql_tmp')
  expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([])
})

test('reads in the same batch are sent again, each with its own time limit', async () => {
  const read = (text: string) => db.asReader(anonymous, text)
  const names = 'select name from tools'
  const slow = 'select 1 as one from pg_sleep(0.6)'
  const reads = [names, ENDLESS, names, slow, ENDLESS, names]
  const responses = await Promise.allSettled(reads.map(read))
  const found = { status: 'fulfilled', value: [{ name: 'Committed' }] }
  const one = { status: 'fulfilled', value: [{ one: 1 }] }
  const ended = { reason: { code: '57014' } }
  expect(responses).toMatchObject([found, ended, found, one, ended, found])
})

test('a change waits for running reads, not for reads that arrive after it', async () => {
  const done: string[] = []
  const reads = Array.from({ length: 30 }, async () => {
    await db.asReader(anonymous, 'select pg_sleep(0.01)')
    done.push('read')
  })
  await setImmediate()
  const change = db.as(anonymous, 'select 1').then(() => done.push('change'))
  await Promise.all([...reads, change])
  expect(done.indexOf('change')).toBeLessThan(10)
})

test('a read of the change feed that takes more than a second ends its subscription, not the thread', async () => {
  await db.asOwner(`
    create table slow (id int primary key);
    alter table slow enable row level security;
    create policy awaited on slow for select using ((select true from pg_sleep(1.5)));
    grant select on slow to anon;
    alter publication supabase_realtime add table slow`)
  const readStart = () => db.asOwner('select pg_postmaster_start_time() as start')
  const start = await readStart()
  const feed = new ChangeFeed({ database: db, log: () => {} })
  const ends: string[] = []
  const request = { event: '*' as const, schema: 'public', table: 'slow' }
  await feed.subscribe(anonymous, [request], {
    onChange: () => {},
    onEnd: (message) => ends.push(message),
  })
  await db.asOwner('insert into slow values (1)')
  await expect.poll(() => ends).toHaveLength(1)
  expect(await readStart()).toEqual(start)
  const endless = db.asReader(limitedCaller(200).caller, ENDLESS)
  await expect(endless).rejects.toMatchObject({ code: '57014' })
  expect(await readStart()).not.toEqual(start)
  await feed.close()
  await db.asOwner('drop table slow')
})

test('after a restart the thread has no superuser rights', async () => {
  await expect(db.as(anonymous, 'select * from private.profiles')).rejects.toMatchObject({
    code: '42501',
  })
  expect(await db.asOwner('select rolsuper from pg_roles where rolname = session_user')).toEqual([
    { rolsuper: false },
  ])
  await expect(
    db.as(anonymous, "select set_config('role', 'toolmark_owner', false)"),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a statement that ended in time succeeds if the process reads the result late', async () => {
  const response = db.as(
    { role: 'service_role', claims: {} },
    "insert into tools (name, description, category) select 'Late', 'd', 'HR' from pg_sleep(0.05) returning name",
  )
  await setImmediate()
  // Blocks the event loop: the timer fires before the process reads the message.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * TIME_LIMIT_MS)
  expect(await response).toEqual([{ name: 'Late' }])
})

test('a thread that exits is restarted, also after an earlier restart', async () => {
  const { folder: own, remove: removeOwn } = createTemporaryFolder()
  copyPgliteFolder(own)
  const engine = new PgliteEngine(join(own, 'db'))
  const first = await engine.running()
  engine.restart()
  engine.restart()
  const second = await engine.running()
  expect(second).not.toBe(first)
  await second.terminate()
  const third = await engine.running()
  expect(third).not.toBe(second)
  expect(third.threadId).toBeGreaterThan(0)
  await engine.close()
  removeOwn()
})

test('statements of the owner have no time limit', async () => {
  const rows = await db.asOwner('select 1 as one from pg_sleep(1.2)')
  expect(rows).toEqual([{ one: 1 }])
})

test('startAutovacuum analyzes a changed table', async () => {
  await db.asOwner(
    "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 200) n",
  )
  const size = "select reltuples::integer as rows from pg_class where oid = 'tools'::regclass"
  expect(await db.asOwner(size)).toEqual([{ rows: -1 }])
  const end = startAutovacuum(db, 10)
  await expect.poll(() => db.asOwner(size)).toEqual([{ rows: 202 }])
  await end()
})

test('vacuumFilledTables sorts new rows into the text indexes', async () => {
  const insert =
    "insert into tools (name, description, category) select 'Kettle ' || n, 'd', 'HR' from generate_series(1, 50) n"
  // The number of pages with rows that were not sorted in.
  const clean = "select gin_clean_pending_list('tools_search_idx') > 0 as had_pages"
  await db.asOwner(insert)
  expect(await db.asOwner(clean)).toEqual([{ had_pages: true }])
  await db.asOwner(insert.replace('Kettle', 'Pot'))
  await vacuumFilledTables(db)
  expect(await db.asOwner(clean)).toEqual([{ had_pages: false }])
})
