-- What readers want to hear about tools, of their accepted edits (docs/spec/10-facts.md §5).

create function private.is_change_kind(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value in ('price', 'license', 'archived', 'discontinued', 'major_version', 'back_to_life')
$$;

-- The first number of a version; null if it has none.
create function private.get_major_version(version text) returns numeric
language sql immutable set search_path = '' as $$
  select substring(version from '^v?([0-9]{1,6})(?:[.+-]|$)')::numeric
$$;

-- The months of a day as "yyyy-MM-dd", from the year 0.
create function private.count_months(day text) returns integer
language sql immutable set search_path = '' as $$
  select substring(day from '^([0-9]{4})-')::integer * 12 + substring(day from '^[0-9]{4}-([0-9]{2})-')::integer
$$;

-- Whether a change of fields can be of a kind: that of nearly all edits, a version without another first number soon after the
-- one before, is of none.
create function private.may_have_kind(changes jsonb) returns boolean
language sql immutable security definer set search_path = '' as $$
  select changes ?| '{price_from,price_currency,price_period,pricing_model,license,is_archived,discontinued_on}'
    or coalesce(private.get_major_version(changes #>> '{latest_version,1}') > private.get_major_version(changes #>> '{latest_version,0}'), false)
    -- The setting vitality_dormant_months has at least 6.
    or coalesce(private.count_months(changes #>> '{latest_version_on,1}') - private.count_months(changes #>> '{latest_version_on,0}') >= 6, false)
$$;
-- An index calls its functions with the rights of the client.
grant execute on function private.may_have_kind to service_role;
create index tool_edits_kinds_idx on public.tool_edits (decided_at desc, id) where status = 'accepted' and private.may_have_kind(changes);

-- The kinds of a change of fields, {field: [before, after]}, each with its values. A first value is no change.
create function private.list_change_kinds(changes jsonb) returns table (kind text, field text, before jsonb, after jsonb)
language sql stable set search_path = '' as $$
  select found.kind, found.field, changes -> found.field -> 0, changes -> found.field -> 1
  from (
    select 'price' as kind, (select field from unnest('{price_from,price_currency,price_period,pricing_model}'::text[]) with ordinality as f (field, place)
      where changes -> field -> 0 <> 'null' order by place limit 1) as field
    union all
    select 'license', 'license' where changes #> '{license,0}' <> 'null'
    union all
    select 'archived', 'is_archived' where changes #> '{is_archived,1}' = 'true'
    union all
    select 'discontinued', 'discontinued_on' where changes #> '{discontinued_on,0}' = 'null'
    union all
    select 'major_version', 'latest_version'
      where private.get_major_version(changes #>> '{latest_version,1}') > private.get_major_version(changes #>> '{latest_version,0}')
    union all
    select 'back_to_life', case when changes #> '{is_archived,0}' = 'true' then 'is_archived' when changes #> '{discontinued_on,1}' = 'null' then 'discontinued_on'
      when (changes #>> '{latest_version_on,1}')::date > (changes #>> '{latest_version_on,0}')::date
        + make_interval(months => (private.get_setting('vitality_dormant_months') #>> '{}')::integer) then 'latest_version_on' end
  ) found where found.field is not null
$$;

-- Changes of tools, the newest first. number is that of the edit in the history of the tool. by_source and source_url name the source, or the link of a person's edit.
--   since     of the last 30 days by default
--   kinds     of price, license, archived, discontinued, major_version and back_to_life; all by default
--   how_many  1 to 200, and as many more as the last edit has
--   older_than  the after_row of the last row of the page before
create function public.track_changes(since timestamptz default now() - interval '30 days', kinds text[] default null, how_many integer default 50,
  older_than text default null)
returns table (tool_id uuid, name text, slug text, number integer, kind text, field text, before jsonb, after jsonb, changed_at timestamptz, by_source text, source_url text,
  after_row text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  from_row jsonb;
  from_at timestamptz;
  from_id uuid;
begin
  begin
    from_row := coalesce(older_than::jsonb, '["infinity", "00000000-0000-0000-0000-000000000000"]');
    from_at := (from_row ->> 0)::timestamptz;
    from_id := (from_row ->> 1)::uuid;
  exception when others then
    from_at := null;
  end;
  perform private.refuse_if(num_nulls(from_at, from_id) > 0, 'invalid_parameter_value', 'older_than is not a cursor of this order');
  perform private.refuse_if(exists (select from unnest(kinds) as wanted where private.is_change_kind(wanted) is not true),
    'invalid_parameter_value', 'The kinds are price, license, archived, discontinued, major_version and back_to_life.');
  return query
    select t.id, t.name, t.slug, page.number, page.kind, page.field, page.before, page.after, page.decided_at, page.by_source, page.source_url,
      jsonb_build_array(page.decided_at, page.id)::text
    from (
      select e.*, c.*
      from public.tool_edits e
      cross join lateral private.list_change_kinds(e.changes) c
      where e.status = 'accepted' and private.may_have_kind(e.changes) and e.decided_at >= coalesce(since, now() - interval '30 days')
        and e.decided_at <= from_at and (e.decided_at < from_at or e.id > from_id)
        and (kinds is null or c.kind = any (kinds)) and not private.is_of_merge(e.id)
      order by e.decided_at desc, e.id fetch first (least(greatest(coalesce(how_many, 50), 1), 200)) rows with ties
    ) page
    join public.tools t on t.id = page.tool_id
    order by page.decided_at desc, page.id, page.kind;
end $$;
grant execute on function public.track_changes to anon, authenticated, service_role;
