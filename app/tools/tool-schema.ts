import { z } from 'zod'

/** What the database takes of a tool; spec 2 §5 asks only that the first three be there. */
export const NAME_MAX = 100
export const DESCRIPTION_MAX = 1000

const WEB_ADDRESS =
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#][^\s<>"'\\]*)?$/iu

/** Empty, or an address of the web: as private.is_web_address has it. */
export const webAddress = z
  .string()
  .trim()
  .max(2048, 'This address is too long')
  .refine(
    (text) => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text)),
    'Please enter a valid URL, beginning with https:// or http://',
  )

export const toolSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Tool name is required')
    .max(NAME_MAX, `Name too long: ${NAME_MAX} characters at most`),
  description: z
    .string()
    .trim()
    .min(1, 'Description is required')
    .max(DESCRIPTION_MAX, `Description too long: ${DESCRIPTION_MAX} characters at most`),
  category: z.string().min(1, 'Category is required'),
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
