-- Facts that keep themselves (docs/spec/10-facts.md): the sources of each tool, what the server has read from them, and how
-- that becomes facts. Values that a tool may have from its sources alone are in public.fact_values; those that people can
-- suggest as well are in public.tool_facts, and each change by a source is an accepted edit.

-- A page of another host that is read again and again for facts of a tool.
create table public.fact_sources (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  kind text not null constraint fact_sources_kind
    check (kind in ('repository', 'package', 'image', 'wikidata', 'site', 'publiccode', 'lifecycle')),
  address text not null constraint fact_sources_address_format check (private.is_web_address(address)),
  host text generated always as (lower(substring(address from '^[^:]+://([^/?#]+)'))) stored,
  -- Of two sources with a value for one field the one with the lower number is shown.
  priority smallint not null,
  -- Whether it is the repository or the website of the tool, and goes with it.
  is_own boolean not null default false,
  last_read_at timestamptz,
  last_ok_at timestamptz,
  -- Reads that failed since the last success.
  failures integer not null default 0,
  -- Why the last read gave nothing, for the operator.
  problem text constraint fact_sources_problem_length check (length(problem) <= 200),
  etag text constraint fact_sources_etag_length check (length(etag) <= 1000),
  -- The day of values that were written down by hand, as in the demo content; null once the server has read them.
  recorded_on date,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  constraint fact_sources_address_key unique (tool_id, kind, address)
);
create index fact_sources_due_idx on public.fact_sources (due_at);
create index fact_sources_leased_idx on public.fact_sources (leased_until) where leased_until is not null;
call private.secure_public_table('public.fact_sources');
create trigger announce_failures after update of failures on public.fact_sources
  for each row when (old.failures <> new.failures) execute function private.announce_tags('facts');

-- The newest value that a source gave for a field.
create table public.fact_values (
  tool_id uuid not null references public.tools (id) on delete cascade,
  field text not null,
  source_id uuid not null references public.fact_sources (id) on delete cascade,
  value jsonb not null,
  -- When the source gave this value first, and when it did so last.
  read_at timestamptz not null default now(),
  confirmed_at timestamptz not null default now(),
  -- Since when it differs from the value of a person.
  contradicts_since timestamptz,
  primary key (tool_id, field, source_id)
);
create index fact_values_source_idx on public.fact_values (source_id);
call private.secure_public_table('public.fact_values');
call private.announce_table('public.fact_values', 'facts', 'tool:tool_id');

-- A page at a host of repositories, with an owner and a name.
create function private.is_repository_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(address ~* '^https?://(www\.)?(github\.com|gitlab\.com|codeberg\.org|git\.sr\.ht)/[^/?#]+/[^/?#]+/?$', false)
$$;

create function private.get_source_priority(kind text) returns smallint
language sql immutable set search_path = '' as $$
  select (10 * array_position('{repository,publiccode,package,image,site,lifecycle,wikidata}'::text[], kind))::smallint
$$;

-- The repository and the website of tools as sources. A website at a host of repositories is one of them, after the
-- repository itself.
create function private.list_own_sources(tools uuid[]) returns table (tool_id uuid, kind text, address text, priority smallint)
language sql stable security definer set search_path = '' as $$
  select t.id, own.kind, regexp_replace(own.address, '(\.git)?/*$', '') as address, min(private.get_source_priority(own.kind) + own.place)::smallint
  from public.tools t left join public.tool_facts f on f.tool_id = t.id
  cross join lateral (values (f.repository_url, 'repository', 0),
    (t.website_url, case when private.is_repository_address(t.website_url) then 'repository' else 'site' end, 1)) own (address, kind, place)
  where t.id = any (tools) and own.address is not null group by 1, 2, 3
$$;

-- Gives tools the sources that their repository and website are, and takes those of former ones away.
create function private.make_fact_sources(tools uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.fact_sources s where s.tool_id = any (tools) and s.is_own
    and not exists (select from private.list_own_sources(tools) w where (w.tool_id, w.kind, w.address) = (s.tool_id, s.kind, s.address));
  insert into public.fact_sources (tool_id, kind, address, priority, is_own)
    select w.tool_id, w.kind, w.address, w.priority, true from private.list_own_sources(tools) w
    where private.is_web_address(w.address)
    on conflict on constraint fact_sources_address_key do update set priority = excluded.priority
      where fact_sources.is_own and fact_sources.priority <> excluded.priority
$$;

create function private.follow_repository() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_fact_sources(array[coalesce(new.tool_id, old.tool_id)]);
  return null;
end $$;
create trigger follow_repository_on_insert after insert on public.tool_facts
  for each row when (new.repository_url is not null) execute function private.follow_repository();
create trigger follow_repository_on_update after update on public.tool_facts
  for each row when (old.repository_url is distinct from new.repository_url) execute function private.follow_repository();

-- Raises unless the caller may change the sources of a tool: its maker, or a moderator who does not belong to it.
create function private.require_source_editor(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_no_suspension();
  if not coalesce(private.acts_for_maker(require_source_editor.tool), false) then
    perform private.require_staff('moderator');
    perform private.require_second_factor();
    perform private.refuse_if(private.belongs_to_maker(require_source_editor.tool, auth.uid()),
      'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  end if;
end $$;

-- Adds a source of a tool. Returns its id. The page of the tool names it at once.
create function public.add_fact_source(tool uuid, kind text, address text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  written constant text := regexp_replace(private.trim_text(add_fact_source.address), '/+$', '');
  new_id uuid;
begin
  perform private.require_factor();
  perform private.require_source_editor(add_fact_source.tool);
  perform from public.tools t where t.id = add_fact_source.tool for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(private.get_source_priority(add_fact_source.kind) is null, 'check_violation', 'Please choose a kind from the list.');
  perform private.refuse_if(not coalesce(private.is_web_address(written), false),
    'check_violation', 'Please enter a valid URL that starts with https:// or http://');
  perform private.refuse_if(not private.is_exempt_from_approval() and private.has_filtered_word(written),
    'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  perform private.refuse_if((select count(*) from public.fact_sources s where s.tool_id = add_fact_source.tool) >= 12,
    'check_violation', 'A tool can have at most 12 sources.');
  insert into public.fact_sources (tool_id, kind, address, priority)
    values (add_fact_source.tool, add_fact_source.kind, written, private.get_source_priority(add_fact_source.kind))
    on conflict do nothing returning id into new_id;
  perform private.refuse_if(new_id is null, 'unique_violation', 'This tool has this source already.');
  return new_id;
end $$;
grant execute on function public.add_fact_source to authenticated;

-- Takes away a source that was added. The facts that it has changed stay.
create function public.remove_fact_source(source uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  removed public.fact_sources;
begin
  perform private.require_factor();
  select * into removed from public.fact_sources s where s.id = remove_fact_source.source;
  perform private.require_source_editor(removed.tool_id);
  perform private.refuse_if(removed.id is null, 'PT404', 'We could not find this content.');
  perform private.refuse_if(removed.is_own, 'check_violation', 'It goes with the repository or the website of the tool.');
  perform from public.tools t where t.id = removed.tool_id for update;
  delete from public.fact_sources s where s.id = removed.id;
end $$;
grant execute on function public.remove_fact_source to authenticated;

-- When a source is due again after a success.
create function private.get_source_period(kind text) returns interval
language sql immutable set search_path = '' as $$
  select case when kind in ('repository', 'package', 'image') then interval '7 days' when kind = 'site' then interval '90 days'
    else interval '30 days' end
$$;

-- Within how many days a value of a field has to be confirmed.
create function private.get_field_days(field text) returns integer
language sql immutable set search_path = '' as $$
  select case when field = 'license' then 30 when field in ('pricing', 'price_from') then 90 when field in ('discontinued_on', 'repository_url') then 30 else 7 end
$$;

-- Takes up to n sources that are due, for one process for a minute, with at most five of one host. A host of which another
-- process has sources waits, so that together they do not exceed its rate. Of one tool it takes all, also early.
create function public.facts_to_read(n integer, only_tool uuid default null, only_kind text default null)
returns table (id uuid, tool_id uuid, kind text, address text, etag text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- Two processes at the same time would take sources of one host.
  perform pg_advisory_xact_lock(hashtext('facts to read'));
  return query
    update public.fact_sources s set leased_until = now() + interval '1 minute'
    where s.id = any (array(
      select due.id from (
        select f.id, f.due_at, row_number() over (partition by f.host order by f.due_at, f.id) as place
        from (select * from public.fact_sources f
          where case when only_tool is null then f.due_at <= now() else f.tool_id = only_tool end
            and (only_kind is null or f.kind = only_kind)
            and not exists (select from public.fact_sources busy where busy.leased_until > now() and busy.host = f.host)
          order by f.due_at limit 2000) f
      ) due where due.place <= 5 order by due.due_at, due.id limit least(greatest(n, 0), 60)))
    returning s.id, s.tool_id, s.kind, s.address, s.etag;
end $$;
grant execute on function public.facts_to_read to service_role;

-- Checks and cleans a value that was read. Returns null if it is none or has a word of the filter: what another host writes
-- changes no fact then.
create function private.clean_read_value(field text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if value is null or value = 'null' or private.has_filtered_word(value #>> '{}') then
    return null;
  end if;
  return case
    when field in ('license', 'latest_version', 'latest_version_on', 'repository_url', 'discontinued_on')
      then case when private.check_tool_value(field, value) is null then nullif(private.clean_tool_value(field, value), 'null') end
    when field in ('first_release_on', 'last_commit_on')
      then case when private.check_tool_value('latest_version_on', value) is null then private.clean_tool_value('latest_version_on', value) end
    when field = 'is_archived' then case when jsonb_typeof(value) = 'boolean' then value end
    when field in ('stars', 'releases_in_year') then case when jsonb_typeof(value) = 'number' and value::text ~ '^[0-9]{1,9}$' then value end
    when field = 'container_image' then case when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[a-z0-9][a-z0-9._:/@-]{1,199}$' then value end
    when field = 'pricing' then case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and 20 and not exists (
      select from jsonb_array_elements(value) o where jsonb_typeof(o) <> 'object' or jsonb_typeof(o -> 'price') is distinct from 'number'
        or o ->> 'price' !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' or coalesce(o ->> 'currency', '') !~ '^[A-Z]{3}$'
        or o ->> 'period' not in ('month', 'year', 'once')) then value end
  end;
end $$;

-- The lowest price above 0 of offers with a period, as the fields of a price; null if there is none. A price of 0 shows
-- neither that a tool is free nor that it is freemium.
create function private.find_offered_price(offers jsonb, checked_on date, address text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('price_from', (o ->> 'price')::numeric(10, 2), 'price_currency', o ->> 'currency', 'price_period', o ->> 'period',
    'price_checked_on', checked_on, 'price_source_url', address)
  from jsonb_array_elements(offers) o where (o ->> 'price')::numeric > 0 and o ->> 'period' is not null
  order by (o ->> 'price')::numeric, o ->> 'period' limit 1
$$;

-- Where the present value of a field comes from by the history of the tool: maker, member or source. A value without an
-- edit is that of the author of the tool.
create function private.find_fact_author(tool uuid, field text, out made_by text, out since timestamptz, out source_kind text, out source_url text)
language sql stable security definer set search_path = '' as $$
  select case when e.by_source is not null then 'source' when e.as_maker then 'maker' else 'member' end, e.decided_at, e.by_source, e.source_url
  from public.tool_edits e
  where e.tool_id = find_fact_author.tool and e.status = 'accepted' and e.changes ? find_fact_author.field
  order by e.number desc limit 1
$$;

-- The shown value of each field that sources give: that of the source with the lowest priority, and of several of one kind
-- always the same, because facts would change with each read otherwise.
create function private.list_read_values(tool uuid)
returns table (field text, value jsonb, source_id uuid, kind text, address text, read_at timestamptz, confirmed_at timestamptz, recorded_on date)
language sql stable security definer set search_path = '' as $$
  select distinct on (v.field) v.field, v.value, s.id, s.kind, s.address, v.read_at, v.confirmed_at, s.recorded_on
  from public.fact_values v join public.fact_sources s on s.id = v.source_id
  where v.tool_id = list_read_values.tool
  order by v.field, s.priority, s.is_own desc, s.address, s.id
$$;

-- Ends what moderators had to decide about a field, because its values are others now.
create function private.withdraw_fact_task(tool uuid, field text, except_changes jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.tool_edits e set status = 'withdrawn', decided_at = now()
    where e.tool_id = withdraw_fact_task.tool and e.by_source is not null and e.status = 'open' and e.changes ? withdraw_fact_task.field
      and e.changes is distinct from except_changes
$$;

-- Makes facts of what the sources of a tool say. A value of a person stays: if the source contradicts it for 30 days,
-- moderators get an open edit with both values, once for each value. Returns the fields that have changed.
create function private.settle_facts(tool uuid, fields text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb := private.get_tool_values(tool);
  shown record;
  author record;
  wanted jsonb;
  next_changes jsonb;
  first_field text;
  changed text[] := '{}';
begin
  for shown in select * from private.list_read_values(tool) r
    where r.field = any (fields) and r.field in ('license', 'latest_version', 'repository_url', 'discontinued_on', 'pricing')
    order by r.field
  loop
    wanted := case shown.field
      when 'latest_version' then jsonb_build_object('latest_version', shown.value, 'latest_version_on',
        coalesce((select v.value from public.fact_values v
          where v.tool_id = settle_facts.tool and v.field = 'latest_version_on' and v.source_id = shown.source_id
            and v.confirmed_at >= shown.read_at), 'null'))
      when 'pricing' then private.find_offered_price(shown.value, (shown.read_at at time zone 'utc')::date, shown.address)
      else jsonb_build_object(shown.field, shown.value) end;
    continue when wanted is null;
    first_field := case shown.field when 'pricing' then 'price_from' else shown.field end;
    next_changes := private.clean_tool_changes((select jsonb_object_agg(key, jsonb_build_array(present -> key, value)) from jsonb_each(wanted)));
    if next_changes - '{price_checked_on,price_source_url}'::text[] = '{}' then
      update public.fact_values v set contradicts_since = null
        where v.tool_id = settle_facts.tool and v.field = shown.field and v.source_id = shown.source_id and v.contradicts_since is not null;
      perform private.withdraw_fact_task(tool, first_field, null);
      continue;
    end if;
    select * into author from private.find_fact_author(tool, first_field);
    if present -> first_field <> 'null' and author.made_by is distinct from 'source' then
      update public.fact_values v set contradicts_since = greatest(coalesce(v.contradicts_since, now()), author.since)
        where v.tool_id = settle_facts.tool and v.field = shown.field and v.source_id = shown.source_id;
      if exists (select from public.fact_values v where v.tool_id = settle_facts.tool and v.field = shown.field
          and v.source_id = shown.source_id and v.contradicts_since <= now() - interval '30 days')
        and not exists (select from public.tool_edits e where e.tool_id = settle_facts.tool and e.by_source is not null
          and e.status in ('open', 'declined') and e.changes -> first_field = next_changes -> first_field)
      then
        perform private.withdraw_fact_task(tool, first_field, next_changes);
        insert into public.tool_edits (tool_id, changes, source_url, by_source) values (tool, next_changes, shown.address, shown.kind);
      end if;
      continue;
    end if;
    begin
      perform private.apply_tool_changes(tool, next_changes);
      perform private.record_tool_edit(tool, next_changes, shown.address, '', null, by_source => shown.kind);
      changed := changed || array(select jsonb_object_keys(next_changes));
      present := private.get_tool_values(tool);
    -- Rules between fields: the fact stays as it is.
    exception when check_violation or sqlstate 'PT409' then
    end;
  end loop;
  return changed;
end $$;

-- Records a read. Only `ok` with a value, and `unchanged`, confirm values; what a source does not give stays as it is.
--   outcome   ok, unchanged (the ETag is the same), empty, failed, or limited: the host wants fewer requests
--   values    {field: value}; what is no valid value is left out
--   problem   one line about what did not work
--   retry_at  when the host gets requests again
-- Returns the fields of the tool that have changed.
create function public.record_read(source uuid, outcome text, "values" jsonb default '{}', etag text default null, problem text default null,
  retry_at timestamptz default null) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  tool constant uuid := (select s.tool_id from public.fact_sources s where s.id = record_read.source);
  present public.fact_sources;
  result text := record_read.outcome;
  cleaned jsonb;
  archived jsonb;
begin
  perform private.refuse_if(coalesce(result, '') not in ('ok', 'unchanged', 'empty', 'failed', 'limited'),
    'check_violation', 'There is no such outcome.');
  -- In the order of the deletion of a tool.
  perform from public.tools t where t.id = tool for update;
  select * into present from public.fact_sources s where s.id = record_read.source for update;
  -- A merge may have given it to another tool meanwhile: the next read counts.
  if not found or present.tool_id <> tool then
    return '{}';
  end if;
  select coalesce(jsonb_object_agg(v.field, v.cleaned) filter (where v.cleaned is not null), '{}') into cleaned
    from (select key as field, private.clean_read_value(key, value) as cleaned
      from jsonb_each(case when jsonb_typeof(record_read.values) = 'object' then record_read.values else '{}' end)) v;
  if result = 'ok' and cleaned = '{}' then
    result := 'empty';
  end if;
  update public.fact_sources s set last_read_at = now(), leased_until = null,
      last_ok_at = case when result in ('ok', 'unchanged') then now() else s.last_ok_at end,
      failures = case when result in ('ok', 'unchanged') then 0 when result = 'limited' then s.failures else s.failures + 1 end,
      problem = case when result not in ('ok', 'unchanged') then left(coalesce(record_read.problem, 'The answer has no values.'), 200) end,
      etag = case result when 'ok' then left(record_read.etag, 1000) else s.etag end,
      recorded_on = case when result <> 'ok' then s.recorded_on end,
      due_at = case when result in ('ok', 'unchanged') then now() + private.get_source_period(s.kind)
        when result = 'limited' then greatest(record_read.retry_at, now() + interval '1 minute')
        else greatest(now() + least(3 ^ least(s.failures, 5), 90) * interval '1 day', record_read.retry_at) end
    where s.id = present.id;
  if result = 'unchanged' then
    -- Not those that the last answer no longer had.
    update public.fact_values v set confirmed_at = now() where v.source_id = present.id and v.confirmed_at >= present.last_ok_at;
  elsif result <> 'ok' then
    return '{}';
  end if;
  archived := (select v.value from private.list_read_values(tool) v where v.field = 'is_archived');
  insert into public.fact_values as v (tool_id, field, source_id, value)
    select tool, key, present.id, value from jsonb_each(cleaned)
    on conflict on constraint fact_values_pkey do update set value = excluded.value, confirmed_at = now(),
      read_at = case when v.value = excluded.value then v.read_at else now() end;
  if archived is distinct from (select v.value from private.list_read_values(tool) v where v.field = 'is_archived')
    and (archived = 'true' or cleaned -> 'is_archived' = 'true')
  then
    perform private.record_tool_edit(tool, jsonb_build_object('is_archived', jsonb_build_array(coalesce(archived, 'null'), cleaned -> 'is_archived')),
      present.address, '', null, by_source => present.kind);
  end if;
  return private.settle_facts(tool, array(select v.field from public.fact_values v where v.source_id = present.id));
end $$;
grant execute on function public.record_read to service_role;

-- What an operator has to know about the sources, for administrators and the command `toolmark facts status`: {sources, read,
-- due, failing, hosts: [{host, sources, read, due, failing}], problems: [{tool, kind, address, failures, problem, due_at}]}.
-- read are those that were read with success. The problems are of up to 5,000 sources, those that failed most first.
create function public.fact_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  return (
    with hosts as (
      select s.host, count(*) as sources, count(s.last_ok_at) as read, count(*) filter (where s.due_at <= now()) as due,
        count(*) filter (where s.problem is not null) as failing
      from public.fact_sources s group by s.host
    ), problems as (
      select t.slug as tool, s.kind, s.address, s.failures, s.problem, s.due_at
      from public.fact_sources s join public.tools t on t.id = s.tool_id
      where s.problem is not null order by s.failures desc, t.slug, s.kind limit 5000
    )
    select jsonb_build_object('sources', coalesce(sum(h.sources), 0), 'read', coalesce(sum(h.read), 0), 'due', coalesce(sum(h.due), 0),
      'failing', coalesce(sum(h.failing), 0), 'hosts', coalesce(jsonb_agg(to_jsonb(h) order by h.sources desc, h.host), '[]'),
      'problems', (select coalesce(jsonb_agg(to_jsonb(p) order by p.failures desc, p.tool, p.kind), '[]') from problems p))
    from hosts h);
end $$;
grant execute on function public.fact_status to authenticated, service_role;
