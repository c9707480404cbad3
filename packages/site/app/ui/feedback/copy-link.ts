import * as uiWords from '../words.ts'
import { toastError, toastSuccess } from './toast.ts'

/** Copies an address, by default that of the page, and shows whether it worked. */
export const copyLink = (address = location.href): Promise<void> =>
  copy(address, uiWords.linkCopied, uiWords.linkNotCopied)

/** Copies a text that the page shows, and shows whether it worked. */
export const copyText = (text: string): Promise<void> =>
  copy(text, uiWords.copied, uiWords.notCopied)

async function copy(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await toastSuccess(done)
  } catch {
    await toastError(uiWords.error, failed)
  }
}
