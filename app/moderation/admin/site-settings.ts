export interface FilteredWord {
  text: string
  action: 'hold' | 'reject'
}

/** All settings, as `site_settings()` returns them (spec 3 §1.3). */
export interface SiteSettings {
  premoderate_first_posts: number
  premoderate_links: boolean
  new_account_hours: number
  word_filter: FilteredWord[]
  daily_limit_tools: number
  daily_limit_reviews: number
  daily_limit_launches: number
  daily_limit_votes: number
  daily_limit_follows: number
  daily_limit_edits: number
  require_staff_2fa: boolean
  invite_only: boolean
  blocked_email_domains: string[]
}

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
