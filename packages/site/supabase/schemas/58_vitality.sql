-- Whether a tool is alive, and where its facts come from (docs/spec/10-facts.md §2).

-- The state of a tool and what it follows from: {state, terms: [{field, value, by, kind, address, read_on, is_recorded}]}.
--   by       source, maker or member; null of what was listed with the tool
--   read_on  the day of the last confirmation by the source, or of the edit
-- A source shows what was true on its day: one that has not been read for as long as a tool may be quiet shows nothing, unless
-- its values are recorded. A day that a person typed shows that there is a version, not that there is no later one.
create function public.tool_vitality(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with terms as (
    select r.field, r.value, 'source' as by, r.kind, r.address, (r.confirmed_at at time zone 'utc')::date as read_on,
      r.recorded_on is not null as is_recorded
    from private.list_read_values(tool_vitality.tool) r
    where r.field in ('is_archived', 'last_commit_on', 'latest_version_on', 'releases_in_year')
    union all
    select typed.field, to_jsonb(typed.day), author.made_by, author.source_kind, author.source_url, (author.since at time zone 'utc')::date, false
    from public.tool_facts f
    cross join lateral (values ('discontinued_on', f.discontinued_on), ('latest_version_on', f.latest_version_on)) typed (field, day)
    left join lateral private.find_fact_author(f.tool_id, typed.field) author on true
    where f.tool_id = tool_vitality.tool and typed.day is not null
      -- The day of the end is the fact itself, also from a source.
      and (typed.field = 'discontinued_on' or not exists (select from private.list_read_values(f.tool_id) r where r.field = typed.field))
  ), shown as (
    select max((value #>> '{}')::date) filter (where field in ('last_commit_on', 'latest_version_on')) as active_on,
      max(read_on) filter (where field in ('last_commit_on', 'latest_version_on') and by = 'source') as read_on,
      coalesce(bool_or(is_recorded), false) as is_recorded, coalesce(bool_or(field = 'is_archived' and value = 'true'), false) as is_archived,
      coalesce(bool_or(field = 'discontinued_on' and (value #>> '{}')::date <= (now() at time zone 'utc')::date), false) as is_discontinued,
      (now() at time zone 'utc')::date as today,
      make_interval(months => (private.get_setting('vitality_quiet_months') #>> '{}')::integer) as quiet,
      make_interval(months => (private.get_setting('vitality_dormant_months') #>> '{}')::integer) as dormant
    from terms
  )
  select jsonb_build_object('state', case
      when is_discontinued then 'discontinued'
      when is_archived then 'archived'
      when active_on is null or read_on is null and active_on <= today - quiet then 'unknown'
      when not is_recorded and read_on <= today - quiet then 'unknown'
      when active_on > coalesce(read_on, today) - quiet then 'active'
      when active_on > read_on - dormant then 'quiet'
      else 'dormant' end,
    'terms', (select coalesce(jsonb_agg(to_jsonb(t) order by t.field), '[]') from terms t))
  from shown
$$;
grant execute on function public.tool_vitality to anon, authenticated, service_role;

-- Writes the facets of a tool: those of its facts, and `alive:` with its state if it is known. A tool that is dormant, archived
-- or discontinued has `alive:abandoned` as well.
create function private.write_facets(tool uuid) returns void
language sql security definer set search_path = '' as $$
  update public.tools t set facets = wanted.facets
  from (
    select array(
      select facet from unnest(private.build_facets(f)) as facet
      union select 'alive:' || alive.state where alive.state <> 'unknown'
      union select 'alive:abandoned' where alive.state in ('dormant', 'archived', 'discontinued')
      order by facet) as facets
    from (select) one
    left join public.tool_facts f on f.tool_id = write_facets.tool
    -- Most tools have none of the terms.
    cross join lateral (select case when num_nonnulls(f.discontinued_on, f.latest_version_on) > 0
        or exists (select from public.fact_values v where v.tool_id = write_facets.tool)
      then public.tool_vitality(write_facets.tool) ->> 'state' end as state) alive
  ) wanted
  where t.id = write_facets.tool and t.facets <> wanted.facets
$$;

-- Tools in the order of ids, in which other changes lock several.
create function private.follow_values() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_facets(changed.tool_id) from (select distinct v.tool_id from changed_values v order by v.tool_id) changed;
  return null;
end $$;
create trigger follow_inserted_values after insert on public.fact_values
  referencing new table as changed_values for each statement execute function private.follow_values();
create trigger follow_updated_values after update on public.fact_values
  referencing new table as changed_values for each statement execute function private.follow_values();
create trigger follow_deleted_values after delete on public.fact_values
  referencing old table as changed_values for each statement execute function private.follow_values();

-- Recorded values do not age, and the day of a typed version counts from the edit that is recorded after it.
create function private.follow_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_facets(new.tool_id);
  return null;
end $$;
create trigger follow_recording after update on public.fact_sources
  for each row when (old.recorded_on is distinct from new.recorded_on) execute function private.follow_origin();
create trigger follow_edit after insert or update on public.tool_edits
  for each row when (new.status = 'accepted' and new.changes ? 'latest_version_on') execute function private.follow_origin();

-- Each hour: the facets of up to 500 tools whose state changes without a read or an edit, because a source has not been read for
-- as long as a tool may be quiet, a typed version is as old, or the day of the end has come.
create function private.correct_vitality() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  quiet_on constant date := today - make_interval(months => (private.get_setting('vitality_quiet_months') #>> '{}')::integer);
begin
  perform private.write_facets(due.id) from (
    select t.id from public.tool_facts f join public.tools t on t.id = f.tool_id
      where f.discontinued_on <= today and not t.facets @> '{alive:discontinued}'
    union
    select t.id from public.tools t left join public.tool_facts f on f.tool_id = t.id
      where t.facets && '{alive:active,alive:quiet,alive:dormant}' and (f.latest_version_on > quiet_on) is not true
        and not exists (select from public.fact_values v where v.tool_id = t.id and v.field in ('last_commit_on', 'latest_version_on')
          and (v.confirmed_at at time zone 'utc')::date > quiet_on)
        -- Recorded values do not age.
        and not exists (select from public.fact_sources s where s.tool_id = t.id and s.recorded_on is not null)
    order by id limit 500) due;
end $$;

-- Where each fact of a tool comes from, in the form of the terms of public.tool_vitality. Of a fact that a person gave,
-- address is the link of the edit.
create function public.fact_origins(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(o) order by o.field), '[]') from (
    select r.field, r.value, 'source' as by, r.kind, r.address, (r.confirmed_at at time zone 'utc')::date as read_on,
      r.recorded_on is not null as is_recorded
    from private.list_read_values(fact_origins.tool) r
    where r.field in ('is_archived', 'last_commit_on', 'releases_in_year', 'first_release_on', 'container_image', 'stars')
    union all
    select fact.key, fact.value, author.made_by, author.source_kind, author.source_url,
      (coalesce(source.confirmed_at, author.since) at time zone 'utc')::date, coalesce(source.is_recorded, false)
    from jsonb_each(private.get_tool_values(fact_origins.tool)) fact
    cross join lateral private.find_fact_author(fact_origins.tool, fact.key) author
    left join lateral (
      select v.confirmed_at, s.recorded_on is not null as is_recorded
      from public.fact_sources s join public.fact_values v on v.source_id = s.id
      where author.made_by = 'source' and s.tool_id = fact_origins.tool and s.kind = author.source_kind and s.address = author.source_url
        and v.field = case fact.key when 'price_from' then 'pricing' else fact.key end
    ) source on true
    where author.made_by is not null and fact.value <> 'null'
      and fact.key in ('license', 'latest_version', 'repository_url', 'discontinued_on', 'pricing_model', 'price_from', 'platforms')
  ) o
$$;
grant execute on function public.fact_origins to anon, authenticated, service_role;

-- How fresh the facts are: {field: {tools, confirmed, failed}}. tools have the field; confirmed are those of which a read or an
-- accepted edit of a person confirmed it within its due time; of failed ones a source that gave it fails now. A read that
-- failed or returned nothing confirms nothing.
create function public.fact_freshness() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Once for each field: a call for each value takes longer than all the rest.
  with fields as materialized (
    select field, now() - make_interval(days => private.get_field_days(field)) as due_after
    from unnest('{license,latest_version,price_from,is_archived,last_commit_on,releases_in_year,first_release_on,container_image,stars}'::text[]) as field
  ), read as (
    select v.tool_id, v.field, max(v.confirmed_at) as confirmed_at, bool_or(s.failures > 0) as is_failing
    from public.fact_values v join public.fact_sources s on s.id = v.source_id group by v.tool_id, v.field
  ), typed as (
    select e.tool_id, changed.field, max(e.decided_at) as confirmed_at
    from public.tool_edits e cross join lateral jsonb_object_keys(e.changes) as changed (field)
    where e.status = 'accepted' and e.by_source is null and changed.field in ('license', 'latest_version', 'price_from')
      -- One that took values back after a merge confirms none.
      and not exists (select from private.merged_rows m where m.table_name = 'public.tool_edits' and m.row_id = e.id and not m.has_moved)
    group by 1, 2
  ), known as (
    select fact.field, r.confirmed_at as read_at, r.is_failing, t.confirmed_at as typed_at
    from public.tool_facts f
    cross join lateral (values ('license', f.license is not null), ('latest_version', f.latest_version is not null),
      ('price_from', f.price_from is not null)) fact (field, is_known)
    left join read r on r.tool_id = f.tool_id and r.field = case fact.field when 'price_from' then 'pricing' else fact.field end
    left join typed t on t.tool_id = f.tool_id and t.field = fact.field
    where fact.is_known
    union all
    select r.field, r.confirmed_at, r.is_failing, null from read r
    where r.field in ('is_archived', 'last_commit_on', 'releases_in_year', 'first_release_on', 'container_image', 'stars')
  )
  select coalesce(jsonb_object_agg(f.field, to_jsonb(f) - 'field'), '{}') from (
    select k.field, count(*) as tools, count(*) filter (where greatest(k.read_at, k.typed_at) > d.due_after) as confirmed,
      count(*) filter (where k.is_failing) as failed
    from known k join fields d on d.field = k.field
    group by k.field
  ) f
$$;
grant execute on function public.fact_freshness to anon, authenticated, service_role;
