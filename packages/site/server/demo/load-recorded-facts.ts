import type { Transaction } from '@toolmark/backend/database/database.ts'
import type { RecordedFacts } from './read-content.ts'

/**
 * Stores recorded values of the repositories of real tools, as a read of their day would have stored them. The first read of a
 * site with FACT_SOURCES takes their place.
 */
export async function loadRecordedFacts(
  recorded: readonly RecordedFacts[],
  { query }: Transaction,
): Promise<void> {
  const rows = recorded.map(({ repository, recorded_on, ...values }) => ({
    repository,
    recorded_on,
    values,
  }))
  const json = JSON.stringify(rows)
  const found = `from jsonb_to_recordset($1::jsonb) as r(repository text, recorded_on date, "values" jsonb)
     join public.fact_sources s on s.kind = 'repository' and s.address = r.repository`
  await query(`select public.record_read(s.id, 'ok', r."values") ${found}`, [json])
  await query(
    `update public.fact_values v set read_at = r.recorded_on, confirmed_at = r.recorded_on ${found} where v.source_id = s.id`,
    [json],
  )
  await query(
    `update public.tool_edits e set created_at = r.recorded_on, decided_at = r.recorded_on ${found}
       where e.tool_id = s.tool_id and e.by_source is not null`,
    [json],
  )
  await query(
    `update public.fact_sources s set recorded_on = r.recorded_on, last_read_at = r.recorded_on, last_ok_at = r.recorded_on,
       due_at = now()
     from jsonb_to_recordset($1::jsonb) as r(repository text, recorded_on date)
     where s.kind = 'repository' and s.address = r.repository`,
    [json],
  )
}
