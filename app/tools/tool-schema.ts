import { z } from 'zod'
import { webAddress } from '../data/field-schemas.ts'
import * as dataWords from '../data/words.ts'
import * as addingWords from './words/adding.ts'

/** What the database takes of a tool; spec 2 §5 asks only that the first three be there. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

export const toolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, addingWords.wrongNoName)
    .max(NAME_MAX, dataWords.tooLong(addingWords.wrongName, NAME_MAX)),
  description: z
    .string()
    .trim()
    .min(1, addingWords.wrongNoDescription)
    .max(DESCRIPTION_MAX, dataWords.tooLong(addingWords.wrongDescription, DESCRIPTION_MAX)),
  category: z.string().min(1, addingWords.wrongNoCategory),
  website_url: webAddress,
  logo_url: webAddress,
})

export type ToolInput = z.infer<typeof toolSchema>

export const EMPTY_TOOL: ToolInput = {
  name: '',
  description: '',
  category: '',
  website_url: '',
  logo_url: '',
}
