-- The open data of the site: what a dump contains, and how another site loads it (spec 8 §3).

-- The rows of a table of a dump, as SQL text. $1 is the key of the last row of the page before, $2 the moment of the
-- dump, $3 whether the texts that people write about others are open. Only people whose profile is not private are named.
create function private.build_dump_query(dumped text, out key text, out source text)
language sql immutable set search_path = '' as $$
  select case dumped when 'people' then 'username' when 'categories' then 'slug' when 'capabilities' then 'slug' when 'tool_facts' then 'tool_id' when 'attributes' then 'key'
      when 'review_replies' then 'review_id' when 'moderation_decisions' then 'number'
      when 'rating_priors' then 'day' else 'id' end,
    case dumped
    when 'people' then $query$
      select p.username, p.created_at from private.profiles p
      where ($1 is null or p.username > $1) and p.created_at <= $2 and p.profile_visibility <> 'private'
        and (exists (select from public.reviews r where r.user_id = p.user_id)
          or exists (select from public.tool_edits e where e.suggested_by = p.user_id and e.status = 'accepted'))$query$
    when 'categories' then $query$
      select c.slug, c.name, c.description, c.icon, c.color, c.subcategories, c.trending, c.aliases, c.position
      from public.categories c where $1 is null or c.slug > $1$query$
    when 'attributes' then $query$
      select a.key, a.label, a.help, a.kind, a.options, a.unit, a.category, a.in_filter, a.on_card, a.in_compare, a.position
      from public.attributes a where $1 is null or a.key > $1$query$
    when 'capabilities' then $query$
      select c.slug, c.name, c.category, c.description, c.synonyms from public.capabilities c where $1 is null or c.slug > $1$query$
    when 'tools' then $query$
      select t.id, t.slug, t.name, t.description, t.category, t.more_categories, t.website_url, t.logo_url, t.aliases, t.former_names,
        array(select l.capability from public.tool_capabilities l where l.tool_id = t.id order by l.capability) as capabilities,
        t.created_at, t.updated_at, t.review_count, t.rating_average, t.rating_counts, t.adjusted_rating, t.rating_high
      from public.tools t
      where ($1 is null or t.id > $1::uuid) and t.created_at <= $2$query$
    when 'rating_priors' then $query$
      select p.day, p.stars, p.reviews from private.rating_priors p where $1 is null or p.day > $1::date$query$
    when 'tool_facts' then $query$
      select f.* from public.tool_facts f join public.tools t on t.id = f.tool_id
      where ($1 is null or f.tool_id > $1::uuid) and t.created_at <= $2$query$
    when 'fact_sources' then $query$
      select s.id, s.tool_id, s.kind, s.address, s.last_ok_at, s.recorded_on, (select coalesce(jsonb_object_agg(v.field,
          jsonb_build_object('value', v.value, 'read_at', v.read_at, 'confirmed_at', v.confirmed_at)), '{}')
          from public.fact_values v where v.source_id = s.id) as "values"
      from public.fact_sources s join public.tools t on t.id = s.tool_id
      where ($1 is null or s.id > $1::uuid) and t.created_at <= $2$query$
    when 'tool_edits' then $query$
      select e.id, e.tool_id, e.number, e.changes, e.source_url, case when $3 then e.note end as note, p.username as suggested_by,
        e.as_maker, e.by_source, e.created_at, e.decided_at
      from public.tool_edits e left join private.profiles p on p.user_id = e.suggested_by and p.profile_visibility <> 'private'
      where ($1 is null or e.id > $1::uuid) and e.status = 'accepted' and coalesce(e.decided_at, e.created_at) <= $2$query$
    when 'reviews' then $query$
      select r.id, r.tool_id, p.username as author, r.user_id is not null as is_signed, r.rating, r.created_at, r.edited_at,
        r.revision, r.first_published_on, r.confirmed_on, r.used_version, r.used_plan, r.used_from, r.used_until, r.used_for,
        r.relationship, r.incentive, r.campaign_id is not null as is_invited, r.helpful_count, r.is_sample,
        case when $3 then r.title end as title, case when $3 then r.content end as content,
        case when $3 then r.pros end as pros, case when $3 then r.cons end as cons
      from public.reviews r left join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
      where ($1 is null or r.id > $1::uuid) and r.created_at <= $2$query$
    when 'review_replies' then $query$
      select a.review_id, a.tool_id, a.company_id, c.name as company, a.review_revision, a.created_at, a.edited_at,
        case when $3 then a.content end as content
      from public.review_replies a join public.companies c on c.id = a.company_id
      where ($1 is null or a.review_id > $1::uuid) and a.created_at <= $2$query$
    when 'moderation_decisions' then $query$
      select d.number, d.decided_at, d.subject_type, d.subject_id, d.tool_id, d.rating, d.action, d.reason,
        case when $3 then d.legal_basis end as legal_basis, case when $3 then d.explanation end as explanation,
        d.expires_at, d.detected_by, d.report_count, d.hours_to_decision, d.reverses, d.appeal_outcome
      from public.moderation_decisions d where ($1 is null or d.number > $1::bigint) and d.decided_at <= $2$query$
    end
$$;

-- Removes email addresses and ids of accounts from all columns of a row. The address of a picture that a member uploaded
-- contains such an id. The words that take their place keep web addresses valid, and are no longer than what
-- they replace: a longer text might not be allowed in its column.
create function private.hide_people(value json) returns json
language plpgsql immutable set search_path = '' as $$
declare
  letter constant text := '[^[:space:]@＠﹫"''<>()\[\]{},:;/?&=]';
  label constant text := '[^[:space:]@＠﹫"''<>()\[\]{},:;/?&=.．。｡﹒․]';
  dot constant text := '(?:\s?(?:[.．。｡﹒․]|%2e|&period;|&#0*46;)|\s[.．。｡]\s|\s?[(\[{]\s?(?:dot|\.)\s?[)\]}]\s?|\sdot\s)';
  content text := value #>> '{}';
  address text;
begin
  if json_typeof(value) = 'object' then
    return (select json_object_agg(m.key, private.hide_people(m.value)) from json_each(value) m);
  elsif json_typeof(value) = 'array' then
    return (select coalesce(json_agg(private.hide_people(e)), '[]') from json_array_elements(value) e);
  elsif json_typeof(value) <> 'string' then
    return value;
  end if;
  for address in
    select parts[1] from regexp_matches(content,
      -- A local part, which may be quoted, an at sign in any spelling, and a domain or an address of a network in brackets.
      format('(?:"[^"\n]{1,64}"|%1$s+)'
        '(?:\s{0,3}(?:@|＠|﹫|%%40|&#0*64;|&#x0*40;|&commat;)\s{0,3}|\s?[(\[{]\s?(?:at|@|＠)\s?[)\]}]\s?|\s_?at_?\s(?=[^[:space:]]+\s?[(\[{]?\s?dot\M))'
        -- There are no domains of one digit below these: "ratio 3 @ 5 .com" is text.
        '(?![0-9]%3$s(?:com|net|org)(?![[:alnum:].-]))(?:\[[0-9a-fipv:.]+\]|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|'
        '%2$s+(?:%3$s%2$s+)*?%3$s(?:xn--[a-z0-9-]+|[^[:space:][:punct:][:digit:]．。｡]{2,})'
        -- Ends that are no words also after a comma, or a space behind the period.
        '|%1$s+\s?[.,，]\s?(?:com|net|org|edu|gov|eu|uk|fr|nl|pl|ru|cn|jp|br|example)\M)', letter, label, dot), 'gi') as parts
    group by 1 order by length(parts[1]) desc
  loop
    content := replace(content, address, left('address-removed', length(address)));
  end loop;
  return to_json(regexp_replace(content, '(/object/public/(avatars|launches)/)[0-9a-f-]{36}', '\1id-removed', 'gi'));
end $$;

-- A page of a table of a dump: {rows, next, lines, made_at}. Each line is a row as a JSON object, in the order of the table's key.
-- next is the key of the last row, null if there are no more. The rows of a page are of one moment; those of a table that
-- were added since the dump began are left out, so that no row refers to one that an earlier page could not have.
--   dumped    one of people, categories, attributes, capabilities, tools, tool_facts, fact_sources, tool_edits, reviews, review_replies,
--             moderation_decisions
--   after     next of the page before
--   made_at   when the dump began
--   how_many  rows, at most 5,000
create function public.dump_page(dumped text, after text default null, made_at timestamptz default now(), how_many integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  query constant record := private.build_dump_query(dumped);
  page_size constant integer := least(greatest(how_many, 1), 5000);
  page jsonb;
begin
  if query.source is null then
    raise exception 'A dump has no table %.', left(dumped, 50) using errcode = 'check_violation';
  end if;
  execute format($page$
    select jsonb_build_object('rows', count(*), 'next', case when count(*) = $4 then max(found.key) filter (where found.place = $4) end,
      -- Most rows have neither, and the function takes ten times as long as the test.
      'lines', coalesce(string_agg(case when found.line ~* '[@＠﹫]|%%40|&#|&commat|[(\[{]\s?at\s?[)\]}]|dot\M|/object/public/' then private.hide_people(found.line::json)::text
        else found.line end, E'\n' order by found.place), ''), 'made_at', $2)
    from (select row_number() over (order by p.%1$I) as place, p.%1$I::text as key, row_to_json(p)::text as line
      from (%2$s order by %1$I limit $4) p) found$page$, query.key, query.source)
    into page using after, made_at, private.get_setting('open_review_texts') = 'true', page_size;
  return page;
end $$;
grant execute on function public.dump_page to service_role;

-- The profile that a loaded dump made for a username. A member of this site with the same username is somebody else.
create function private.find_dumped_person(wanted text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.user_id from private.profiles p join auth.users u on u.id = p.user_id
  where lower(p.username) = lower(wanted) and u.raw_app_meta_data @> '{"from_dump": true}'
$$;

-- The entries of a list, each once: two may have had different addresses.
create function private.list_distinct(entries text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select entry from unnest(entries) with ordinality as each_entry (entry, place) group by entry order by min(place))
$$;

-- Adds a page of a dump to a site without tools, in the order of the list of public.dump_page. Reviews, edits and replies
-- keep their ids and times. Their people become profiles to which nobody can sign in: they have no address and no
-- password. Reviews and replies without text get one that says so. A row that a merge or a new name between two pages of
-- the dump put into both is loaded once.
create function public.load_dump_page(dumped text, rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  people jsonb;
begin
  perform set_config('toolmark.moving_content', 'restore', true);
  case dumped
  -- Before the reviews, whose tools are estimated with it.
  when 'rating_priors' then
    insert into private.rating_priors select r.* from jsonb_populate_recordset(null::private.rating_priors, load_dump_page.rows) r
      on conflict do nothing;
  when 'people' then
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('id', gen_random_uuid())), '[]') into people
      from jsonb_to_recordset(load_dump_page.rows) as r (username text, created_at timestamptz)
      where not exists (select from private.profiles p where lower(p.username) = lower(r.username));
    insert into auth.users (id, created_at, raw_app_meta_data)
      select r.id, r.created_at, '{"from_dump": true}' from jsonb_to_recordset(people) as r (id uuid, created_at timestamptz);
    insert into private.profiles (user_id, username, bio, created_at)
      select r.id, r.username, 'From the open data of another site. This profile has no account here.', r.created_at
      from jsonb_to_recordset(people) as r (id uuid, username text, created_at timestamptz);
    insert into public.user_stats (user_id) select r.id from jsonb_to_recordset(people) as r (id uuid);
  when 'categories' then
    insert into public.categories (slug, name, description, icon, color, subcategories, trending, aliases, position)
      select r.slug, r.name, r.description, r.icon, r.color, r.subcategories, r.trending, r.aliases,
        (select coalesce(max(c.position), 0) from public.categories c) + row_number() over (order by r.position)
      from jsonb_populate_recordset(null::public.categories, load_dump_page.rows) r
      where not exists (select from public.categories c where c.slug = r.slug or lower(c.name) = lower(r.name));
  when 'attributes' then
    insert into public.attributes
      select r.key, r.label, r.help, r.kind, r.options, r.unit, r.category, r.in_filter, r.on_card, r.in_compare,
        (select coalesce(max(a.position), 0) from public.attributes a) + row_number() over (order by r.position)
      from jsonb_populate_recordset(null::public.attributes, load_dump_page.rows) r
      where not exists (select from public.attributes a where a.key = r.key or lower(a.label) = lower(r.label));
  when 'capabilities' then
    insert into public.capabilities (slug, name, category, description, synonyms)
      select r.slug, r.name, r.category, r.description, r.synonyms
      from jsonb_populate_recordset(null::public.capabilities, load_dump_page.rows) r join public.categories c on c.name = r.category
      on conflict do nothing;
  when 'tools' then
    insert into public.tools (id, slug, name, description, category, more_categories, website_url, logo_url, aliases, former_names, created_at, updated_at)
      select r.id, r.slug, r.name, r.description, r.category, coalesce(r.more_categories, '{}'), r.website_url, r.logo_url, r.aliases, coalesce(r.former_names, '{}'), r.created_at, r.updated_at
      from jsonb_populate_recordset(null::public.tools, load_dump_page.rows) r
      on conflict do nothing;
    insert into public.tool_capabilities (tool_id, capability)
      select t.id, c.slug from jsonb_to_recordset(load_dump_page.rows) as r (id uuid, capabilities text[])
      join public.tools t on t.id = r.id join public.capabilities c on c.slug = any (r.capabilities);
  when 'tool_facts' then
    insert into public.tool_facts
      select r.* from jsonb_populate_recordset(jsonb_populate_record(null::public.tool_facts, '{"more": {}}'), load_dump_page.rows) r join public.tools t on t.id = r.tool_id;
  when 'fact_sources' then
    -- The website and the repository of a loaded tool are its sources already.
    insert into public.fact_sources as own (id, tool_id, kind, address, priority, last_read_at, last_ok_at, recorded_on)
      select r.id, r.tool_id, r.kind, r.address, private.get_source_priority(r.kind), r.last_ok_at, r.last_ok_at, r.recorded_on
      from jsonb_populate_recordset(null::public.fact_sources, load_dump_page.rows) r join public.tools t on t.id = r.tool_id
      where not exists (select from public.fact_sources s where s.id = r.id)
      on conflict on constraint fact_sources_address_key do update
        set id = excluded.id, last_read_at = excluded.last_read_at, last_ok_at = excluded.last_ok_at, recorded_on = excluded.recorded_on
        where own.last_ok_at is null;
    insert into public.fact_values (tool_id, field, source_id, value, read_at, confirmed_at)
      select s.tool_id, v.key, s.id, v.value -> 'value', (v.value ->> 'read_at')::timestamptz, (v.value ->> 'confirmed_at')::timestamptz
      from jsonb_to_recordset(load_dump_page.rows) as r (id uuid, "values" jsonb) join public.fact_sources s on s.id = r.id
      cross join lateral jsonb_each(r."values") v
      on conflict do nothing;
  when 'tool_edits' then
    insert into public.tool_edits (id, tool_id, number, changes, source_url, note, suggested_by, status, as_maker, by_source, created_at, decided_at)
      select r.id, r.tool_id, r.number, r.changes, r.source_url, coalesce(r.note, ''), private.find_dumped_person(r.suggested_by), 'accepted',
        r.as_maker, r.by_source, r.created_at, r.decided_at
      from jsonb_to_recordset(load_dump_page.rows) as r (id uuid, tool_id uuid, number integer, changes jsonb, source_url text, note text,
        suggested_by text, as_maker boolean, by_source text, created_at timestamptz, decided_at timestamptz)
      join public.tools t on t.id = r.tool_id
      on conflict do nothing;
  when 'reviews' then
    insert into public.reviews (id, tool_id, user_id, rating, title, content, pros, cons, created_at, updated_at, edited_at, revision,
        first_published_on, confirmed_on, used_version, used_plan, used_from, used_until, used_for, relationship, incentive, is_sample)
      select r.id, r.tool_id, private.find_dumped_person(a.author), r.rating, coalesce(r.title, 'A review without its text'),
        coalesce(r.content, 'The open data that it comes from has the rating and no text.'), private.list_distinct(r.pros), private.list_distinct(r.cons),
        r.created_at, coalesce(r.edited_at, r.created_at), r.edited_at, r.revision, r.first_published_on, r.confirmed_on, r.used_version,
        r.used_plan, r.used_from, r.used_until, r.used_for, r.relationship, r.incentive, r.is_sample
      from jsonb_array_elements(load_dump_page.rows) as line,
        jsonb_populate_record(null::public.reviews, line) r, jsonb_to_record(line) as a (author text)
      where exists (select from public.tools t where t.id = r.tool_id)
      on conflict do nothing;
  when 'review_replies' then
    insert into public.companies (id, name, created_by)
      select distinct on (r.company_id) r.company_id, r.company, null::uuid
      from jsonb_to_recordset(load_dump_page.rows) as r (company_id uuid, company text)
      on conflict (id) do nothing;
    insert into public.review_replies (review_id, tool_id, company_id, content, review_revision, created_at, edited_at)
      select r.review_id, v.tool_id, r.company_id, coalesce(r.content, 'The open data that this reply comes from has no texts.'),
        r.review_revision, r.created_at, r.edited_at
      from jsonb_populate_recordset(null::public.review_replies, load_dump_page.rows) r join public.reviews v on v.id = r.review_id;
  when 'moderation_decisions' then
    insert into public.moderation_decisions
      select r.* from jsonb_array_elements(load_dump_page.rows) as line,
        -- An explanation may be too short without a long address.
        jsonb_populate_record(null::public.moderation_decisions,
          case when length(line ->> 'explanation') < 30 then line || '{"explanation": null}' else line end) r;
    perform setval(pg_get_serial_sequence('public.moderation_decisions', 'number'), max(d.number)) from public.moderation_decisions d;
  else
    raise exception 'A dump has no table %.', left(dumped, 50) using errcode = 'check_violation';
  end case;
end $$;
grant execute on function public.load_dump_page to service_role;
