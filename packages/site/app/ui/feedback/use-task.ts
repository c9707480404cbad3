import { useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import * as uiWords from '../words.ts'
import { toastError } from './toast.ts'

/** Runs the work of a click, once at a time. */
type Run = (work: () => Promise<void>) => Promise<void>

/** A failure of the work is logged and shown as a toast. */
export function useTask(): [isBusy: boolean, run: Run] {
  return useLock((message) => toastError(uiWords.error, message))
}

/** A failure of the work is logged; the screen shows it until the next run. */
export function useShownTask() {
  const [failure, setFailure] = useState<string>()
  const [isBusy, run] = useLock(setFailure)
  const clearFailure = () => setFailure(undefined)
  return {
    isBusy,
    failure,
    clearFailure,
    run: (work: () => Promise<void>) => {
      clearFailure()
      return run(work)
    },
  }
}

function useLock(showFailure: (message: string) => unknown): [isBusy: boolean, run: Run] {
  const [isBusy, setBusy] = useState(false)
  const run: Run = async (work) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      logFailure(error)
      await showFailure(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, run]
}
