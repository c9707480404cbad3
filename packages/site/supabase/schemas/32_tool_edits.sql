-- Suggested and accepted edits of a tool and its facts (docs/decisions/0018). The editable fields are the first five
-- columns of public.tools that a member fills in, its aliases and other categories, the slugs of its capabilities, and the columns of
-- public.tool_facts. A value is JSON as PostgREST returns the column; null stands for no value.

-- A suggestion of a member, or an edit by import. Applied in the order of their numbers, the accepted edits of a tool
-- give its present values.
create table public.tool_edits (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- Of the accepted edits of the tool, from 1.
  number integer,
  -- {field: [before, after]}
  changes jsonb not null constraint tool_edits_changes_object check (jsonb_typeof(changes) = 'object'),
  source_url text constraint tool_edits_source_format check (private.is_web_address(source_url)),
  note text not null default '' constraint tool_edits_note_length check (length(note) <= 1000),
  suggested_by uuid references private.profiles (user_id) on delete set null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  -- Whether its author acted for the maker of the tool (39_makers.sql).
  as_maker boolean not null default false,
  -- The kind of the source of facts that is its author; source_url is its address (56_fact_sources.sql).
  by_source text,
  -- Of a moderator who declined it.
  reason text constraint tool_edits_reason_length check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint tool_edits_number_key unique (tool_id, number),
  constraint tool_edits_accepted_number check ((status = 'accepted') = (number is not null))
);
create index tool_edits_open_idx on public.tool_edits (created_at, id) where status = 'open';
create index tool_edits_decided_idx on public.tool_edits (decided_at desc, id) where status = 'accepted';
create index tool_edits_suggested_by_idx on public.tool_edits (suggested_by, tool_id);
call private.secure_table('public.tool_edits');
create policy anyone_select_accepted on public.tool_edits for select using (status = 'accepted');
create policy owner_select on public.tool_edits for select to authenticated using (suggested_by = (select auth.uid()));
-- Staff reads what members do not: a stolen password is not enough.
create policy staff_select on public.tool_edits for select to authenticated
  using ((select private.is_staff('moderator') and private.has_required_factor()));
grant select on public.tool_edits to anon, authenticated;

call private.announce_table('public.tool_edits', 'changes', 'tool-edits:tool_id');

-- With an account, its suggestions are deleted; its accepted edits stay without a name.
create function private.delete_suggestions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tool_edits where suggested_by = old.user_id and status <> 'accepted';
  return old;
end $$;
create trigger delete_suggestions before delete on private.profiles
  for each row execute function private.delete_suggestions();

-- The present values of all fields of a tool by name, or no value.
create function private.get_tool_values(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', t.name, 'description', t.description, 'category', t.category, 'website_url', t.website_url,
      'more_categories', nullif(to_jsonb(t.more_categories), '[]'),
      'logo_url', t.logo_url, 'aliases', nullif(to_jsonb(t.aliases), '[]'), 'capabilities', (select jsonb_agg(l.capability order by l.capability)
        from public.tool_capabilities l where l.tool_id = t.id), 'pricing_model', f.pricing_model, 'price_from', f.price_from, 'price_currency', f.price_currency,
      'price_period', f.price_period, 'price_checked_on', f.price_checked_on, 'price_source_url', f.price_source_url,
      'platforms', f.platforms, 'license', f.license, 'repository_url', f.repository_url, 'latest_version', f.latest_version,
      'latest_version_on', f.latest_version_on, 'discontinued_on', f.discontinued_on, 'successor_id', f.successor_id)
    || coalesce((select jsonb_object_agg('more.' || a.key, coalesce(f.more -> a.key, 'null')) from public.attributes a), '{}')
  from public.tools t left join public.tool_facts f on f.tool_id = t.id where t.id = get_tool_values.tool
$$;

-- The present value of one field; JSON null if it is empty, no value for an unknown tool or field.
create function private.get_tool_field_value(tool uuid, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.get_tool_values(get_tool_field_value.tool) -> get_tool_field_value.field
$$;

-- A value as the tables keep it: without markup and white space around it, platforms in order, an empty value as null.
-- An invalid value is returned as it is.
create function private.clean_tool_value(field text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  written text;
  platforms text[];
  attribute public.attributes;
begin
  if field like 'more.%' then
    select * into attribute from public.attributes a where 'more.' || a.key = field;
    return case when attribute.key is null then coalesce(value, 'null') else private.clean_attribute_value(attribute, value) end;
  end if;
  if field = 'platforms' and jsonb_typeof(value) = 'array' then
    platforms := array(select jsonb_array_elements_text(value));
    return case when platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}'
      then coalesce(to_jsonb(private.sort_platforms(platforms)), 'null') else value end;
  end if;
  if field in ('aliases', 'capabilities', 'more_categories') and jsonb_typeof(value) = 'array' then
    return coalesce(nullif(to_jsonb(case when field <> 'capabilities' then private.clean_aliases(array(select jsonb_array_elements_text(value)))
      else array(select distinct lower(btrim(slug)) from jsonb_array_elements_text(value) as slug order by 1) end), '[]'), 'null');
  end if;
  if field = 'price_from' and value #>> '{}' ~ '^\s*[0-9]{1,8}(\.[0-9]{1,2})?\s*$' then
    return to_jsonb((value #>> '{}')::numeric(10, 2));
  end if;
  if value is null or jsonb_typeof(value) <> 'string' then
    return coalesce(value, 'null');
  end if;
  written := case when field in ('name', 'category', 'latest_version') then private.strip_markup(private.clean_line(value #>> '{}'))
    when field = 'description' then private.strip_markup(private.clean_paragraphs(value #>> '{}'))
    else private.trim_text(value #>> '{}') end;
  return coalesce(to_jsonb(nullif(case field when 'price_currency' then upper(written)
    when 'successor_id' then lower(written)
    when 'license' then coalesce(private.normalize_license(written), written)
    else written end, '')), 'null');
end $$;

-- Checks one value as at first entry. Returns null if it is valid, else the message for the user.
create function private.check_tool_value(field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  cleaned constant jsonb := private.clean_tool_value(field, value);
  written constant text := cleaned #>> '{}';
  day date;
  attribute public.attributes;
begin
  if cleaned = 'null' then
    return case field when 'name' then 'Tool name is required' when 'description' then 'Description is required'
      when 'category' then 'Category is required' end;
  end if;
  if field like 'more.%' then
    select * into attribute from public.attributes a where 'more.' || a.key = field;
    return case when attribute.key is null then format('There is no field %s.', left(field, 50))
      else private.check_attribute_value(attribute, cleaned) end;
  end if;
  if jsonb_typeof(cleaned) <> (case when field in ('platforms', 'aliases', 'capabilities', 'more_categories') then 'array' when field = 'price_from' then 'number' else 'string' end) then
    return case field when 'price_from' then 'Please enter a price above 0 with at most two decimals.'
      else format('This value does not fit the field %s.', left(field, 50)) end;
  end if;
  if field in ('price_checked_on', 'latest_version_on', 'discontinued_on') then
    begin
      if written !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
        return 'Please enter a date.';
      end if;
      day := written::date;
    exception when datetime_field_overflow or invalid_datetime_format then
      return 'Please enter a date.';
    end;
    return case when day > (now() at time zone 'utc')::date then 'The date can''t be in the future.'
      when day < '1950-01-01' then 'The date can''t be before 1950.' end;
  end if;
  if field = 'capabilities' then
    return case when jsonb_array_length(cleaned) > 20 then 'A tool can have at most 20 capabilities.'
      else (select format('There is no capability %s.', left(wanted.value, 60)) from jsonb_array_elements_text(cleaned) as wanted
        where not exists (select from public.capabilities c where c.slug = wanted.value) order by wanted.value limit 1) end;
  end if;
  return case field
    when 'aliases' then null
    when 'more_categories' then case when jsonb_array_length(cleaned) > 4 then 'A tool can have at most four more categories.'
      when exists (select from jsonb_array_elements_text(cleaned) as label
        where not exists (select from public.categories c where c.name = label)) then 'Please choose a category.' end
    when 'name' then case when length(written) > 100 then 'Name too long: 100 characters at most' end
    when 'description' then case when length(written) > 1000 then 'Description too long: 1000 characters at most' end
    when 'category' then case when length(written) > 100 then 'Category too long: 100 characters at most' end
    when 'latest_version' then case when length(written) > 40 then 'Version too long: 40 characters at most' end
    when 'pricing_model' then case when written not in ('free', 'freemium', 'paid') then 'Please choose free, freemium or paid.' end
    when 'price_from' then case when written !~ '^[0-9]{1,8}\.[0-9]{2}$' or written::numeric = 0
      then 'Please enter a price above 0 with at most two decimals.' end
    when 'price_currency' then case when written !~ '^[A-Z]{3}$' then 'Please enter a currency with three letters, such as USD.' end
    when 'price_period' then case when written not in ('month', 'year', 'once') then 'Please choose month, year or once.' end
    when 'platforms' then case when private.clean_tool_value(field, cleaned) = 'null'
        or not array(select jsonb_array_elements_text(cleaned)) <@ '{web,windows,macos,linux,ios,android,self_hosted}'
      then 'Please choose platforms from the list.' end
    when 'license' then case when not private.is_license(written)
      then 'Please enter an SPDX identifier, such as MIT, or proprietary.' end
    when 'successor_id' then case when written !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        then 'Please choose a listed tool as the successor.'
      when not exists (select from public.tools t where t.id = written::uuid) then 'Please choose a listed tool as the successor.' end
    else case when field not in ('website_url', 'logo_url', 'price_source_url', 'repository_url')
        then format('There is no field %s.', left(field, 50))
      when length(written) > 2048 then 'This address is too long'
      when not private.is_web_address(written) then 'Please enter a valid URL that starts with https:// or http://' end
  end;
end $$;

-- Checks the rules for several fields, of values that are valid one by one. Returns null, or the message for the user.
create function private.check_tool_values(wanted jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when wanted ->> 'price_from' is not null and num_nulls(wanted ->> 'price_currency', wanted ->> 'price_period',
      wanted ->> 'price_checked_on', wanted ->> 'price_source_url') > 0
    then 'A price needs a currency, a period, the date when it was checked and a link to its source.' end
$$;

-- {field: [before, after]} with values as the tables keep them, without fields that stay the same.
create function private.clean_tool_changes(changes jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(field, jsonb_build_array(before, after)), '{}') from (
    select key as field, private.clean_tool_value(key, value -> 0) as before, private.clean_tool_value(key, value -> 1) as after
    from jsonb_each(changes)
  ) cleaned where before <> after
$$;

-- The texts of a JSON array; none of JSON null.
create function private.read_texts(texts jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(case jsonb_typeof(texts) when 'array' then texts else '[]' end))
$$;

-- The values of attributes among those of fields, as tool_facts.more has them.
create function private.collect_attributes(field_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(substr(key, 6), value), '{}') from jsonb_each(field_values) where key like 'more.%' and value <> 'null'
$$;

-- Gives a tool exactly these capabilities.
create function private.set_tool_capabilities(tool uuid, slugs text[]) returns void
language sql set search_path = '' as $$
  delete from public.tool_capabilities l where l.tool_id = set_tool_capabilities.tool and l.capability <> all (slugs);
  insert into public.tool_capabilities (tool_id, capability) select set_tool_capabilities.tool, slug from unnest(slugs) as slug
    on conflict do nothing;
$$;

-- Checks changes of a tool and returns them cleaned. Raises 23514 if a value is not valid, PT409 if a value before is not
-- the present one.
create function private.check_tool_changes(tool uuid, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant jsonb := private.get_tool_values(check_tool_changes.tool);
  cleaned jsonb;
  next_values jsonb;
  problem text;
begin
  perform private.refuse_if(present is null, 'PT404', 'We could not find this content.');
  if jsonb_typeof(changes) is distinct from 'object' or length(changes::text) > 20000 or exists (
    select from jsonb_each(case when jsonb_typeof(changes) = 'object' then changes else '{}' end)
    where jsonb_typeof(value) <> 'array' or jsonb_array_length(case when jsonb_typeof(value) = 'array' then value else '[]' end) <> 2)
  then
    raise exception 'Please send the changes as {field: [before, after]}.' using errcode = 'check_violation';
  end if;
  select coalesce(
      (select format('There is no field %s.', left(key, 50)) from jsonb_object_keys(changes) as key
        where not present ? key order by key limit 1),
      (select private.check_tool_value(key, value -> 1) from jsonb_each(changes)
        where private.check_tool_value(key, value -> 1) is not null order by key limit 1))
    into problem;
  if problem is null then
    perform private.refuse_if(exists (select from jsonb_each(changes) where private.clean_tool_value(key, value -> 0) <> present -> key),
      'PT409', 'This has changed in the meantime. Please check it again.');
    cleaned := private.clean_tool_changes(changes);
    select present || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values from jsonb_each(cleaned);
    problem := coalesce(private.check_tool_values(next_values),
      case when cleaned ? 'aliases' then private.check_aliases(check_tool_changes.tool, private.read_texts(next_values -> 'aliases')) end,
      (select format('%s is only for tools in %s.', a.label, a.category) from public.attributes a
        where cleaned -> ('more.' || a.key) -> 1 <> 'null' and a.category is not null
          and not exists (select from public.tools t where t.id = check_tool_changes.tool and t.categories @> array[a.category])
        order by a.position limit 1),
      case when next_values ->> 'successor_id' = check_tool_changes.tool::text then 'A tool can''t be its own successor.' end,
      (select 'Already listed: ' || t.name from public.tools t
        where cleaned ? 'website_url' and t.website_key = private.normalize_website(next_values ->> 'website_url')
          and t.id <> check_tool_changes.tool));
  end if;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  return cleaned;
end $$;

-- Writes changes to a tool and its facts, after the checks of private.check_tool_changes.
create function private.apply_tool_changes(tool uuid, changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  next_values jsonb;
  removed_by bigint;
begin
  perform from public.tools t where t.id = apply_tool_changes.tool for update;
  cleaned := private.check_tool_changes(apply_tool_changes.tool, apply_tool_changes.changes);
  select private.get_tool_values(apply_tool_changes.tool) || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values
    from jsonb_each(cleaned);
  if cleaned ? 'website_url' then
    select max(removed.decision) into removed_by from private.removed_content removed
      where removed.table_name = 'public.tools'
        and removed.row_data ->> 'website_key' = private.normalize_website(next_values ->> 'website_url');
    if removed_by is not null then
      raise exception 'This tool was removed by a moderator (decision %).', removed_by using errcode = 'insufficient_privilege';
    end if;
  end if;
  if cleaned ? 'capabilities' then
    perform private.set_tool_capabilities(apply_tool_changes.tool, private.read_texts(next_values -> 'capabilities'));
  end if;
  if cleaned ?| '{name,description,category,more_categories,website_url,logo_url,aliases}' then
    update public.tools t set name = v.name, description = v.description, category = v.category, website_url = v.website_url,
        logo_url = v.logo_url, aliases = private.read_texts(next_values -> 'aliases'),
        more_categories = private.read_texts(next_values -> 'more_categories')
      from jsonb_to_record(next_values) as v (name text, description text, category text, website_url text, logo_url text)
      where t.id = apply_tool_changes.tool;
  end if;
  if cleaned - '{name,description,category,more_categories,website_url,logo_url,aliases,capabilities}'::text[] <> '{}' then
    insert into public.tool_facts
      select * from jsonb_populate_record(null::public.tool_facts,
        next_values || jsonb_build_object('tool_id', apply_tool_changes.tool, 'more', private.collect_attributes(next_values)))
    on conflict (tool_id) do update set pricing_model = excluded.pricing_model, license = excluded.license,
      price_from = excluded.price_from, price_currency = excluded.price_currency, price_period = excluded.price_period,
      price_checked_on = excluded.price_checked_on, price_source_url = excluded.price_source_url,
      platforms = excluded.platforms, repository_url = excluded.repository_url, latest_version = excluded.latest_version,
      latest_version_on = excluded.latest_version_on, discontinued_on = excluded.discontinued_on,
      successor_id = excluded.successor_id, more = excluded.more;
  end if;
end $$;

-- The number of the next accepted edit of a tool, which the caller has locked.
create function private.get_next_edit_number(tool uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(e.number), 0) + 1 from public.tool_edits e where e.tool_id = get_next_edit_number.tool
$$;

-- Records an edit that private.apply_tool_changes has written.
create function private.record_tool_edit(tool uuid, changes jsonb, source_url text, note text, suggested_by uuid,
  as_maker boolean default false, by_source text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid;
begin
  perform from public.tools t where t.id = record_tool_edit.tool for update;
  insert into public.tool_edits (tool_id, number, changes, source_url, note, suggested_by, as_maker, by_source, status, decided_at)
    values (record_tool_edit.tool, private.get_next_edit_number(record_tool_edit.tool),
      private.clean_tool_changes(record_tool_edit.changes), record_tool_edit.source_url, coalesce(record_tool_edit.note, ''),
      record_tool_edit.suggested_by, record_tool_edit.as_maker, record_tool_edit.by_source, 'accepted', now())
    returning id into new_id;
  return new_id;
end $$;

-- Suggests changes of a tool, which a moderator checks. Changes by its maker take effect at once, except the name, the
-- category, a website that is not on the host that it has proved, and what the rules for posts hold. Returns the id of the
-- suggestion, or of the edit if nothing is left to check.
create function public.suggest_tool_edit(tool uuid, changes jsonb, source_url text, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  source constant text := nullif(private.trim_text(suggest_tool_edit.source_url), '');
  remark constant text := coalesce(private.strip_markup(private.clean_paragraphs(suggest_tool_edit.note)), '');
  is_maker constant boolean := private.acts_for_maker(suggest_tool_edit.tool);
  waiting text[] := '{name,category,more_categories}';
  at_once jsonb;
  new_id uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  -- Waits for a moderator who removes the tool.
  if is_maker then
    perform from public.tools t where t.id = suggest_tool_edit.tool for update;
  else
    perform from public.tools t where t.id = suggest_tool_edit.tool for key share;
  end if;
  cleaned := private.check_tool_changes(suggest_tool_edit.tool, suggest_tool_edit.changes);
  perform private.refuse_if(cleaned = '{}', 'check_violation', 'Please change at least one field.');
  perform private.refuse_if(source is null or not private.is_web_address(source),
    'check_violation', 'Please add a link where we can verify this.');
  perform private.refuse_if(length(remark) > 1000, 'check_violation', 'Note too long: 1000 characters at most');
  if private.matches_word_filter(
    (select concat_ws(E'\x1f', remark, source, string_agg(value ->> 1, E'\x1f')) from jsonb_each(cleaned)), 'reject', private.get_setting('word_filter'))
  then
    raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
      using errcode = 'check_violation';
  end if;
  -- Locks the member's row of the day: suggestions at the same time are counted one after the other.
  perform private.count_daily_use('suggestions', private.get_setting('daily_limit_edits')::integer);
  if not private.is_proven_website(suggest_tool_edit.tool, cleaned -> 'website_url' ->> 1) then
    waiting := waiting || '{website_url}';
  end if;
  -- What the rules for posts would hold waits as well.
  at_once := case when is_maker and (private.is_exempt_from_approval() or not private.has_text_to_check(remark, source))
    then cleaned - waiting else '{}' end;
  if not private.is_exempt_from_approval() then
    select coalesce(jsonb_object_agg(key, value), '{}') into at_once from jsonb_each(at_once)
      where not private.has_text_to_check(case when key not like '%\_url' then value ->> 1 end, value ->> 1)
        and (key <> 'aliases' or not private.has_name_to_check(suggest_tool_edit.tool, null, private.read_texts(value -> 1), null));
    -- The fields of a price are valid together.
    if exists (select from jsonb_object_keys(cleaned) as key where key like 'price\_%' and not at_once ? key) then
      at_once := at_once - '{price_from,price_currency,price_period,price_checked_on,price_source_url}'::text[];
    end if;
  end if;
  if at_once <> '{}' then
    perform private.apply_tool_changes(suggest_tool_edit.tool, at_once);
    new_id := private.record_tool_edit(suggest_tool_edit.tool, at_once, source, remark, auth.uid(), as_maker => true);
    cleaned := cleaned - array(select jsonb_object_keys(at_once));
    if cleaned = '{}' then
      return new_id;
    end if;
  end if;
  perform private.refuse_if((select count(*) from public.tool_edits e
    where e.tool_id = suggest_tool_edit.tool and e.suggested_by = auth.uid() and e.status = 'open') >= 5,
    'PT429', 'You have five open suggestions for this tool. Please wait until we have checked them.');
  insert into public.tool_edits (tool_id, changes, source_url, note, suggested_by, as_maker)
    values (suggest_tool_edit.tool, cleaned, source, remark, auth.uid(), is_maker)
    returning id into new_id;
  return new_id;
end $$;
grant execute on function public.suggest_tool_edit to authenticated;

create function public.withdraw_tool_edit(edit uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present_status text;
begin
  perform private.require_factor();
  select e.status into present_status from public.tool_edits e
    where e.id = withdraw_tool_edit.edit and e.suggested_by = auth.uid() for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this suggestion.');
  perform private.refuse_if(present_status <> 'open', 'PT409', 'This has already been decided.');
  update public.tool_edits e set status = 'withdrawn', decided_at = now() where e.id = withdraw_tool_edit.edit;
end $$;
grant execute on function public.withdraw_tool_edit to authenticated;

-- Accepts or declines a suggestion. Its author gets the reason of a refusal by email.
create function public.resolve_tool_edit(edit uuid, accept boolean, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  suggested record;
  written_reason constant text := nullif(private.trim_text(resolve_tool_edit.reason), '');
begin
  perform private.require_decider();
  select e.tool_id, e.suggested_by, e.changes, t.name, t.slug into suggested
    from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = resolve_tool_edit.edit;
  perform private.refuse_if(not found, 'PT404', 'We could not find this suggestion.');
  perform private.refuse_if(suggested.suggested_by = auth.uid() or private.belongs_to_maker(suggested.tool_id, auth.uid()),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  perform private.refuse_if(resolve_tool_edit.accept is null, 'check_violation', 'Please accept or decline the suggestion.');
  perform private.refuse_if(length(written_reason) > 1000, 'check_violation', 'Reason too long: 1000 characters at most');
  -- In the order of the deletion of an account, which deletes suggestions.
  perform from private.profiles p where p.user_id = suggested.suggested_by for key share;
  perform from public.tools t where t.id = suggested.tool_id for update;
  perform from public.tool_edits e where e.id = resolve_tool_edit.edit and e.status = 'open' for update;
  perform private.refuse_if(not found, 'PT409', 'This has already been decided.');
  if resolve_tool_edit.accept then
    perform private.apply_tool_changes(suggested.tool_id, suggested.changes);
    update public.tool_edits e set status = 'accepted', number = private.get_next_edit_number(e.tool_id), decided_at = now()
      where e.id = resolve_tool_edit.edit;
  else
    update public.tool_edits e set status = 'declined', reason = written_reason, decided_at = now() where e.id = resolve_tool_edit.edit;
  end if;
  perform private.notify(array[suggested.suggested_by], 'edit', 'tool', suggested.tool_id, jsonb_build_object('tool', suggested.name,
    'slug', suggested.slug, 'edit', resolve_tool_edit.edit, 'status', case when resolve_tool_edit.accept then 'accepted' else 'declined' end));
end $$;
grant execute on function public.resolve_tool_edit to authenticated;
