import type { Reader } from '../../data/cache-tags.ts'
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

/** @param kind undefined for all */
export async function readChanges(
  { supabase, tag }: Reader,
  kind: ChangeKind | undefined,
  howMany: number,
): Promise<ToolChange[]> {
  tag('changes', 'tools')
  const { data } = await supabase
    .rpc('track_changes', { how_many: howMany, ...(kind ? { kinds: [kind] } : {}) })
    .throwOnError()
  const byEdit = new Map<string, ToolChange>()
  for (const { name, slug, number, kind, field, before, after, ...row } of data) {
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
  return [...byEdit.values()]
}
