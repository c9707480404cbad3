import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { type Caller, type Database, DatabaseError } from '../../../src/database/database.ts'
import type { ChangeRequest, ChangeSubscription } from '../../../src/realtime/change-source.ts'
import { ChangeFeed } from '../../../src/realtime/changes/change-feed.ts'
import { openTestDatabase, type TestDatabase } from '../databases/database.ts'

interface ChangeData {
  schema: string
  table: string
  type: string
  commit_timestamp: string
  columns?: { name: string; type: string }[]
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
  errors: string[] | null
}

interface Received {
  ids: number[]
  data: ChangeData
  text: string
}

export interface TestSubscription extends ChangeSubscription {
  received: Received[]
  /** The message of its end and whether it can be made again. */
  ends: [message: string, canRejoin: boolean][]
}

export const ANON: Caller = { role: 'anon', claims: {} }
export const SERVICE: Caller = { role: 'service_role', claims: {} }
export const createCaller = (sub: string): Caller => ({
  role: 'authenticated',
  claims: { sub, session_id: sub },
})

export const summarize = ({ received }: TestSubscription) =>
  received.map(({ data }) => [data.type, data.record?.id, data.old_record])

/** A feed for the backend of a test file, which fails if the feed has logged an error. */
export function shareChangeFeed(database: Database): ChangeFeed {
  const logged: unknown[] = []
  const feed = new ChangeFeed({ database, log: (error) => logged.push(error) })
  afterAll(async () => {
    await feed.close()
    expect(logged).toEqual([])
  })
  return feed
}

/** A feed on a database with the published tables `notes` and `markers`, for the tests of one file. */
export function withChangeFeed() {
  let db: TestDatabase
  let feed: ChangeFeed
  const logged: string[] = []
  const open: ChangeSubscription[] = []

  beforeAll(async () => {
    db = await openTestDatabase()
    feed = openFeed(db.database)
    await db.asOwner(`
      create table notes (id int primary key, owner uuid, body text, secret text default 's');
      alter table notes enable row level security;
      create policy own_read on notes for select to anon, authenticated
        using (owner is null or owner = auth.uid());
      create policy service_all on notes for all to service_role using (true);
      grant select (id, owner, body) on notes to anon, authenticated;
      grant all on notes to service_role;
      create table markers (id int primary key);
      grant select on markers to anon, authenticated, service_role;
      alter publication supabase_realtime add table notes, markers`)
  })
  afterEach(async () => {
    for (const subscription of open.splice(0)) subscription.close()
    await db.asOwner('truncate notes, markers')
    logged.length = 0
  })
  afterAll(async () => {
    await feed.close()
    await db.close()
  })

  /** Creates a published table that every role may read, and drops it after the test. */
  async function publish(name: string, columns: string): Promise<void> {
    await db.asOwner(`create table ${name} (${columns});
      grant select on ${name} to anon, authenticated;
      alter publication supabase_realtime add table ${name}`)
    onTestFinished(async () => void (await db.asOwner(`drop table ${name}`)))
  }

  /** @param reloadInterval in milliseconds */
  function openFeed(database: Database, reloadInterval = 60_000): ChangeFeed {
    return new ChangeFeed({ database, reloadInterval, log: (error) => logged.push(String(error)) })
  }

  async function subscribe(
    requests: Partial<ChangeRequest> | Partial<ChangeRequest>[] = {},
    caller = ANON,
    of = feed,
  ): Promise<TestSubscription> {
    const received: Received[] = []
    const ends: TestSubscription['ends'] = []
    const list = Array.isArray(requests) ? requests : [requests]
    const subscription = await of.subscribe(
      caller,
      list.map((each) => ({ event: '*' as const, schema: 'public', table: 'notes', ...each })),
      {
        onChange: (ids, text) => received.push({ ids, data: JSON.parse(text), text }),
        onEnd: (...end) => ends.push(end),
      },
    )
    open.push(subscription)
    return Object.assign(subscription, { received, ends })
  }

  /** The database, with other functions in place of some. */
  function overrideDatabase(functions: Partial<Database>): Database {
    return {
      engine: db.database.engine,
      as: (...call) => db.database.as(...call),
      asReader: (...call) => db.database.asReader(...call),
      transactionAs: (...call) => db.database.transactionAs(...call),
      asOwner: (...call) => db.database.asOwner(...call),
      transactionAsOwner: (work) => db.database.transactionAsOwner(work),
      listen: (listener) => db.database.listen(listener),
      close: async () => {},
      ...functions,
    }
  }

  /** The database; after `failNext` the next transaction of the owner fails. */
  function createFailingDatabase() {
    let shouldFail = false
    const database = overrideDatabase({
      transactionAsOwner: (work) => {
        if (!shouldFail) return db.database.transactionAsOwner(work)
        shouldFail = false
        return Promise.reject(new DatabaseError('55P03', 'canceling statement due to lock timeout'))
      },
    })
    const failNext = () => {
      shouldFail = true
    }
    return { database, failNext }
  }

  let lastMarker = 0

  /** Waits until the changes before are delivered, at most a batch of each table. */
  async function flushChanges(of = feed, database = db): Promise<void> {
    lastMarker += 1
    const marker = await subscribe({ table: 'markers' }, ANON, of)
    await database.asOwner(`insert into markers values (${lastMarker})`)
    await expect.poll(() => marker.received.length, { timeout: 10_000, interval: 10 }).toBe(1)
    marker.close()
  }

  const listTriggers = async (table: string) =>
    (
      await db.asOwner`select tgname from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal order by 1`
    ).map(({ tgname }) => tgname)

  return {
    get db() {
      return db
    },
    get feed() {
      return feed
    },
    logged,
    open,
    openFeed,
    publish,
    subscribe,
    overrideDatabase,
    createFailingDatabase,
    flushChanges,
    listTriggers,
  }
}
