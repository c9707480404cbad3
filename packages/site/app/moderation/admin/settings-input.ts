import { z } from 'zod'
import type { FilteredWord, SiteSettings } from '../../data/rpc-results.ts'
import * as staffWords from '../words/staff.ts'

type KeysOf<T> = {
  [Key in keyof SiteSettings]: SiteSettings[Key] extends T ? Key : never
}[keyof SiteSettings]
export type NumberSetting = KeysOf<number>
export type SwitchSetting = KeysOf<boolean> | 'ai_crawlers'

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
  daily_limit_lists: [50, 10],
  vitality_quiet_months: [12, 12],
  vitality_dormant_months: [24, 24],
}

export const SWITCHES: Readonly<Record<SwitchSetting, Suggestion<boolean>>> = {
  premoderate_links: [false, true],
  require_staff_2fa: [false, true],
  invite_only: [false, false],
  ai_crawlers: [true, true],
  open_review_texts: [false, false],
}

const NUMBER_KEYS = Object.keys(NUMBERS) as NumberSetting[]

/** The form has texts for numbers and domains, so that a wrong one stays as it was typed. */
export type SettingsInput = Omit<
  SiteSettings,
  NumberSetting | 'blocked_email_domains' | 'ai_crawlers'
> &
  Record<NumberSetting, string> & {
    ai_crawlers: boolean
    /** One in each line. */
    blocked_email_domains: string
  }

export const toSettingsInput = (settings: SiteSettings): SettingsInput => ({
  ...settings,
  ai_crawlers: settings.ai_crawlers === 'allow',
  blocked_email_domains: settings.blocked_email_domains.join('\n'),
  ...(Object.fromEntries(NUMBER_KEYS.map((key) => [key, String(settings[key])])) as Record<
    NumberSetting,
    string
  >),
})

const toDomains = (lines: string): string[] => [
  ...new Set(
    lines
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
]

const count = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, staffWords.numberWrong)

const toMonths = (least: number) =>
  count.refine(
    (text) => Number(text) >= least && Number(text) <= 240,
    staffWords.monthsWrong(least),
  )

/** The rules of `update_site_settings`. */
export const settingsSchema = z.object({
  premoderate_links: z.boolean(),
  require_staff_2fa: z.boolean(),
  invite_only: z.boolean(),
  ai_crawlers: z.boolean(),
  open_review_texts: z.boolean(),
  blocked_email_domains: z
    .string()
    .refine(
      (lines) => toDomains(lines).every((domain) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain)),
      staffWords.domainWrong,
    ),
  word_filter: z.array(
    z.object({
      text: z
        .string()
        .refine(
          (text) => [...text.trim()].length >= 2 && [...text.trim()].length <= 200,
          staffWords.wordWrong,
        ),
      action: z.enum(['hold', 'reject']),
    }),
  ),
  premoderate_first_posts: count,
  new_account_hours: count,
  daily_limit_tools: count,
  daily_limit_reviews: count,
  daily_limit_launches: count,
  daily_limit_votes: count,
  daily_limit_follows: count,
  daily_limit_edits: count,
  daily_limit_lists: count,
  vitality_quiet_months: toMonths(1),
  vitality_dormant_months: toMonths(6),
})

/** The settings of the form that differ from the stored ones. */
export function findChanges(saved: SiteSettings, input: SettingsInput): Partial<SiteSettings> {
  const edited: SiteSettings = {
    ...input,
    ai_crawlers: input.ai_crawlers ? 'allow' : 'deny',
    blocked_email_domains: toDomains(input.blocked_email_domains),
    word_filter: input.word_filter.map(({ text, action }) => ({ text: text.trim(), action })),
    ...(Object.fromEntries(NUMBER_KEYS.map((key) => [key, Number(input[key])])) as Record<
      NumberSetting,
      number
    >),
  }
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => toText(value) !== toText(saved[key as keyof SiteSettings]),
    ),
  )
}

/** PostgreSQL does not keep the order of an object's keys. */
const toText = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === 'object'
    ? JSON.stringify((value as FilteredWord[]).map(({ text, action }) => [text, action]))
    : JSON.stringify(value)

/** The values for a site that is open to strangers. */
export const toOpenSite = (): Partial<SettingsInput> =>
  Object.fromEntries([
    ...Object.entries(NUMBERS).map(([key, [, suggested]]) => [key, String(suggested)]),
    ...Object.entries(SWITCHES).map(([key, [, suggested]]) => [key, suggested]),
  ])
