import type { SiteSettings } from '../../data/rpc-results.ts'

type KeysOf<T> = {
  [Key in keyof SiteSettings]: SiteSettings[Key] extends T ? Key : never
}[keyof SiteSettings]
export type NumberSetting = KeysOf<number>
export type SwitchSetting = KeysOf<boolean>

/** The default and the value that suits a site that is open to strangers. */
type Suggestion<T> = readonly [initial: T, forOpenSite: T]

export const NUMBERS: Readonly<Record<NumberSetting, Suggestion<number>>> = {
  premoderate_first_posts: [0, 1],
  new_account_hours: [24, 24],
  daily_limit_tools: [100, 10],
  daily_limit_reviews: [200, 10],
  daily_limit_launches: [50, 3],
  daily_limit_votes: [2000, 200],
  daily_limit_follows: [1000, 100],
  daily_limit_edits: [100, 20],
}

export const SWITCHES: Readonly<Record<SwitchSetting, Suggestion<boolean>>> = {
  premoderate_links: [false, true],
  require_staff_2fa: [false, true],
  invite_only: [false, false],
}
