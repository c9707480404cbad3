import { expect, it } from 'vitest'
import type { SiteSettings } from '../../data/rpc-results.ts'
import { findChanges, settingsSchema, toOpenSite, toSettingsInput } from './settings-input.ts'

const SAVED: SiteSettings = {
  premoderate_first_posts: 0,
  premoderate_links: false,
  new_account_hours: 24,
  word_filter: [{ text: 'casino', action: 'hold' }],
  daily_limit_tools: 100,
  daily_limit_reviews: 200,
  daily_limit_launches: 50,
  daily_limit_votes: 2000,
  daily_limit_follows: 1000,
  daily_limit_edits: 100,
  daily_limit_lists: 50,
  vitality_quiet_months: 12,
  vitality_dormant_months: 24,
  require_staff_2fa: false,
  invite_only: false,
  blocked_email_domains: ['mail.example'],
  ai_crawlers: 'allow',
  open_review_texts: false,
}
const input = toSettingsInput(SAVED)

it('findChanges of the stored settings returns nothing, in any order of keys', () => {
  expect(findChanges(SAVED, input)).toEqual({})
  const reordered = { ...SAVED, word_filter: [{ action: 'hold', text: 'casino' } as const] }
  expect(findChanges(reordered, input)).toEqual({})
})

it('findChanges returns only the settings that differ, with their types', () => {
  const edited = {
    ...input,
    ...{ premoderate_first_posts: ' 1', require_staff_2fa: true, ai_crawlers: false },
  }
  expect(findChanges(SAVED, edited)).toEqual({
    premoderate_first_posts: 1,
    require_staff_2fa: true,
    ai_crawlers: 'deny',
  })
})

it('findChanges returns the whole word filter if one word changes, trimmed', () => {
  const added = { text: ' poker ', action: 'reject' } as const
  expect(findChanges(SAVED, { ...input, word_filter: [...input.word_filter, added] })).toEqual({
    word_filter: [
      { text: 'casino', action: 'hold' },
      { text: 'poker', action: 'reject' },
    ],
  })
  expect(findChanges(SAVED, { ...input, word_filter: [] })).toEqual({ word_filter: [] })
})

it('findChanges returns the domains in lower case, each once', () => {
  const blocked_email_domains = ' mail.example\n\nThrowaway.example, mail.example'
  expect(findChanges(SAVED, { ...input, blocked_email_domains })).toEqual({
    blocked_email_domains: ['mail.example', 'throwaway.example'],
  })
  expect(findChanges(SAVED, { ...input, blocked_email_domains: '' })).toEqual({
    blocked_email_domains: [],
  })
})

it.each(['mail', 'ana@mail.example', 'https://mail.example'])(
  'settingsSchema with the domain %s is refused',
  (blocked_email_domains) => {
    expect(settingsSchema.safeParse({ ...input, blocked_email_domains }).success).toBe(false)
  },
)

it('the values for an open site differ from the defaults in ten settings', () => {
  const changes = findChanges(SAVED, { ...input, ...toOpenSite() })
  expect(Object.keys(changes)).toHaveLength(10)
  expect(changes).toMatchObject({ daily_limit_launches: 3, premoderate_links: true })
})

it.each([
  ['vitality_quiet_months', '1', true],
  ['vitality_quiet_months', '0', false],
  ['vitality_dormant_months', '6', true],
  ['vitality_dormant_months', '5', false],
  ['vitality_dormant_months', '240', true],
  ['vitality_dormant_months', '241', false],
])('settingsSchema with %s %s: %s', (key, months, isValid) => {
  expect(settingsSchema.safeParse({ ...input, [key]: months }).success).toBe(isValid)
})

it.each(['', '-1', '1.5', '1e3', '1000000', 'ten'])(
  'settingsSchema with the limit "%s" is refused',
  (daily_limit_tools) => {
    expect(settingsSchema.safeParse({ ...input, daily_limit_tools }).success).toBe(false)
  },
)

it('settingsSchema accepts the stored settings, and no word of one letter', () => {
  expect(settingsSchema.safeParse(input).success).toBe(true)
  const short = [{ text: ' x ', action: 'hold' }]
  expect(settingsSchema.safeParse({ ...input, word_filter: short }).success).toBe(false)
})
