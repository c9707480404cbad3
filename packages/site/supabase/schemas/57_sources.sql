-- Lists that the catalog comes from and that are read again (spec 4 §6).

-- A list: a file, or an address that the site can read again by itself.
create table public.sources (
  id integer generated always as identity primary key,
  kind text not null constraint source_kind check (kind in ('markdown', 'yaml', 'csv', 'json', 'jsonl', 'publiccode', 'dump')),
  -- A web address, or the name of a file.
  address text not null constraint source_address_length check (length(address) between 1 and 2048),
  -- {column: field, "attribute:kind" or null}; other columns are guessed.
  mapping jsonb not null default '{}' constraint source_mapping_object check (jsonb_typeof(mapping) = 'object'),
  -- How often the site reads an address, as an interval; never without one.
  every text constraint source_every_form check (every ~ '^[1-9][0-9]{0,2} (hour|day|week|month)s?$'),
  last_read_at timestamptz,
  -- {created, updated, unchanged, duplicate, invalid, kept, gone}, or {error} of the last attempt.
  last_result jsonb,
  constraint sources_address_key unique (address)
);
call private.secure_table('public.sources');
create policy admin_select on public.sources for select to authenticated
  using ((select private.is_staff('admin')) and (select private.has_required_factor()));
grant select on public.sources to authenticated;

-- A tool that a source has or had.
create table private.source_tools (
  source_id integer not null references public.sources (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- What identifies it in the source, also after a person has changed the tool.
  website_key text,
  name_key text,
  -- {field: value} as the last read left them. A value that is another one now is of a person.
  written jsonb not null,
  -- Since when the source does not have it.
  gone_since timestamptz,
  primary key (source_id, tool_id)
);
create index source_tools_tool_id_idx on private.source_tools (tool_id);
create index source_tools_website_idx on private.source_tools (source_id, website_key);
create index source_tools_name_idx on private.source_tools (source_id, name_key);
call private.secure_internal_table('private.source_tools');

-- A source that a process reads, or that cannot be read: no other process reads it before this time.
create table private.source_leases (
  source_id integer primary key references public.sources (id) on delete cascade,
  until timestamptz not null
);
call private.secure_internal_table('private.source_leases');

create function private.require_source(source integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(not exists (select from public.sources s where s.id = require_source.source), 'PT404', 'We could not find this source.');
end $$;

-- Adds a source, or changes the one with this id. Returns its id.
create function public.save_source(kind text, address text, mapping jsonb default '{}', every text default null, id integer default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted_address constant text := btrim(save_source.address);
  is_web constant boolean := private.is_web_address(wanted_address);
  wanted_every constant text := nullif(lower(btrim(save_source.every)), '');
  wrong text;
  problem text;
  saved integer;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('sources'));
  if save_source.id is not null then
    perform private.require_source(save_source.id);
  end if;
  if jsonb_typeof(save_source.mapping) = 'object' then
    select left(m.key, 50) into wrong from jsonb_each(save_source.mapping) m
      where m.value <> 'null' and not coalesce(m.value #>> '{}' in (select f.field from private.list_import_fields() f union all select 'slug')
        or m.value #>> '{}' ~ '^attribute:(yes_no|choice|choices|number|text|date|link)$', false) limit 1;
  end if;
  problem := case
    when coalesce(save_source.kind not in ('markdown', 'yaml', 'csv', 'json', 'jsonl', 'publiccode', 'dump'), true) then 'Please choose a kind from the list.'
    when coalesce(wanted_address, '') = '' then 'Please enter a web address, or choose a file.'
    when length(wanted_address) > 2048 then 'Address too long: 2,048 characters at most'
    -- Only the operator's command reads files of the machine.
    when not is_web and wanted_address ~ '[/\\]|://' and auth.role() is distinct from 'service_role' then 'Please enter a web address, or choose a file.'
    when jsonb_typeof(save_source.mapping) is distinct from 'object' then 'The mapping has to be an object of columns.'
    when pg_column_size(save_source.mapping) > 65536 then 'The mapping is too long.'
    when wrong is not null then format('The mapping of %s is not valid: it has to be a field, attribute:KIND or null.', wrong)
    when wanted_every !~ '^[1-9][0-9]{0,2} (hour|day|week|month)s?$' then 'Please enter how often to read it, such as 1 day.'
    when wanted_every is not null and not is_web then 'Only a web address can be read again by the site.'
    when exists (select from public.sources s where s.address = wanted_address and s.id is distinct from save_source.id)
      then 'There is already a source with this address.'
    when save_source.id is null and (select count(*) from public.sources) >= 50 then 'A site can have at most 50 sources.' end;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  if save_source.id is null then
    insert into public.sources (kind, address, mapping, every)
      values (save_source.kind, wanted_address, save_source.mapping, wanted_every) returning sources.id into saved;
  else
    update public.sources s set kind = save_source.kind, address = wanted_address, mapping = save_source.mapping, every = wanted_every
      where s.id = save_source.id returning s.id into saved;
    delete from private.source_leases l where l.source_id = saved;
  end if;
  return saved;
end $$;
grant execute on function public.save_source to authenticated, service_role;

-- Removes a source. Its tools stay.
create function public.remove_source(id integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform private.require_source(remove_source.id);
  delete from public.sources s where s.id = remove_source.id;
end $$;
grant execute on function public.remove_source to authenticated, service_role;

-- The rows of a source, with the slugs of the tools that they are: that with the website of the row, else that which the
-- source had with this website or name, also if a person has changed both.
create function private.name_source_tools(source integer, rows jsonb) returns jsonb
language sql stable security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select k.place, coalesce(
      (select l.id from public.tools l where l.website_key = k.website_key),
      (select s.tool_id from private.source_tools s where s.source_id = source and s.website_key = k.website_key order by s.gone_since nulls first, s.tool_id limit 1),
      (select s.tool_id from private.source_tools s where s.source_id = source and s.name_key = k.name_key order by s.gone_since nulls first, s.tool_id limit 1)) as tool
    from private.read_import_keys(rows) k
  ), named as materialized (
    select k.place, rows -> k.place - 1 as cells, (select t.slug from public.tools t where t.id = k.tool) as slug from keyed k
  )
  select coalesce(jsonb_agg(case when n.slug is null then n.cells else n.cells || jsonb_build_object('slug', n.slug) end order by n.place), '[]') from named n
$$;

-- Whether a person or another list, and no import or source of facts, has given a tool its value of a field.
create function private.is_value_of_others(source integer, tool uuid, field text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tools t where t.id = is_value_of_others.tool and t.submitted_by is not null)
    -- A suggestion of a member has a source.
    or exists (select from public.tool_edits e where e.tool_id = is_value_of_others.tool and e.status = 'accepted' and e.changes ? field
      and e.by_source is null and (e.note <> 'Import' or e.source_url is not null))
    or exists (select from private.source_tools s where s.tool_id = is_value_of_others.tool and s.source_id <> is_value_of_others.source
      and s.written -> field <> 'null')
$$;

-- What a row of a source changes of a listed tool, {changes, kept, other}: the values that a person has changed since the
-- last read stay, and those that the source does not have any more go. other is whether the row is another tool of this
-- name: it has another website, and the source never had the listed one.
create function private.keep_changed_values(source integer, tool uuid, changes jsonb, cells jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with own as (
    select s.written from private.source_tools s where s.source_id = keep_changed_values.source and s.tool_id = keep_changed_values.tool
  ), known as (
    select private.get_tool_values(keep_changed_values.tool) as present, coalesce((select written from own), '{}') as written
  ), given as (
    -- The headings of a list are in the order of the list: of the same categories the main one stays.
    select case when sources.kind = 'markdown' and array(select jsonb_array_elements_text(jsonb_build_array(
          coalesce(c.after -> 'category', k.present -> 'category')) || coalesce(nullif(c.after -> 'more_categories', 'null'), '[]')) order by 1)
        = array(select jsonb_array_elements_text(jsonb_build_array(k.present -> 'category') || coalesce(nullif(k.present -> 'more_categories', 'null'), '[]')) order by 1)
      then c.changes - 'category' - 'more_categories' else c.changes end as changes
    from known k, public.sources, lateral (select coalesce(keep_changed_values.changes, '{}') as changes, (
        select k.present || coalesce(jsonb_object_agg(key, value -> 1), '{}') from jsonb_each(coalesce(keep_changed_values.changes, '{}'))) as after) c
    where sources.id = keep_changed_values.source
  ), judged as (
    select c.key, c.value, case when k.written ? c.key then k.present -> c.key is distinct from k.written -> c.key
        else k.present -> c.key <> 'null' and private.is_value_of_others(keep_changed_values.source, keep_changed_values.tool, c.key) end
      -- Moderators accepted a value of a source of facts in place of that of the list.
      and (k.written ? c.key and c.value -> 1 = k.written -> c.key
        or (select a.made_by from private.find_fact_author(keep_changed_values.tool, c.key) a) is distinct from 'source') as is_kept
    from known k, given g, jsonb_each(g.changes) c
  ), cleared as (
    select c.key, jsonb_build_array(c.before, null) as value
    from known k, lateral (select c.key, k.present -> c.key as before from jsonb_each(private.name_import_cells(cells)) c where c.value = 'null') c
    where c.before <> 'null' and c.before = k.written -> c.key and c.key not in ('name', 'description', 'category')
  )
  select jsonb_build_object('changes', (select jsonb_object_agg(key, value)
      from (select key, value from judged where not is_kept union all select key, value from cleared) changed),
    'kept', coalesce((select jsonb_agg(key order by key) from judged where is_kept), '[]'),
    'other', not exists (select from own) and coalesce(private.normalize_website(keep_changed_values.changes -> 'website_url' ->> 0)
      <> private.normalize_website(keep_changed_values.changes -> 'website_url' ->> 1), false))
$$;

-- Remembers what a source gave the tools of its rows. checked has what import_tools found of each.
create function private.record_source_rows(source integer, rows jsonb, checked jsonb) returns void
language sql security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select c.place, c.tool, c.kept, rows -> c.place - 1 as cells
    from jsonb_to_recordset(checked) as c (place integer, tool uuid, outcome text, kept jsonb)
    where c.outcome in ('created', 'updated', 'unchanged')
  ), known as materialized (
    select k.*, private.get_tool_values(k.tool) as present, (select s.written from private.source_tools s
      where s.source_id = record_source_rows.source and s.tool_id = k.tool) as before
    from keyed k
  )
  insert into private.source_tools as s (source_id, tool_id, website_key, name_key, written)
    select record_source_rows.source, k.tool, nullif(private.normalize_website(left(k.cells ->> 'website_url', 2048)), ''),
      private.normalize_name(nullif(private.strip_markup(left(k.cells ->> 'name', 200)), '')), coalesce(k.before, '{}') - given.empty || given.written
    from known k
    cross join lateral (
      select coalesce(jsonb_object_agg(cell.key,
          -- A value of a person differs from null.
          case when k.kept ? cell.key then coalesce(k.before -> cell.key, 'null') else k.present -> cell.key end)
          filter (where cell.value not in ('null', '""', '[]')), '{}') as written,
        coalesce(array_agg(cell.key) filter (where cell.value in ('null', '""', '[]')), '{}') as empty
      from jsonb_each(private.name_import_cells(k.cells - 'row')) cell where k.present ? cell.key
    ) given
  on conflict (source_id, tool_id) do update
    set website_key = excluded.website_key, name_key = excluded.name_key, written = excluded.written
    where (s.website_key, s.name_key, s.written) is distinct from (excluded.website_key, excluded.name_key, excluded.written);
  update private.source_leases l set until = now() + interval '10 minutes' where l.source_id = record_source_rows.source;
$$;

-- Ends a read of a source that found these tools. Returns the tools that it does not have any more, and without dry_run
-- marks them and keeps the result. A read without a tool marks none.
create function public.finish_source_read(source integer, tools uuid[], result jsonb default null, dry_run boolean default true)
returns table (tool uuid, name text, slug text, since timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform private.require_source(finish_source_read.source);
  if not coalesce(dry_run, true) then
    update private.source_tools s set gone_since = case when seen.tool is null then now() end
      from private.source_tools known left join unnest(finish_source_read.tools) as seen (tool) on seen.tool = known.tool_id
      where s.source_id = finish_source_read.source and known.source_id = s.source_id and known.tool_id = s.tool_id
        and (s.gone_since is null) = (seen.tool is null) and cardinality(finish_source_read.tools) > 0;
    update public.sources s set last_read_at = now(), last_result = finish_source_read.result where s.id = finish_source_read.source;
    delete from private.source_leases l where l.source_id = finish_source_read.source;
  end if;
  return query
    select t.id, t.name, t.slug, coalesce(s.gone_since, now())
    from private.source_tools s join public.tools t on t.id = s.tool_id
    where s.source_id = finish_source_read.source and cardinality(finish_source_read.tools) > 0
      and not exists (select from unnest(finish_source_read.tools) as seen (tool) where seen.tool = s.tool_id)
    order by coalesce(s.gone_since, now()), t.name, t.id;
end $$;
grant execute on function public.finish_source_read to authenticated, service_role;

-- The tools that their sources do not have any more, for staff to decide about.
create function public.gone_tools() returns table (source integer, tool uuid, name text, slug text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  return query
    select s.source_id, t.id, t.name, t.slug, s.gone_since
    from private.source_tools s join public.tools t on t.id = s.tool_id
    where s.gone_since is not null order by s.gone_since desc, t.name, t.id;
end $$;
grant execute on function public.gone_tools to authenticated, service_role;

-- What a list is compared with: {categories, capabilities, attributes} of the site.
create function public.source_catalog() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  return jsonb_build_object(
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'aliases', c.aliases) order by c.position), '[]') from public.categories c),
    'capabilities', (select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'category', c.category) order by c.slug), '[]') from public.capabilities c),
    'attributes', (select coalesce(jsonb_agg(jsonb_build_object('key', a.key, 'label', a.label, 'kind', a.kind, 'options', a.options) order by a.position), '[]')
      from public.attributes a));
end $$;
grant execute on function public.source_catalog to authenticated, service_role;

-- Adds what the tools of a list need and the site does not have: {categories: [{slug, name, description, color}],
-- capabilities: [{slug, name, category}], attributes: [{key, label, kind, options, in_filter}],
-- options: [{key, options}]}, the last of attributes that the site has.
create function public.add_source_topics(topics jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  added record;
begin
  perform private.require_admin_or_service();
  perform public.save_category(c.slug, c.name, coalesce(c.description, ''), color => coalesce(c.color, 'gray'), is_new => true)
    from jsonb_to_recordset(topics -> 'categories') as c (slug text, name text, description text, color text);
  insert into public.capabilities (slug, name, category)
    select c.slug, c.name, c.category from jsonb_to_recordset(topics -> 'capabilities') as c (slug text, name text, category text)
    on conflict do nothing;
  for added in select * from jsonb_to_recordset(topics -> 'attributes') as a (key text, label text, kind text, options jsonb, in_filter boolean) loop
    -- At most six attributes are in filters.
    perform public.save_attribute(added.key, added.label, added.kind, options => coalesce(added.options, '[]'), in_compare => true, is_new => true,
      in_filter => coalesce(added.in_filter, false) and (select count(*) from public.attributes a where a.in_filter) < 6);
  end loop;
  perform public.save_attribute(a.key, a.label, a.kind, a.help, a.options || o.options, a.unit, a.category, a.in_filter, a.on_card, a.in_compare)
    from jsonb_to_recordset(topics -> 'options') as o (key text, options jsonb) join public.attributes a on a.key = o.key;
end $$;
grant execute on function public.add_source_topics to authenticated, service_role;

-- The id of a source that is due, which no other process reads for ten minutes; null without one.
create function public.take_due_source() returns integer
language sql security definer set search_path = '' as $$
  with due as (
    select s.id from public.sources s left join private.source_leases l on l.source_id = s.id
    where s.every is not null and coalesce(s.last_read_at + s.every::interval, '-infinity') <= now() and coalesce(l.until, '-infinity') <= now()
    order by s.last_read_at nulls first, s.id limit 1 for update of s skip locked
  ), taken as (
    insert into private.source_leases (source_id, until) select due.id, now() + interval '10 minutes' from due
      on conflict (source_id) do update set until = excluded.until returning source_id
  )
  select source_id from taken
$$;
grant execute on function public.take_due_source to service_role;

-- A read that failed: the source is read again after an hour, and its tools stay as they are.
create function public.fail_source_read(source integer, message text) returns void
language sql security definer set search_path = '' as $$
  update public.sources s set last_result = jsonb_build_object('error', left(message, 500)) where s.id = source;
  insert into private.source_leases (source_id, until) select s.id, now() + interval '1 hour' from public.sources s where s.id = source
    on conflict (source_id) do update set until = excluded.until;
$$;
grant execute on function public.fail_source_read to service_role;
