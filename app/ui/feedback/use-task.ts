// chunk: member
import { useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import * as uiWords from '../words.ts'
import { toastError } from './toast.ts'

/** Runs the work of a click; a failure is logged and shown. */
export function useTask(): [isBusy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      logFailure(error)
      await toastError(uiWords.error, describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, run]
}
