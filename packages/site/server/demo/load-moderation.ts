import type { Transaction } from '@toolmark/backend/database/database.ts'
import { subDays } from 'date-fns/subDays'
import { demoIds } from './compose.ts'
import type { DemoCase, DemoModeration } from './read-content.ts'

/** Makes people moderators. */
export async function loadStaff(
  usernames: readonly string[],
  { query }: Transaction,
): Promise<void> {
  for (const username of usernames)
    await query("insert into private.staff (user_id, role) values ($1, 'moderator')", [
      demoIds.person(username),
    ])
}

/** Loads open claims of makers. */
export async function loadClaims(
  { query }: Transaction,
  claims: readonly DemoModeration['claims'][number][],
  today: Date,
): Promise<void> {
  for (const { company, tool, detail, daysAgo } of claims) {
    await query(
      `insert into private.tool_claims (tool_id, company_id, claimant_id, detail, checked_at, created_at)
         select $1, m.company_id, m.user_id, $3, $4, $4 from public.company_members m where m.company_id = $2 and m.is_admin`,
      [demoIds.tool(tool), demoIds.company(company), detail, subDays(today, daysAgo).toISOString()],
    )
  }
}

/**
 * Loads reports, decisions, a held review and appeals, so that the queues and the log can be looked at.
 * The database's own functions decide; afterwards their times are set back.
 */
export async function loadCases(
  transaction: Transaction,
  cases: readonly DemoCase[],
  today: Date,
): Promise<void> {
  const { query } = transaction
  const daysAgo = (days: number) => subDays(today, days).toISOString()
  const remember = (table: string, id: unknown) =>
    query('insert into private.demo_content (table_name, row_id) values ($1, $2)', [
      table,
      String(id),
    ])
  for (const { review, subject, reports, decision, hold, appeal } of cases) {
    if (review) {
      const id = demoIds.review(review.tool, review.person)
      await query(
        `insert into public.reviews (id, tool_id, user_id, rating, title, content, created_at, updated_at, is_sample)
         values ($1, $2, $3, $4, $5, $6, $7, $7, true)`,
        [
          id,
          demoIds.tool(review.tool),
          demoIds.person(review.person),
          review.rating,
          review.title,
          review.content,
          daysAgo(review.daysAgo),
        ],
      )
      await remember('public.reviews', id)
    }
    const { type, id } = findSubject(review ? { type: 'review', ...review } : subject)
    for (const report of reports) {
      const [row] = await query<{ number: number }>(
        `insert into private.reports (key_hash, subject_type, subject_id, tool_id, rating, author_id, snapshot,
           reason, details, good_faith, reporter_id, reporter_name, reporter_email, created_at, from_maker)
         select sha256(gen_random_uuid()::text::bytea), $1, $2, s.tool_id, s.rating, s.author_id, s.content,
           $3, $4, true, $5, $6, $7, $8,
           (select m.company_id from public.tool_makers m
             join public.company_members c on c.company_id = m.company_id and c.is_confirmed
             where $1 = 'review' and m.tool_id = s.tool_id and c.user_id = $5)
         from private.find_subject($1, $2) s returning number`,
        [
          type,
          id,
          report.reason,
          report.details ?? null,
          report.person ? demoIds.person(report.person) : null,
          report.name ?? null,
          report.email ?? null,
          daysAgo(report.daysAgo),
        ],
      )
      await remember('private.reports', row?.number)
    }
    if (hold) {
      const [row] = await query<{ number: number }>(
        `select private.record_decision($1, $2, 'hold', 'premoderation', null, null, null, 'rule', null) as number`,
        [type, id],
      )
      await query("select private.remove_content($1, $2, $3, moved_as => 'hold')", [
        row?.number,
        type,
        id,
      ])
      await remember('public.moderation_decisions', row?.number)
      await backdateDecision(transaction, row?.number, daysAgo(review?.daysAgo ?? 0))
    }
    if (!decision) continue
    const [row] = await query<{ number: number }>(
      'select private.decide($1, $2, $3, $4, $5, null, null, $6) as number',
      [
        type,
        id,
        decision.action,
        decision.reason ?? null,
        decision.explanation,
        demoIds.person(decision.moderator),
      ],
    )
    await remember('public.moderation_decisions', row?.number)
    await backdateDecision(transaction, row?.number, daysAgo(decision.daysAgo))
    if (!appeal) continue
    const { outcome } = appeal
    await query(
      `insert into private.appeals (decision, user_id, statement, revised_content, created_at, status, explanation,
         resolved_by, resolved_at)
       values ($1, $2, $3, $4::jsonb, $5, coalesce($6, 'open'), $7, $8, $9)`,
      [
        row?.number,
        demoIds.person(appeal.person),
        appeal.statement,
        appeal.revisedContent ? JSON.stringify(appeal.revisedContent) : null,
        daysAgo(appeal.daysAgo),
        outcome?.status ?? null,
        outcome?.explanation ?? null,
        outcome ? demoIds.person(outcome.moderator) : null,
        outcome ? daysAgo(outcome.daysAgo) : null,
      ],
    )
    if (outcome)
      await query('update public.moderation_decisions set appeal_outcome = $2 where number = $1', [
        row?.number,
        outcome.status,
      ])
  }
}

function findSubject(subject: DemoCase['subject']): { type: string; id: string } {
  if (subject?.type === 'review' && subject.tool && subject.person)
    return { type: 'review', id: demoIds.review(subject.tool, subject.person) }
  if (subject?.type === 'tool' && subject.tool)
    return { type: 'tool', id: demoIds.tool(subject.tool) }
  if (subject?.type === 'profile' && subject.person)
    return { type: 'profile', id: demoIds.person(subject.person) }
  throw new Error('a case of the demo content needs a review, a tool or a person')
}

async function backdateDecision(
  { query }: Transaction,
  number: unknown,
  decidedAt: string,
): Promise<void> {
  await query(`update private.reports set closed_at = $2 where decision = $1`, [number, decidedAt])
  await query(
    `update public.moderation_decisions d set decided_at = $2, hours_to_decision = (
       select extract(epoch from $2::timestamptz - min(r.created_at)) / 3600 from private.reports r where r.decision = d.number)
     where d.number = $1`,
    [number, decidedAt],
  )
}
