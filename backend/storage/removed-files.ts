import { type Database, DatabaseError } from '../database/database.ts'
import type { StorageOptions } from './context.ts'
import { fileKeyOf } from './files/files.ts'

type StoredFile = Parameters<typeof fileKeyOf>[0]
type FileStorage = Pick<StorageOptions, 'database' | 'files'>

/** Files per statement. */
const BATCH_SIZE = 100

/** How often a backup renews its lease. */
const RENEWAL_MS = 60_000

/** Long, because on PGlite a backup cannot renew while it reads its rows. */
const LEASE = "interval '1 hour'"

const NO_BACKUP = 'not exists (select from storage.copies_under_way where until > now())'

/**
 * Prevents that files of removed rows are deleted, for a backup whose rows may be older. It applies to
 * every process on the same database.
 * @returns ends this
 */
export async function keepRemovedFiles(
  database: Pick<Database, 'asOwner'>,
): Promise<() => Promise<void>> {
  const id = crypto.randomUUID()
  await database.asOwner('delete from storage.copies_under_way where until < now()')
  await database.asOwner(
    `insert into storage.copies_under_way (id, until) values ($1, now() + ${LEASE})`,
    [id],
  )
  const renewal = `update storage.copies_under_way set until = now() + ${LEASE} where id = $1`
  // The lease is long enough for another attempt after an error.
  const timer = setInterval(() => database.asOwner(renewal, [id]).catch(() => {}), RENEWAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await database.asOwner('delete from storage.copies_under_way where id = $1', [id])
    await database.asOwner("select pg_notify('removed_files', '')")
  }
}

/** Removes the files of deleted rows, unless a backup needs them; the next sweep removes the rest. */
export async function removeFiles(storage: FileStorage, deleted: StoredFile[]): Promise<void> {
  const removable = await storage.database.asOwner<StoredFile>(
    `select id, version from storage.removed_files join jsonb_to_recordset($1::jsonb)
       as gone (id uuid, version text) using (id, version) where ${NO_BACKUP}`,
    [toJson(deleted)],
  )
  await removeUnused(storage, removable)
}

/**
 * Removes the files of a transaction that failed, unless the connection broke: then it may have been
 * committed, and a file without a row does less harm than a row without its file.
 */
export async function removeUncommitted(
  { files }: Pick<FileStorage, 'files'>,
  keys: readonly string[],
  error: unknown,
): Promise<void> {
  if (error instanceof DatabaseError && error.code === '08006') return
  await Promise.all(keys.map((key) => files.remove(key)))
}

async function removeUnused({ database, files }: FileStorage, unused: StoredFile[]): Promise<void> {
  await Promise.all(unused.map((file) => files.remove(fileKeyOf(file))))
  await database.asOwner(
    `delete from storage.removed_files where (id, version) in (
       select id, version from jsonb_to_recordset($1::jsonb) as gone (id uuid, version text))`,
    [toJson(unused)],
  )
}

const toJson = (files: StoredFile[]) =>
  JSON.stringify(files.map(({ id, version }) => ({ id, version })))

/**
 * Removes the files of rows that were deleted with an account, or before a crash. Two processes may
 * remove the same file; the second one finds nothing.
 */
async function removeRemainingFiles(storage: FileStorage, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const deleted = await storage.database.asOwner<StoredFile>(
      `select id, version from storage.removed_files where ${NO_BACKUP} order by removed_at limit $1`,
      [BATCH_SIZE],
    )
    if (deleted.length === 0) return
    await removeUnused(storage, deleted)
  }
}

/**
 * Removes such files now, and whenever the database announces deleted rows.
 * @returns stops it, after the current sweep
 */
export function watchRemovedFiles(
  storage: FileStorage,
  log: (error: unknown) => void,
): () => Promise<void> {
  let hasEnded = false
  let last = Promise.resolve()
  const sweep = () => {
    last = last
      .then(() => (hasEnded ? undefined : removeRemainingFiles(storage, () => hasEnded)))
      .catch(log)
  }
  sweep()
  storage.database.listen({ channel: 'removed_files', onNotice: sweep, onGap: sweep }).catch(log)
  return () => {
    hasEnded = true
    return last
  }
}
