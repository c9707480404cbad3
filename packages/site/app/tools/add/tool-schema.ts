import { z } from 'zod'
import { sendCommand } from '../../data/command.ts'
import { useRead } from '../../data/query.ts'
import * as dataWords from '../../data/words.ts'
import { callFunction } from '../../session/call-function.ts'
import { urlSchema } from '../../session/forms/field-schemas.ts'
import { getSupabase } from '../../session/session.ts'
import { useDebounced } from '../../ui/forms/use-debounced.ts'
import * as listingWords from '../words/listing.ts'

/**
 * @returns the id and slug of the tool, and whether its capabilities were refused
 * @throws {CommandError} `conflict` if another tool has the same slug or website
 */
export async function createTool({
  website_url,
  logo_url,
  aliases,
  capabilities,
  ...tool
}: ToolInput): Promise<{ id: string; slug: string; lacksUses: boolean }> {
  const supabase = await getSupabase()
  const { id, slug } = await sendCommand(
    supabase
      .from('tools')
      .insert({
        ...tool,
        slug: toSlug(tool.name),
        website_url: website_url || null,
        logo_url: logo_url || null,
        ...(aliases.trim() ? { aliases: splitNames(aliases) } : {}),
      })
      .select('id, slug')
      .single(),
  )
  const { error } = capabilities.length
    ? await supabase.rpc('add_tool_capabilities', { tool: id, capabilities })
    : { error: null }
  return { id, slug, lacksUses: error !== null }
}

/** @param text names with commas between them */
export const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Spec 2 §5; the database replaces it with its own (private.slugify). */
const toSlug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The database's limits, in characters. Spec 2 §5 only requires name, description and category. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

export const toolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, listingWords.nameRequired)
    .max(NAME_MAX, dataWords.tooLong(listingWords.nameLabel, NAME_MAX)),
  description: z
    .string()
    .trim()
    .min(1, listingWords.descriptionRequired)
    .max(DESCRIPTION_MAX, dataWords.tooLong(listingWords.descriptionLabel, DESCRIPTION_MAX)),
  category: z.string().min(1, listingWords.categoryRequired),
  website_url: urlSchema,
  logo_url: urlSchema,
  aliases: z.string(),
  /** Slugs. */
  capabilities: z.array(z.string()),
})

export type ToolInput = z.infer<typeof toolSchema>

export const EMPTY_TOOL: ToolInput = {
  name: '',
  description: '',
  category: '',
  website_url: '',
  logo_url: '',
  aliases: '',
  capabilities: [],
}

interface DuplicateTool {
  name: string
  slug: string
  /** The equal field: 'name' or 'website'. */
  same: string
}

/** The listed tool with this name or website, if any; the database compares them. */
export function useDuplicateTool(name: string, website: string) {
  const input = useDebounced(JSON.stringify([name.trim(), urlSchema.safeParse(website).data ?? '']))
  const { data, refetch } = useRead(['duplicate tool', input], () => findDuplicate(input), {
    enabled: input !== '["",""]',
  })
  return { duplicate: data ?? undefined, checkAgain: refetch }
}

async function findDuplicate(input: string): Promise<DuplicateTool | null> {
  const [tool_name, website] = JSON.parse(input) as [string, string]
  return (await callFunction('tool_already_listed', { tool_name, website }))[0] ?? null
}
