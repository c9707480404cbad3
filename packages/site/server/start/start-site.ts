import type { SiteFolder } from '../branding/site-folder.ts'
import type { Environment } from '../environment.ts'
import { startEmbedded } from './start-embedded.ts'
import { startHosted } from './start-hosted.ts'

/** The operator's icon and texts, the license of the open data, and the language of descriptions. */
export type Branding = Pick<SiteFolder, 'icon' | 'texts' | 'dataLicense' | 'contentLanguage'>

export interface RunningSite {
  url: string
  /** Makes /_/ready answer 503, while everything else is answered as before. */
  drain(): void
  /** Finishes what is in progress, then stops. */
  close(): Promise<void>
}

/**
 * Starts the site on its backend, embedded or hosted.
 * @throws {Error} one clear line if it cannot start
 */
export async function startSite(
  environment: Environment,
  branding: Branding,
): Promise<RunningSite> {
  const startOn = environment.SUPABASE_URL ? startHosted : startEmbedded
  return startOn(environment, branding)
}
