-- How the site is moderated, in numbers for everybody (spec 8 §2).

-- Kept with the report, because its reporter may delete the account later.
create function private.set_report_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.source := case when new.from_maker is not null then 'maker' when new.reporter_id is not null then 'member' else 'visitor' end;
  return new;
end $$;
create trigger set_report_source before insert on private.reports
  for each row execute function private.set_report_source();

create trigger announce_transparency after insert on private.reports
  for each row execute function private.announce_tags('transparency');
create trigger announce_transparency after insert or update or delete on private.appeals
  for each row execute function private.announce_tags('transparency');

-- The figures of a year (UTC):
--   reports      [{reason, source, reports}]; the source is a visitor, a member or the maker
--   decisions    [{action, reason, decisions}]
--   hours        [{rating, decisions, median_hours}], of decisions about reviews, for each number of stars
--   appeals      {open, resolved, reversed, share_reversed}, of the year's decisions; one with several appeals counts once
--   automatic    {decisions, automatic, share}; rules alone hold content, and nothing else is automatic
--   suspensions  the number
-- All but reports and open appeals can be counted in public.moderation_decisions.
create function public.transparency_figures(of_year integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with bounds as (
    -- No row is from these limits; newer versions of PostgreSQL compute the dates before they test a condition.
    select make_date(year, 1, 1)::timestamp at time zone 'utc' as first, make_date(year + 1, 1, 1)::timestamp at time zone 'utc' as next
    from (select least(greatest(of_year, 1), 9998) as year) as asked
  ), decided as (
    select d.* from public.moderation_decisions d, bounds b where d.decided_at >= b.first and d.decided_at < b.next
  ), reported as (
    select r.reason, r.source, count(*) as reports from private.reports r, bounds b
    where r.created_at >= b.first and r.created_at < b.next group by r.reason, r.source
  ), acted as (
    select d.action, d.reason, count(*) as decisions from decided d group by d.action, d.reason
  ), hours as (
    select star as rating, count(d.number) as decisions,
      round((percentile_cont(0.5) within group (order by d.hours_to_decision))::numeric, 1) as median_hours
    from generate_series(1, 5) as star
    left join decided d on d.subject_type = 'review' and d.rating = star and d.hours_to_decision is not null group by star
  ), totals as (
    select count(*) as decisions, count(*) filter (where d.action = 'hold') as automatic,
      count(d.appeal_outcome) as resolved, count(*) filter (where d.appeal_outcome = 'reversed') as reversed,
      count(*) filter (where d.action = 'suspend') as suspensions,
      count(*) filter (where exists (select from private.appeals a where a.decision = d.number and a.status = 'open')) as open
    from decided d
  )
  select jsonb_build_object('year', of_year,
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.reason, r.source) from reported r), '[]'),
    'decisions', coalesce((select jsonb_agg(to_jsonb(a) order by a.action, a.reason) from acted a), '[]'),
    'hours', (select jsonb_agg(to_jsonb(h) order by h.rating) from hours h),
    'appeals', jsonb_build_object('open', t.open, 'resolved', t.resolved, 'reversed', t.reversed,
      'share_reversed', round(t.reversed::numeric / nullif(t.resolved, 0), 4)),
    'automatic', jsonb_build_object('decisions', t.decisions, 'automatic', t.automatic,
      'share', round(t.automatic::numeric / nullif(t.decisions, 0), 4)),
    'suspensions', t.suspensions)
  from totals t
$$;
grant execute on function public.transparency_figures to anon, authenticated, service_role;
