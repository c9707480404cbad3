import type { Reader } from '../../data/cache-tags.ts'
import { readFromCursor } from '../../data/keyset.ts'
import { type Change, describeChanges } from '../edits/edit.ts'
import { toToolPath } from '../tool.ts'
import type { KINDS } from '../words/changes.ts'

export type ChangeKind = keyof typeof KINDS

/** What one edit changed of a tool, of the kinds that readers follow. */
export interface ToolChange {
  /** Of the page of the tool's history that begins with the edit. */
  path: string
  tool: { name: string; slug: string }
  kinds: ChangeKind[]
  changes: Change[]
  changed_at: string
  source_url: string | null
}

export interface ChangesQuery {
  /** A day; 30 days ago without one. */
  since?: string | undefined
  /** All without it. */
  kinds?: ChangeKind[] | undefined
  howMany: number
  after?: string | null | undefined
}

/** Reads a page of the rows of track_changes; with an invalid cursor the first one. */
export const readChangeRows = (
  { supabase }: Pick<Reader, 'supabase'>,
  { since, kinds, howMany, after = null }: ChangesQuery,
) =>
  readFromCursor(after, async (cursor) => {
    const { data: rows } = await supabase
      .rpc('track_changes', {
        how_many: howMany,
        ...(since ? { since } : {}),
        ...(kinds ? { kinds } : {}),
        ...(cursor ? { older_than: cursor } : {}),
      })
      .throwOnError()
    return { rows, next: rows.length < howMany ? null : (rows.at(-1)?.after_row ?? null) }
  })

export interface ChangesPage {
  changes: ToolChange[]
  next: string | null
}

export async function readChanges(reader: Reader, query: ChangesQuery): Promise<ChangesPage> {
  reader.tag('changes', 'tools')
  const { rows, next } = await readChangeRows(reader, query)
  const byEdit = new Map<string, ToolChange>()
  for (const { name, slug, number, kind, field, before, after, ...row } of rows) {
    const path = `${toToolPath({ name, slug })}/history?after=${number + 1}#edit-${number}`
    const edit = byEdit.get(path) ?? {
      ...{ path, tool: { name, slug }, kinds: [], changes: [] },
      ...{ changed_at: row.changed_at, source_url: row.source_url },
    }
    edit.kinds.push(kind)
    // The fields of kinds are numbers, texts and days, and no ids.
    edit.changes.push(...describeChanges({ [field]: [before, after] }, new Map()))
    byEdit.set(path, edit)
  }
  return { changes: [...byEdit.values()], next }
}
