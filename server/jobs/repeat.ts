export interface Job {
  name: string
  /**
   * @param hasEnded whether to leave the rest for later, because the process ends
   * @returns how long to wait before the next run, if not `pauseMs`
   */
  run: (hasEnded: () => boolean) => Promise<number | undefined>
  firstPauseMs: number
  /** From the end of a run to the start of the next one. */
  pauseMs: number
  log: (error: unknown) => void
}

/**
 * Runs a job again and again. Of runs that fail in a row the first is logged: a database that is down
 * would fill the log.
 * @returns ends it, after the run in progress
 */
export function repeat({ name, run, firstPauseMs, pauseMs, log }: Job): () => Promise<void> {
  let hasEnded = false
  let isFailing = false
  let running = Promise.resolve()
  let timer = setTimeout(tick, firstPauseMs)

  function tick(): void {
    running = runOnce().then((pause) => {
      if (!hasEnded) timer = setTimeout(tick, pause ?? pauseMs)
    })
  }

  async function runOnce(): Promise<number | undefined> {
    try {
      const pause = await run(() => hasEnded)
      isFailing = false
      return pause
    } catch (error) {
      if (!isFailing && !hasEnded) log(new Error(`the job "${name}" fails`, { cause: error }))
      isFailing = true
      return undefined
    }
  }

  return () => {
    hasEnded = true
    clearTimeout(timer)
    return running
  }
}
