import { z } from 'zod'
import * as dataWords from './words.ts'

/** A required e-mail address; spec 1 §8 has the messages. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, dataWords.emailRequired)
  .pipe(z.email(dataWords.emailInvalid))

const WEB_ADDRESS =
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#][^\s<>"'\\]*)?$/iu

/** Empty, or an http or https address: the same rule as private.is_web_address. */
export const webAddress = z
  .string()
  .trim()
  .max(2048, dataWords.addressTooLong)
  .refine(
    (text) => text === '' || (WEB_ADDRESS.test(text) && URL.canParse(text)),
    dataWords.addressInvalid,
  )
