import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth } from 'date-fns/endOfMonth'
import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listPeriodsOf, readPeriod, toMonth, toWeek } from './period.ts'

const toText = (local: Date) =>
  [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

test('weeks and months agree with date-fns on every day of the century', () => {
  const days = fc.date({
    min: new Date('2000-01-03'),
    max: new Date('2099-12-27'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, (any) => {
      const day = any.toISOString().slice(0, 10)
      const local = new Date(`${day}T12:00:00`)
      const week = `${getISOWeekYear(local)}-W${String(getISOWeek(local)).padStart(2, '0')}`
      const month = day.slice(0, 7)
      expect(listPeriodsOf(day)).toEqual([
        {
          name: week,
          kind: 'week',
          from: toText(startOfISOWeek(local)),
          to: toText(endOfISOWeek(local)),
        },
        { name: month, kind: 'month', from: `${month}-01`, to: toText(endOfMonth(local)) },
      ])
    }),
  )
})

test.each(['2026-W54', '2026-W00', '2025-W53', '2026-13', '2026-1', 'x', '2999-W10'])(
  '%s is no week and no month',
  (name) => expect([toWeek(name), toMonth(name)]).toEqual([undefined, undefined]),
)

test('a period that has not begun is not in the archive', () => {
  expect(readPeriod(new URLSearchParams('week=2099-W01'))).toBeUndefined()
  expect(readPeriod(new URLSearchParams('day=2099-01-01'))).toBeUndefined()
  expect(readPeriod(new URLSearchParams('week=2020-W53'))).toMatchObject({ to: '2021-01-03' })
  expect(readPeriod(new URLSearchParams('day=2020-02-29'))).toMatchObject({ kind: 'day' })
})
