-- Importing tools from a file, in calls of at most 200 rows (docs/decisions/0019).

-- The fields of a row, with the words of messages. A row may also have `slug`, and `row`, its number in the file.
create function private.list_import_fields() returns table (field text, label text, place bigint)
language sql stable security definer set search_path = '' as $$
  select split_part(entry, '=', 1), coalesce(nullif(split_part(entry, '=', 2), ''), replace(split_part(entry, '=', 1), '_', ' ')), place
  from unnest('{name,description,category,more_categories=list of other categories,website_url=website,logo_url=logo,aliases=list of other names,capabilities=list of capabilities,pricing_model,price_from=price,price_currency=currency,
    price_period=period,price_checked_on=date of the price,price_source_url=source of the price,platforms,license,
    repository_url=repository,latest_version,latest_version_on=date of the version,discontinued_on=end date,
    successor_id=successor}'::text[]) with ordinality as fields (entry, place)
  union all
  select 'more.' || a.key, a.label, 100 + a.position from public.attributes a
$$;

-- The cells of a row by their fields: a column of an attribute is named by its key or its label.
create function private.name_import_cells(cells jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(coalesce('more.' || a.key, c.name), c.value), '{}')
  -- A JSON file of the API has them in one object.
  from jsonb_each(case when jsonb_typeof(cells -> 'more') = 'object' then cells - 'more' || cells -> 'more' else cells end) as c (name, value)
  left join public.attributes a
    on lower(btrim(c.name)) in (a.key, lower(a.label), replace(lower(a.label), ' ', '_'), 'more.' || a.key)
$$;

-- The value of a cell, which may have the words that the site shows for it: "Freemium", "Self-hosted", "Open source". In
-- a CSV file platforms are one text, with semicolons, commas or spaces between them; a successor is an id or a slug.
create function private.read_import_cell(field text, value jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when field = 'platforms' and jsonb_typeof(value) in ('string', 'array') then
      (select jsonb_agg(part) from (
        select regexp_split_to_table(regexp_replace(lower(entry), 'self[ -]hosted', 'self_hosted', 'g'), '[;,\s]+') as part
        from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as entry
      ) parts where part <> '')
    when field in ('aliases', 'capabilities', 'more_categories') and jsonb_typeof(value) in ('string', 'array') then
      (select jsonb_agg(case field when 'aliases' then part when 'more_categories' then coalesce(private.find_category(part), part)
          else coalesce((select c.slug from public.capabilities c where lower(c.name) = lower(part)),
            (select r.capability from public.capability_redirects r where r.slug = lower(part)), part) end order by place) from (
        select btrim(part) as part, place
        from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as entry,
          regexp_split_to_table(entry, ';') with ordinality as parts (part, place)
      ) parts where part <> '')
    when field = 'pricing_model' and jsonb_typeof(value) = 'string' then
      to_jsonb(regexp_replace(lower(btrim(value #>> '{}')), '^open[ -]source$', 'free'))
    when field = 'price_period' and jsonb_typeof(value) = 'string' then
      to_jsonb(regexp_replace(lower(btrim(value #>> '{}')), '^per\s+', ''))
    when field = 'price_currency' and jsonb_typeof(value) = 'string' then to_jsonb(upper(btrim(value #>> '{}')))
    when field = 'license' and lower(btrim(value #>> '{}')) = 'proprietary' then '"proprietary"'
    when field = 'successor_id' and jsonb_typeof(value) = 'string' then coalesce(
      (select to_jsonb(t.id) from public.tools t where t.slug = lower(btrim(value #>> '{}'))),
      (select to_jsonb(r.tool_id) from public.tool_redirects r where r.slug = lower(btrim(value #>> '{}'))),
      value)
    -- A version such as 2 is a number in a JSON file.
    when jsonb_typeof(value) = 'number' and field <> 'price_from' and field not like 'more.%' then to_jsonb(value #>> '{}')
    else value end
$$;

-- What identifies the tool of each row: the listed tool with its website, else with its slug, else with its name; and the
-- keys that only one tool can have: of the website, the slug of the row, or null, and of the name.
create function private.read_import_keys(rows jsonb)
returns table (place integer, number integer, cells jsonb, website_key text, slug text, name_key text, tool uuid)
language sql stable security definer set search_path = '' as $$
  with input as (
    select e.place::integer as place, case when jsonb_typeof(e.value) = 'object' then e.value else '{}' end as cells
    from jsonb_array_elements(rows) with ordinality as e (value, place)
  ), keyed as (
    select i.place, private.name_import_cells(i.cells - 'row') as cells,
      case when i.cells ->> 'row' ~ '^[1-9][0-9]{0,8}$' then (i.cells ->> 'row')::integer else i.place end as number,
      nullif(private.normalize_website(left(i.cells ->> 'website_url', 2048)), '') as website_key,
      nullif(lower(btrim(i.cells ->> 'slug')), '') as slug,
      nullif(private.strip_markup(left(i.cells ->> 'name', 200)), '') as name
    from input i
  )
  select k.place, k.number, k.cells, k.website_key, k.slug,
    private.normalize_name(k.name),
    coalesce((select t.id from public.tools t where t.website_key = k.website_key),
      (select t.id from public.tools t where t.slug = k.slug),
      (select l.tool from private.find_tool_by_name(k.name) l where l.has_name))
  from keyed k
$$;

-- Checks the rows of an import. Compiling the statement would take longer than running it (jit).
--   rename   whether a row may change the name or the website of a listed tool
--   changes  of a listed tool: {field: [before, after]}; of a new one: {field: value}
--   outcome  created, updated, unchanged, duplicate or invalid
create function private.check_import_rows(rows jsonb, rename boolean)
returns table (place integer, number integer, tool uuid, slug text, changes jsonb, outcome text, message text)
language sql stable security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select k.*, case when k.tool is not null then private.get_tool_values(k.tool) end as present,
      private.find_removing_decision_by_website(k.website_key) as website_decision,
      case when k.tool is null then greatest(private.find_removing_decision_by_slug(k.slug),
        private.find_removing_decision_by_name(k.cells ->> 'name')) end as entry_decision
    from private.read_import_keys(rows) k
  ), cells as materialized (
    -- Checking 13 cells takes longer than everything else for a row, so the present value is not checked again.
    select read.*, case when read.value <> 'null' and read.value is distinct from read.present
        then private.check_tool_value(read.field, read.value) end as problem
    from (
      select k.place, f.field, f.label, f.place as field_place, k.present -> f.field as present,
        private.clean_tool_value(f.field, case when f.field in ('platforms', 'aliases', 'capabilities', 'more_categories', 'successor_id', 'pricing_model', 'price_period', 'price_currency', 'license')
          then private.read_import_cell(f.field, k.cells -> f.field) else k.cells -> f.field end) as value
      from keyed k join private.list_import_fields() f on k.cells ? f.field offset 0
    ) read
  ), wanted as (
    select c.place, jsonb_object_agg(c.field, c.value) filter (where c.value <> 'null') as given from cells c group by c.place
  ), problems as (
    -- Of one field. A listed tool keeps what the row has no cell for.
    select c.place, c.field_place as problem_place, format('the %s is not valid. %s.', c.label, rtrim(c.problem, '.'))
      || case when c.field = 'license' then coalesce(' Did you mean ' || private.suggest_license(c.value #>> '{}')
        || ' in place of ' || (c.value #>> '{}') || '?', '') else '' end as problem
    from cells c where c.problem is not null
    union all
    select k.place, required.problem_place, format('the %s is missing.', required.field)
    from keyed k cross join unnest('{name,description,category}'::text[]) with ordinality as required (field, problem_place)
    left join cells c on c.place = k.place and c.field = required.field
    where coalesce(c.value, 'null') = 'null' and (k.tool is null or c.field is not null)
    union all
    -- No listing would have the tool. A listed one keeps the category that it has.
    select c.place, c.field_place, format('the category %s is none of this site''s. It has %s.', left(c.value #>> '{}', 50),
      (select string_agg(name, ', ' order by position) from public.categories))
    from cells c
    where c.field = 'category' and c.problem is null and c.value <> 'null' and c.value is distinct from c.present
      and coalesce(cardinality(private.match_categories(c.value #>> '{}')), 0) = 0
    union all
    select k.place, 100, format('there is no column %s.', left(unknown.name, 50))
    from keyed k cross join lateral jsonb_object_keys(k.cells) as unknown (name)
    where unknown.name not in (select f.field from private.list_import_fields() f) and not unknown.name = any (
      -- What an export or the API returns besides.
      '{id,tool_id,slug,categories,rating_sum,rating_counts,rating_average,counted_reviews,adjusted_rating,rating_high,review_count,website_host,website_key,submitted_by,created_at,updated_at,name_folded,search,facets,former_names}')
    union all
    select k.place, 101, 'the slug is not valid. It has 1 to 100 lower-case letters and digits, with single hyphens between them.'
    from keyed k where btrim(k.cells ->> 'slug') <> '' and not private.is_slug(k.slug)
    union all
    select k.place, 103, lower(left(whole.problem, 1)) || substr(whole.problem, 2) from keyed k left join wanted w on w.place = k.place
    cross join lateral (select coalesce(private.check_tool_values(coalesce(k.present, '{}') || coalesce(w.given, '{}')),
      case when w.given ->> 'successor_id' = k.tool::text then 'A tool can''t be its own successor.' end) as problem) whole
    where whole.problem is not null
    union all
    -- Those that the tool has already stay, also if another tool has such a name now.
    select k.place, 102, format('the list of other names is not valid. %s', private.check_aliases(k.tool, private.read_texts(w.given -> 'aliases')))
    from keyed k join wanted w on w.place = k.place
    where w.given -> 'aliases' is distinct from k.present -> 'aliases'
      and private.check_aliases(k.tool, private.read_texts(w.given -> 'aliases')) is not null
    union all
    select k.place, 104, format('this tool %s (decision %s).',
      case d.action when 'hold' then 'is waiting for approval' else 'was removed by a moderator' end, d.number)
    from keyed k join public.moderation_decisions d on d.number = greatest(k.entry_decision, k.website_decision)
    where d.action <> 'merge'
  ), refused as (
    select p.place, string_agg(p.problem, ' ' order by p.problem_place) as message from (
      -- The first begins in lower case, after "Row {n}: ".
      select place, problem_place,
        case when row_number() over (partition by place order by problem_place) = 1 then problem
          else upper(left(problem, 1)) || substr(problem, 2) end as problem
      from problems
    ) p group by p.place
  ), firsts as (
    select k.*, first_value(k.number) over website as first_of_website, first_value(k.number) over tool as first_of_tool,
      first_value(k.number) over slug as first_of_slug, first_value(k.number) over name as first_of_name,
      row_number() over website as website_place, row_number() over tool as tool_place,
      row_number() over slug as slug_place, row_number() over name as name_place,
      -- A former address or name of a tool, or the website of an entry that was merged.
      coalesce((select r.tool_id from public.tool_redirects r where k.tool is null and r.slug = k.slug),
        (select l.tool from private.find_tool_by_name(k.cells ->> 'name') l where k.tool is null),
        (select m.target_id from private.tool_merges m where m.decision = k.website_decision)) as moved_to
    from keyed k
    window website as (partition by k.website_key order by k.place), tool as (partition by k.tool order by k.place),
      slug as (partition by k.slug, k.tool is null order by k.place),
      name as (partition by k.name_key, k.tool is null order by k.place)
  ), duplicates as (
    select f.place, coalesce(f.tool, f.moved_to) as tool, case
      when f.website_key is not null and f.website_place > 1
        then format('Row %s has the same website as row %s.', f.number, f.first_of_website)
      when f.tool is not null and f.tool_place > 1 then format('Row %s is the same tool as row %s.', f.number, f.first_of_tool)
      when f.tool is null and f.slug is not null and f.slug_place > 1
        then format('Row %s has the same slug as row %s.', f.number, f.first_of_slug)
      when f.tool is null and f.name_key is not null and f.name_place > 1
        then format('Row %s has the same name as row %s.', f.number, f.first_of_name)
      when f.moved_to is not null then format('Row %s is part of %s.', f.number,
        coalesce((select t.name from public.tools t where t.id = f.moved_to), 'another tool')) end as message
    from firsts f
  ), compared as (
    select k.place, (select jsonb_object_agg(key, jsonb_build_array(k.present -> key, value)) from jsonb_each(w.given)
      where value is distinct from k.present -> key) as changes, w.given
    from keyed k left join wanted w on w.place = k.place
  ), renamed as (
    -- Another address of the same website is no other website.
    select c.place, string_agg(format('%s changes its %s from %s to %s', k.present ->> 'name', f.label,
        c.changes -> f.field ->> 0, c.changes -> f.field ->> 1), '. ' order by f.place) as message
    from compared c join keyed k on k.place = c.place and k.tool is not null
    join private.list_import_fields() f on f.field in ('name', 'website_url') and c.changes ? f.field
    where c.changes -> f.field ->> 0 is not null and not (f.field = 'website_url'
      and private.normalize_website(c.changes -> f.field ->> 0) is not distinct from private.normalize_website(c.changes -> f.field ->> 1))
    group by c.place
  )
  select k.place, k.number, coalesce(k.tool, d.tool), k.slug, case when k.tool is null then c.given else c.changes end,
    case when r.message is not null then 'invalid' when d.message is not null then 'duplicate' when k.tool is null then 'created'
      when n.message is not null and not rename then 'invalid'
      when c.changes is not null then 'updated' else 'unchanged' end,
    coalesce(format('Row %s: ', k.number) || r.message, d.message,
      format('Row %s: ', k.number) || n.message || case when rename then '.' else ', which has to be allowed.' end)
  from keyed k join compared c on c.place = k.place join duplicates d on d.place = k.place left join refused r on r.place = k.place
  left join renamed n on n.place = k.place
$$;

-- Adds and changes tools (docs/spec/4-catalogue.md §2). A listed tool is found by its website, then by its slug or its
-- name; an empty cell leaves its value. With dry_run, and if a row is invalid, nothing is written.
--   rows    at most 200 objects with columns of tools and tool_facts, and `row`, the number in the file
--   rename  whether a row may change the name or the website of a listed tool; else it is invalid
--   source  the list that the rows are of (57_sources.sql): its rows may change names, and what a person has changed stays
-- Returns [{row, outcome, tool, message}]; tool is the id. With a source it has `changed` and `kept`, names of fields.
create function public.import_tools(rows jsonb, dry_run boolean default true, rename boolean default false, source integer default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  checked jsonb;
  changed record;
  -- Those of a source are named by their tools.
  named jsonb := import_tools.rows;
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(jsonb_typeof(import_tools.rows) is distinct from 'array' or jsonb_array_length(import_tools.rows) > 200,
    'check_violation', 'An import has at most 200 rows a call.');
  perform pg_advisory_xact_lock(hashtext('import'));
  if import_tools.source is not null then
    perform private.require_source(import_tools.source);
    named := private.name_source_tools(import_tools.source, import_tools.rows);
  end if;
  select coalesce(jsonb_agg(to_jsonb(c) || case
      when c.outcome = 'created' then jsonb_build_object('tool', gen_random_uuid())
      -- A person of the maker of a tool decides nothing about it.
      when c.outcome = 'updated' and private.belongs_to_maker(c.tool, auth.uid()) then jsonb_build_object('outcome', 'invalid',
        'message', format('Row %s: your company makes %s, so another administrator has to change it.', c.number,
          (select t.name from public.tools t where t.id = c.tool)))
      else '{}' end
    order by c.place), '[]') into checked
    from private.check_import_rows(named, coalesce(import_tools.rename, false) or import_tools.source is not null) found
    -- A condition of the join would not keep the planner from calling the function for rows that are no objects, and without
    -- the offset the planner would call it for each use of its result.
    cross join lateral (
      select case when import_tools.source is not null and found.outcome in ('updated', 'unchanged')
        then private.keep_changed_values(import_tools.source, found.tool, found.changes, named -> found.place - 1) end as of_row
      offset 0
    ) compared
    cross join lateral (
      select found.place, found.number, found.tool, found.slug, coalesce(nullif(compared.of_row -> 'changes', 'null'),
          case when compared.of_row is null then found.changes end) as changes,
        case when compared.of_row is null then found.outcome when compared.of_row -> 'other' = 'true' then 'duplicate'
          when compared.of_row -> 'changes' = 'null' then 'unchanged' else 'updated' end as outcome,
        case when compared.of_row is null then found.message when compared.of_row -> 'other' = 'true' then
          format('Row %s has the name of %s, which has another website.', found.number, (select t.name from public.tools t where t.id = found.tool)) end as message,
        case when compared.of_row -> 'other' = 'false' then compared.of_row -> 'kept' end as kept
    ) c;
  if not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then
    perform set_config('toolmark.moving_content', 'import', true);
    insert into public.tools (id, slug, name, description, category, more_categories, website_url, logo_url, aliases, facets)
      select c.tool, c.slug, v.name, v.description, v.category, private.read_texts(c.changes -> 'more_categories'), v.website_url,
        v.logo_url, private.read_texts(c.changes -> 'aliases'),
        private.build_facets(jsonb_populate_record(null::public.tool_facts, c.changes || jsonb_build_object('more', private.collect_attributes(c.changes))))
      from jsonb_to_recordset(checked) as c (place integer, tool uuid, slug text, changes jsonb, outcome text)
      cross join lateral jsonb_to_record(c.changes) as v (name text, description text, category text, website_url text, logo_url text)
      where c.outcome = 'created'
      -- A name must not get a slug that another row has.
      order by c.slug is null, c.place;
    perform set_config('toolmark.moving_content', '', true);
    insert into public.tool_capabilities
      select c.tool, slug from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text),
        unnest(private.read_texts(c.changes -> 'capabilities')) as slug
      where c.outcome = 'created';
    insert into public.tool_facts
      select f.* from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      cross join lateral jsonb_populate_record(null::public.tool_facts,
        c.changes || jsonb_build_object('tool_id', c.tool, 'more', private.collect_attributes(c.changes))) as f
      where c.outcome = 'created' and c.changes - '{name,description,category,more_categories,website_url,logo_url,aliases,capabilities}'::text[] <> '{}';
    -- In the order of ids, in which other changes lock several tools.
    for changed in
      select c.tool, c.changes from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      where c.outcome = 'updated' order by c.tool
    loop
      perform private.apply_tool_changes(changed.tool, changed.changes);
      perform private.record_tool_edit(changed.tool, changed.changes, null, 'Import', auth.uid());
    end loop;
    if import_tools.source is not null then
      perform private.record_source_rows(import_tools.source, import_tools.rows, checked);
    end if;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('row', c.number, 'outcome', c.outcome,
      'tool', case when c.outcome <> 'created' or not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then c.tool end,
      'message', c.message) || case when import_tools.source is null then '{}' else jsonb_build_object('kept', coalesce(c.kept, '[]'),
        'changed', case when c.outcome = 'updated' then (select jsonb_agg(field) from jsonb_object_keys(c.changes) as field) else '[]' end) end
    order by c.place), '[]')
    from jsonb_to_recordset(checked) as c (place integer, number integer, tool uuid, outcome text, message text, changes jsonb, kept jsonb));
end $$;
grant execute on function public.import_tools to authenticated, service_role;

-- What identifies the tools of at most 1,000 rows, so that a program that imports a larger file finds rows of one
-- tool in all of it: [{row, tool, website, slug, name, name_slug}]. The slug of the name is for successors.
create function public.import_keys(rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(jsonb_typeof(import_keys.rows) is distinct from 'array' or jsonb_array_length(import_keys.rows) > 1000,
    'check_violation', 'The keys of at most 1,000 rows can be read in a call.');
  return (select coalesce(jsonb_agg(jsonb_build_object('row', k.number, 'tool', k.tool, 'website', k.website_key,
      'slug', k.slug, 'name', k.name_key, 'name_slug', private.slugify(private.strip_markup(left(k.cells ->> 'name', 200))))
    order by k.place), '[]') from private.read_import_keys(import_keys.rows) k);
end $$;
grant execute on function public.import_keys to authenticated, service_role;
