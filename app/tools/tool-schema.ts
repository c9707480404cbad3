import { z } from 'zod'
import * as dataWords from '../data/words.ts'
import * as addingWords from './words/adding.ts'

/** What the database takes of a tool; spec 2 §5 asks only that the first three be there. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

const WEB_ADDRESS =
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#][^\s<>"'\\]*)?$/iu

/** Empty, or an address of the web: as private.is_web_address has it. */
export const webAddress = z
  .string()
  .trim()
  .max(2048, addingWords.addressTooLong)
  .refine(
    (text) => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text)),
    addingWords.addressInvalid,
  )

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
