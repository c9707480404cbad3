/** The longest pause after a first failed run, in milliseconds. */
const FAILURE_PAUSE_MS = 60_000

export interface Job {
  name: string
  /**
   * @param hasEnded whether to leave the rest for later, because the process ends
   * @returns how long to wait before the next run, if not `pauseMs`; `wake` does not shorten it
   */
  run: (hasEnded: () => boolean) => Promise<number | undefined>
  firstPauseMs: number
  /** From the end of a run to the start of the next one. */
  pauseMs: number
  /** The pause after a failed run doubles with each one that follows, up to this; default: it stays. */
  longestFailurePauseMs?: number
  log: (error: unknown) => void
}

export interface RepeatedJob {
  /** Runs it now, or again after the run in progress. */
  wake(): void
  /** Ends it, after the run in progress. */
  end(): Promise<void>
}

/**
 * Runs a job again and again. Of runs that fail in a row the first is logged: a database that is down
 * would fill the log.
 */
export function repeatJob({
  name,
  run,
  firstPauseMs,
  pauseMs,
  longestFailurePauseMs = 0,
  log,
}: Job): RepeatedJob {
  let hasEnded = false
  let failures = 0
  let state: 'waiting' | 'pausing' | 'running' = 'waiting'
  let isWoken = false
  let running = Promise.resolve()
  let timer = setTimeout(tick, firstPauseMs)

  function tick(): void {
    state = 'running'
    isWoken = false
    running = runOnce().then((pause) => {
      state = pause === undefined ? 'waiting' : 'pausing'
      if (hasEnded) return
      const isDue = isWoken && state === 'waiting'
      timer = setTimeout(tick, isDue ? 0 : (pause ?? pauseMs))
    })
  }

  async function runOnce(): Promise<number | undefined> {
    try {
      const pause = await run(() => hasEnded)
      failures = 0
      return pause
    } catch (error) {
      if (failures === 0 && !hasEnded) log(new Error(`the job "${name}" fails`, { cause: error }))
      const first = Math.min(pauseMs, FAILURE_PAUSE_MS)
      // Like a pause that a run asks for: otherwise each change would wake a job that cannot work.
      return Math.max(first, Math.min(first * 2 ** failures++, longestFailurePauseMs))
    }
  }

  return {
    wake() {
      isWoken = true
      if (hasEnded || state !== 'waiting') return
      clearTimeout(timer)
      timer = setTimeout(tick, 0)
    },
    end() {
      hasEnded = true
      clearTimeout(timer)
      return running
    },
  }
}
