import { z } from 'zod'
import * as dataWords from '../../data/words.ts'

/** A required email address, with the messages of spec 1 §8. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, dataWords.emailRequired)
  .pipe(z.email(dataWords.emailInvalid))

const HTTP_URL =
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#][^\s<>"'\\]*)?$/iu

/** An IPv4 address has one spelling: browsers read "0x7f.1" as "127.0.0.1". */
const isPlainHost = (text: string) => {
  const { hostname } = new URL(text)
  return !/^[\d.]+$/.test(hostname) || text.split('/')[2]?.replace(/:\d+$/, '') === hostname
}

const addressSchema = z
  .string()
  .max(2048, dataWords.addressTooLong)
  .refine(
    (text) => text === '' || (HTTP_URL.test(text) && URL.canParse(text) && isPlainHost(text)),
    dataWords.addressInvalid,
  )

/** An address as people type it: "example.com/tool". */
const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/u

/** Empty, or an http or https URL, which may lack `https://`; the same rule as the SQL function `private.is_web_address`. */
export const urlSchema = z
  .string()
  .trim()
  .transform((text) => (WITHOUT_SCHEME.test(text) ? `https://${text}` : text))
  .pipe(addressSchema)
