import type { SupabaseClient } from '@supabase/supabase-js'
import { localStore } from '../data/browser-storage.ts'
import { sendCommand } from '../data/command.ts'
import type { Database } from '../data/database.types.ts'
import { isAreaOn } from '../shared/areas.ts'

/** The slugs of tools that a visitor without an account saved in this browser (spec 7 §3). */
const KEY = 'toolmark.saved-tools'

/** As many as a list can have. */
const SAVED_MAX = 200

export function readSavedTools(): string[] {
  const slugs = localStore.getItem(KEY)?.split(',') ?? []
  return slugs.filter((slug) => /^[a-z0-9-]{1,120}$/.test(slug))
}

const write = (slugs: readonly string[]) =>
  slugs.length > 0 ? localStore.setItem(KEY, slugs.join(',')) : localStore.removeItem(KEY)

export const saveTool = (slug: string) =>
  write([...new Set([...readSavedTools(), slug])].slice(0, SAVED_MAX))

export const removeSavedTool = (slug: string) =>
  write(readSavedTools().filter((other) => other !== slug))

/**
 * Joins the saved tools to the account. They leave the browser only when the server has them, and the
 * server takes each once, so that a lost answer neither loses nor doubles one.
 * @throws {CommandError}
 */
export async function joinSavedTools(supabase: SupabaseClient<Database>): Promise<void> {
  const slugs = readSavedTools()
  if (slugs.length === 0 || !isAreaOn('lists')) return
  const joined = await sendCommand(supabase.rpc('join_saved_tools', { slugs }))
  for (const slug of joined) removeSavedTool(slug)
}
