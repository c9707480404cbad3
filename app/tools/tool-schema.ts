import { z } from 'zod'
import { tooLong } from '../data/words.ts'
import { ADDRESS, WRONG } from './words/adding.ts'

/** What the database takes of a tool; spec 2 §5 asks only that the first three be there. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

const WEB_ADDRESS =
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#][^\s<>"'\\]*)?$/iu

/** Empty, or an address of the web: as private.is_web_address has it. */
export const webAddress = z
  .string()
  .trim()
  .max(2048, ADDRESS.tooLong)
  .refine((text) => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text)), ADDRESS.invalid)

export const toolSchema = z.object({
  name: z.string().trim().min(1, WRONG.noName).max(NAME_MAX, tooLong(WRONG.name, NAME_MAX)),
  description: z
    .string()
    .trim()
    .min(1, WRONG.noDescription)
    .max(DESCRIPTION_MAX, tooLong(WRONG.description, DESCRIPTION_MAX)),
  category: z.string().min(1, WRONG.noCategory),
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
