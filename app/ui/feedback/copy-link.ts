import * as uiWords from '../words.ts'
import { toastError, toastSuccess } from './toast.ts'

/** Copies an address, by default that of the page, and shows whether it worked. */
export async function copyLink(address = location.href): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    await toastSuccess(uiWords.linkCopied)
  } catch {
    await toastError(uiWords.error, uiWords.linkNotCopied)
  }
}
