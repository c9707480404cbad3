// Spec 8 §2: the figures of the transparency report.

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, EXPLANATION } from '../../support/databases/moderation.ts'

const fixture = await shareCommunity()
const { db, createTool, createMember, createReview, sendReport, moderate } = fixture

type Counted = Record<string, unknown>
interface Figures {
  reports: Counted[]
  decisions: Counted[]
  hours: Counted[]
  appeals: Counted
  automatic: Counted
  suspensions: number
}
const readFigures = async (year: number) =>
  (await db.value(ANON, 'select transparency_figures($1) as figures', [year])) as Figures

const NOTHING = {
  reports: [],
  decisions: [],
  hours: [1, 2, 3, 4, 5].map((rating) => ({ rating, decisions: 0, median_hours: null })),
  appeals: { open: 0, resolved: 0, reversed: 0, share_reversed: null },
  automatic: { decisions: 0, automatic: 0, share: null },
  suspensions: 0,
}

test.each([2020, 0, -1, 9999, 2_147_483_647])(
  'the year %i without rows has zeros',
  async (year) => {
    expect(await readFigures(year)).toEqual({ year, ...NOTHING })
  },
)

test('a year counts its reports and decisions as their rows do, also after accounts are deleted', async () => {
  const { ana, ben, moderator, otherModerator } = fixture
  const tool = await createTool()
  const reporter = await createMember()
  const [kept, removed] = [await createReview(tool, ana), await createReview(tool, ben)]
  await sendReport(reporter, 'review', kept)
  await sendReport(reporter, 'review', removed)
  await db.as(
    ANON,
    "select submit_report('review', $1, 'personal_data', $2, true, 'Rita', 'rita@people.example')",
    [removed, 'It has my telephone number in it.'],
  )
  await db.asOwner("update private.reports set created_at = now() - interval '50 minutes'")
  await moderate(moderator, 'review', kept, 'keep')
  const decision = await moderate(moderator, 'review', removed, 'remove')
  const [appeal] = await db.as(ben, 'select submit_appeal($1, $2) as number', [decision, APPEAL])
  const year = new Date().getUTCFullYear()
  expect(await readFigures(year)).toMatchObject({ appeals: { open: 1, resolved: 0 } })
  await db.as(otherModerator)`select resolve_appeal(${appeal?.number}, 'reversed', ${EXPLANATION})`
  await moderate(moderator, 'profile', ana, 'suspend')
  await db.asOwner('delete from auth.users where id = $1', [reporter])
  await db.asOwner(
    `insert into public.moderation_decisions (decided_at, subject_type, action, reason, detected_by)
     values ($1, 'tool', 'hold', 'premoderation', 'rule'), ($2, 'tool', 'hold', 'premoderation', 'rule'),
       ($3, 'tool', 'hold', 'premoderation', 'rule')`,
    [`${year}-01-01T00:00:00Z`, `${year - 1}-12-31T23:59:59Z`, `${year + 1}-01-01T00:00:00Z`],
  )

  const figures = await readFigures(year)
  expect(figures).toEqual({
    year,
    reports: [
      { reason: 'personal_data', source: 'visitor', reports: 1 },
      { reason: 'spam', source: 'member', reports: 2 },
    ],
    decisions: [
      { action: 'hold', reason: 'premoderation', decisions: 1 },
      { action: 'keep', reason: null, decisions: 1 },
      { action: 'remove', reason: 'spam', decisions: 1 },
      { action: 'restore', reason: 'spam', decisions: 1 },
      { action: 'suspend', reason: 'spam', decisions: 1 },
    ],
    hours: NOTHING.hours.map((row) =>
      row.rating === 4 ? { rating: 4, decisions: 2, median_hours: 0.8 } : row,
    ),
    appeals: { open: 0, resolved: 1, reversed: 1, share_reversed: 1 },
    automatic: { decisions: 5, automatic: 1, share: 0.2 },
    suspensions: 1,
  })
  // What everybody can count.
  const rows = await db.as(
    ANON,
    `select action, reason, count(*)::integer as decisions from moderation_decisions
     where extract(year from decided_at at time zone 'utc') = $1 group by 1, 2 order by 1, 2`,
    [year],
  )
  expect(figures.decisions).toEqual(rows)
  expect(await readFigures(year - 1)).toMatchObject({
    reports: [],
    automatic: { decisions: 1, automatic: 1, share: 1 },
  })
})
