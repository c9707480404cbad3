import { z } from 'zod'
import { requireCurrentUserId, sendCommand } from '../../data/command.ts'
import * as dataWords from '../../data/words.ts'
import { urlSchema } from '../../session/forms/field-schemas.ts'
import { getSupabase } from '../../session/session.ts'
import { today } from '../../ui/format/day.ts'
import type { Launch } from '../launch.ts'
import * as launchWords from '../words.ts'

/** Spec 2 §5 and §9; the database has the same limits, in characters. */
export const TAGLINE_MAX = 80
export const DESCRIPTION_MAX = 2000
/** The uploads of a launch, besides its featured image. */
export const PICTURES_MAX = 3
const LAUNCH_DATE_END = '2100-01-01'

export const launchSchema = z.object({
  /** The id is empty for a launch without a tool. */
  tool: z.object({ id: z.string(), name: z.string(), slug: z.string(), category: z.string() }),
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
export async function createLaunch({
  tool,
  description,
  featured_image,
  ...launch
}: LaunchInput): Promise<string> {
  const supabase = await getSupabase()
  const user_id = await requireCurrentUserId(supabase)
  const { id } = await sendCommand(
    supabase
      .from('product_launches')
      .insert({
        ...launch,
        description: description || null,
        featured_image: featured_image || null,
        tool_id: tool.id || null,
        user_id,
      })
      .select('id')
      .single(),
  )
  if (!id) throw new Error('the server returned a launch without its id')
  return id
}

/** The values of a launch in the form that edits it. */
export const toLaunchInput = ({
  tools,
  description,
  featured_image,
  ...launch
}: Launch): LaunchInput => ({
  tool: tools ?? EMPTY_LAUNCH.tool,
  tagline: launch.tagline,
  description: description ?? '',
  launch_date: launch.launch_date,
  featured_image: featured_image ?? '',
  pictures: launch.pictures,
  is_draft: launch.is_draft,
})

/** @throws {CommandError} */
export async function changeLaunch(id: string, input: LaunchInput): Promise<string> {
  const { tagline, description, launch_date, featured_image, is_draft } = input
  await sendCommand(
    (await getSupabase())
      .from('product_launches')
      .update({
        tagline,
        launch_date,
        is_draft,
        description: description || null,
        featured_image: featured_image || null,
      })
      .eq('id', id)
      .select('id')
      .single(),
  )
  return id
}
