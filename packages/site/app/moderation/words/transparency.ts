import { isAreaOn } from '../../shared/areas.ts'
import { IDENTITY } from '../../shared/identity.ts'
import { formatCount, formatOneDecimal, pluralize } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

// Spec 8 §2.
export const title = 'Transparency Report'
export const description = `How ${IDENTITY.name} was moderated, year by year, in numbers that everybody can count.`
export const heading = (year: number) => `Transparency report ${year}`
export const intro =
  'What was reported, what moderators decided, and how long it took. Each decision is in the <log>moderation log</log>; reports are counted when they arrive, decisions when they are made.' +
  (isAreaOn('ledger')
    ? ' Each removal and restore is also in the <ledger>audit ledger</ledger>, whose entries cannot be altered unnoticed.'
    : '')
export const years = 'Years'
export const nothingDecided = (year: number) => `Nothing was reported or decided in ${year}.`

export const reports = 'Reports'
export const SOURCES = { member: 'Members', visitor: 'Visitors', maker: 'Makers' } as const
export const reason = 'Reason'
export const total = 'All'
export const noReason = 'Without a reason'

export const decisions = 'Decisions'
export const action = 'Action'
export const count = 'Number'

export const hours = 'Time until a decision about a review'
export const hoursMore =
  'Half of the decisions were faster. Reviews with few and with many stars should not differ.'
export const rating = 'Review'
export const median = 'Median'
export const stars = (rating: number) => uiWords.ratingStars(rating)
export const medianHours = (value: number | null) =>
  value === null
    ? uiWords.nothing
    : pluralize(value, { one: '{n} hour', other: '{n} hours' }, formatOneDecimal(value))

export const more = 'Appeals, automatic decisions and suspensions'
export const appealsResolved = 'Decisions with a resolved appeal'
export const appealsReversed = 'Of these, reversed'
export const appealsOpen = 'Decisions with an open appeal'
export const automatic = 'Automatic decisions'
export const automaticMore =
  'A rule holds a post until a moderator decides. Nothing else is automatic.'
export const suspensions = 'Suspensions'
export const countAndShare = (count: string, share: string) => `${count} (${share})`
/** @param cases that one dot stands for */
export const dots = (cases: number) => `One dot is ${formatCount(cases)} cases.`
