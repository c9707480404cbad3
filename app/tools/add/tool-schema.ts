import { z } from 'zod'
import { urlSchema } from '../../data/field-schemas.ts'
import * as dataWords from '../../data/words.ts'
import * as addingWords from './words.ts'

/** The database's limits, in characters. Spec 2 §5 only requires name, description and category. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

export const toolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, addingWords.nameRequired)
    .max(NAME_MAX, dataWords.tooLong(addingWords.nameLabel, NAME_MAX)),
  description: z
    .string()
    .trim()
    .min(1, addingWords.descriptionRequired)
    .max(DESCRIPTION_MAX, dataWords.tooLong(addingWords.descriptionLabel, DESCRIPTION_MAX)),
  category: z.string().min(1, addingWords.categoryRequired),
  website_url: urlSchema,
  logo_url: urlSchema,
})

export type ToolInput = z.infer<typeof toolSchema>

export const EMPTY_TOOL: ToolInput = {
  name: '',
  description: '',
  category: '',
  website_url: '',
  logo_url: '',
}
