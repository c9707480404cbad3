-- Reads the reasons of the queue's rows for one page alone.
create or replace function public.moderation_queue(kind text default 'reports', after text default null, page_size integer default 24)
returns table (subject_type text, subject_id uuid, title text, reasons text[], report_count integer, waiting_since timestamptz,
  appeal bigint, after_row text)
language plpgsql stable security definer set search_path = '' as $$
declare
  from_row jsonb;
begin
  perform private.require_staff('moderator');
  if kind is null or not kind in ('reports', 'pending', 'appeals') then
    raise exception 'kind is reports, pending or appeals' using errcode = 'invalid_parameter_value';
  end if;
  begin
    from_row := coalesce(after::jsonb, '[-1, "-infinity", "00000000-0000-0000-0000-000000000000", 0]');
    perform (from_row ->> 0)::integer, (from_row ->> 1)::timestamptz, (from_row ->> 2)::uuid, (from_row ->> 3)::bigint;
  exception when others then
    raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
  end;
  return query
    with waiting as (
      -- The reasons are read for the rows of the page alone: they would triple the time of the grouping.
      select r.subject_type, r.subject_id, null::text[] as reasons, count(*)::integer as report_count,
        min(r.created_at) as since, null::bigint as appeal,
        min(case r.reason when 'child_safety' then 0 when 'illegal_content' then 1 else 2 end) as urgency
      from private.reports r where kind = 'reports' and r.status = 'open' group by r.subject_type, r.subject_id
      union all
      select d.subject_type, d.subject_id, array[d.reason], 0, d.decided_at, null, 2
      from public.moderation_decisions d where kind = 'pending' and d.action = 'hold'
        and exists (select from private.removed_content removed where removed.decision = d.number)
      union all
      select d.subject_type, coalesce(d.subject_id, p.affected_user), array_remove(array[d.reason], null), 0, a.created_at, a.number, 2
      from private.appeals a join public.moderation_decisions d on d.number = a.decision
      join private.decision_parties p on p.decision = d.number
      where kind = 'appeals' and a.status = 'open'
    ), page as (
      select * from waiting w
      where (w.urgency, w.since, w.subject_id, coalesce(w.appeal, 0)) > ((from_row ->> 0)::integer, (from_row ->> 1)::timestamptz,
        (from_row ->> 2)::uuid, (from_row ->> 3)::bigint)
      order by w.urgency, w.since, w.subject_id, w.appeal
      limit least(greatest(coalesce(page_size, 24), 1), 100)
    )
    select page.subject_type, page.subject_id,
      coalesce(reported.title, (select s.title from private.find_subject(page.subject_type, page.subject_id) s)), coalesce(page.reasons, reported.reasons), page.report_count, page.since,
      page.appeal, jsonb_build_array(page.urgency, page.since, page.subject_id, coalesce(page.appeal, 0))::text
    from page
    left join lateral (
      select (array_agg(coalesce(r.snapshot ->> 'title', r.snapshot ->> 'tagline', r.snapshot ->> 'username', r.snapshot ->> 'name')
          order by r.number desc))[1] as title,
        array_agg(distinct r.reason order by r.reason) filter (where r.status = 'open') as reasons
      from private.reports r where r.subject_type = page.subject_type and r.subject_id = page.subject_id
    ) reported on true
    order by page.urgency, page.since, page.subject_id, page.appeal;
end $$;
