import type { Reader } from './cache-tags.ts'
import { findRow } from './command-error.ts'

/**
 * The present slugs of tools by addresses that they had: slugs before a rename, slugs and ids of merged entries (spec 4 §2).
 * A reader that finds no tool has the tag `tools`, which a rename and a merge announce.
 * @returns each once, in the order of the addresses; an address that no tool had as it is
 */
export async function readPresentSlugs(
  { supabase }: Pick<Reader, 'supabase'>,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const data = await findRow(supabase.rpc('moved_tools', { addresses: [...addresses] }))
  const moved = new Map(data?.map(({ address, slug }) => [address, slug]))
  return [...new Set(addresses.map((address) => moved.get(address) ?? address))]
}
