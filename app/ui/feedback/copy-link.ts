import * as uiWords from '../words.ts'
import { toastError, toastSuccess } from './toast.ts'

/** Copies the address of the page, and shows whether it worked. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    await toastSuccess(uiWords.linkCopied)
  } catch {
    await toastError(uiWords.error, uiWords.linkNotCopied)
  }
}
