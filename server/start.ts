import { startEmbedded } from './embedded.ts'
import type { Environment } from './environment.ts'
import { startHosted } from './hosted.ts'

export interface RunningSite {
  url: string
  /** Finishes what is in progress, then stops. */
  close(): Promise<void>
}

/**
 * Starts the site on its backend, embedded or hosted.
 * @throws {Error} one clear line if it cannot start
 */
export async function start(environment: Environment): Promise<RunningSite> {
  return environment.SUPABASE_URL ? startHosted(environment) : startEmbedded(environment)
}
