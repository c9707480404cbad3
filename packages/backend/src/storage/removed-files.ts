import { type Database, DatabaseError } from '../database/database.ts'
import type { StorageOptions } from './context.ts'
import { FileStoreError, fileKeyOf } from './files/files.ts'

export type StoredFile = Parameters<typeof fileKeyOf>[0]
type FileStorage = Pick<StorageOptions, 'database' | 'files'>

/** Files per statement. */
const BATCH_SIZE = 100

/** After a sweep that failed. */
const NEXT_SWEEP_MS = 60_000

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

/**
 * Removes the files of deleted rows, unless a backup needs them. The next sweep, which logs its errors, removes
 * the rest.
 */
export async function removeFiles(storage: FileStorage, deleted: StoredFile[]): Promise<void> {
  const removable = storage.database.asOwner<StoredFile>(
    `select id, version from storage.removed_files join jsonb_to_recordset($1::jsonb)
       as gone (id uuid, version text) using (id, version) where ${NO_BACKUP}`,
    [toJson(deleted)],
  )
  await removable.then((files) => removeUnused(storage, files)).catch(() => {})
}

/**
 * Removes the files that an upload stored in vain, unless the connection broke: then their rows may have been
 * committed, and a file without a row does less harm than a row without its file.
 * @param error why the upload failed; after one of the store a later sweep removes them
 */
export async function removeUncommitted(
  storage: FileStorage,
  unused: StoredFile[],
  error: unknown,
): Promise<void> {
  if (unused.length === 0 || (error instanceof DatabaseError && error.code === '08006')) return
  await storage.database
    .asOwner(
      `with noted as (insert into storage.removed_files (id, version)
         select id, version from jsonb_to_recordset($1::jsonb) as gone (id uuid, version text)
         on conflict do nothing returning 1)
       select pg_notify('removed_files', '') from noted`,
      [toJson(unused)],
    )
    .catch(() => {})
  if (!(error instanceof FileStoreError)) await removeFiles(storage, unused)
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
 * Removes such files now, whenever the database announces deleted rows, and again after an error.
 * @returns stops it, after the current sweep
 */
export function watchRemovedFiles(
  storage: FileStorage,
  log: (error: unknown) => void,
): () => Promise<void> {
  let hasEnded = false
  let last = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = () => {
    last = last
      .then(() => (hasEnded ? undefined : removeRemainingFiles(storage, () => hasEnded)))
      .catch((error: unknown) => {
        log(error)
        clearTimeout(timer)
        timer = setTimeout(sweep, NEXT_SWEEP_MS).unref()
      })
  }
  sweep()
  storage.database.listen({ channel: 'removed_files', onNotice: sweep, onGap: sweep }).catch(log)
  return () => {
    hasEnded = true
    return last.finally(() => clearTimeout(timer))
  }
}
