import type { StorageOptions } from './context.ts'
import { keyOf } from './files/files.ts'

type Stored = Parameters<typeof keyOf>[0]
type Place = Pick<StorageOptions, 'database' | 'files'>

/** So many files at once: an account has few, an emptied bucket many. */
const AT_ONCE = 100

/** Removes the files of rows that are gone; what fails is left for the next time. */
export async function removeFiles({ database, files }: Place, gone: Stored[]): Promise<void> {
  await Promise.all(gone.map((file) => files.remove(keyOf(file))))
  await database.asOwner(
    `delete from storage.removed_files where (id, version) in (
       select id, version from jsonb_to_recordset($1::jsonb) as gone (id uuid, version text))`,
    [JSON.stringify(gone.map(({ id, version }) => ({ id, version })))],
  )
}

/**
 * Removes the files of rows that went another way: with an account, or before a crash. Two
 * processes may remove one file; the second finds nothing to do.
 */
async function removeLeftFiles(place: Place): Promise<void> {
  for (;;) {
    const gone = await place.database.asOwner<Stored>(
      'select id, version from storage.removed_files order by removed_at limit $1',
      [AT_ONCE],
    )
    if (gone.length === 0) return
    await removeFiles(place, gone)
  }
}

/** Does so now, and whenever the database says that rows have gone. */
export function watchRemovedFiles(place: Place, log: (error: unknown) => void): void {
  let last = Promise.resolve()
  const sweep = () => {
    last = last.then(() => removeLeftFiles(place)).catch(log)
  }
  sweep()
  place.database.listen({ channel: 'removed_files', onNotice: sweep, onGap: sweep }).catch(log)
}
