import { z } from 'zod'
import { requireCurrentUserId, sendCommand } from '../../data/command.ts'
import * as dataWords from '../../data/words.ts'
import { urlSchema } from '../../session/forms/field-schemas.ts'
import { getSupabase } from '../../session/session.ts'
import { today } from '../../ui/format/day.ts'
import type { DescribedLaunch } from '../launch.ts'
import * as launchWords from '../words.ts'

/** Spec 2 §5 and §9; the database has the same limits, in characters. */
export const TAGLINE_MAX = 80
export const PRODUCT_NAME_MAX = 100
export const DESCRIPTION_MAX = 2000
/** The uploads of a launch, besides its featured image. */
export const PICTURES_MAX = 3
const LAUNCH_DATE_END = '2100-01-01'

export const launchSchema = z.object({
  /** The id is empty for a launch without a tool. */
  tool: z.object({ id: z.string(), name: z.string(), slug: z.string(), category: z.string() }),
  /** Of a launch without a tool. */
  product_name: z
    .string()
    .trim()
    .max(PRODUCT_NAME_MAX, dataWords.tooLong(launchWords.productNameLabel, PRODUCT_NAME_MAX)),
  product_url: urlSchema,
  tagline: z
    .string()
    .trim()
    .min(1, launchWords.taglineRequired)
    .max(TAGLINE_MAX, dataWords.tooLong(launchWords.taglineLabel, TAGLINE_MAX)),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, dataWords.tooLong(launchWords.descriptionLabel, DESCRIPTION_MAX)),
  launch_date: z
    .string()
    .min(1, launchWords.dateRequired)
    .refine((day) => day.length === 10 && day < LAUNCH_DATE_END, launchWords.dateTooFar)
    // Called for each validation: the UTC day may have changed since the form was opened.
    .refine((day) => day >= today(), launchWords.dateInPast),
  featured_image: urlSchema,
  /** `uploaded/` and the path in the bucket `launches` */
  pictures: z.array(z.string()).max(PICTURES_MAX),
  is_draft: z.boolean(),
})

export type LaunchInput = z.infer<typeof launchSchema>

export const EMPTY_LAUNCH: LaunchInput = {
  tool: { id: '', name: '', slug: '', category: '' },
  product_name: '',
  product_url: '',
  tagline: '',
  description: '',
  launch_date: '',
  featured_image: '',
  pictures: [],
  is_draft: false,
}

/**
 * @returns the id of the launch
 * @throws {CommandError}
 */
export async function createLaunch({ pictures, ...input }: LaunchInput): Promise<string> {
  const supabase = await getSupabase()
  const user_id = await requireCurrentUserId(supabase)
  const { id } = await sendCommand(
    supabase
      .from('product_launches')
      .insert({
        ...toRow(input),
        pictures,
        user_id,
      })
      .select('id')
      .single(),
  )
  if (!id) throw new Error('the server returned a launch without its id')
  return id
}

/** What the form writes; a tool takes the place of the name and the address of a product. */
function toRow(input: Omit<LaunchInput, 'pictures'>) {
  const { tool, product_name, product_url, description, featured_image, ...row } = input
  return {
    ...row,
    tool_id: tool.id || null,
    product_name: tool.id ? null : product_name || null,
    product_url: tool.id ? null : product_url || null,
    description: description || null,
    featured_image: featured_image || null,
  }
}

/** The values of a launch in the form that edits it. */
export const toLaunchInput = ({
  tools,
  description,
  featured_image,
  ...launch
}: DescribedLaunch): LaunchInput => ({
  tool: tools
    ? { id: tools.id, name: tools.name, slug: tools.slug, category: tools.category }
    : EMPTY_LAUNCH.tool,
  product_name: launch.product_name ?? '',
  product_url: launch.product_url ?? '',
  tagline: launch.tagline,
  description: description ?? '',
  launch_date: launch.launch_date,
  featured_image: featured_image ?? '',
  pictures: launch.pictures,
  is_draft: launch.is_draft,
})

/** @throws {CommandError} */
export async function changeLaunch(
  id: string,
  { pictures: _, ...input }: LaunchInput,
): Promise<string> {
  await sendCommand(
    (await getSupabase())
      .from('product_launches')
      .update(toRow(input))
      .eq('id', id)
      .select('id')
      .single(),
  )
  return id
}
