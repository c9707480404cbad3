-- Gives functions names with a verb. PostgreSQL keeps the bodies of functions as text, so each function that calls
-- a renamed one is replaced; policies, triggers, views and constraints follow by themselves.

-- Loads pg_trgm into this connection: a function can set only the settings that the connection knows.
select extensions.similarity('', '');

alter function private.moving_content() rename to get_content_move;
alter function private.spdx_ids() rename to list_spdx_ids;
alter function private.any_tool_matches(tsquery) rename to has_matching_tool;
alter function private.wanted_facets(text, text, text) rename to build_wanted_facets;
alter function private.featured_filter() rename to build_featured_filter;
alter function private.featured_order() rename to build_featured_order;
alter function private.weighted_rating() rename to build_weighted_rating;
alter function private.keep_an_admin() rename to refuse_losing_last_admin;
alter function private.default_settings() rename to get_default_settings;
alter function private.setting(text) rename to get_setting;
alter function private.last_decision(text, uuid) rename to find_last_decision;
alter function private.removing_decision(text, uuid) rename to find_removing_decision;
alter function private.raise_decided(text, uuid) rename to raise_already_decided;
alter function private.refuse_second_review() rename to refuse_review_after_removal;
alter function private.tool_values(uuid) rename to get_tool_values;
alter function private.tool_field_value(uuid, text) rename to get_tool_field_value;
alter function private.next_edit_number(uuid) rename to get_next_edit_number;
alter function private.find_slug_remover(text) rename to find_removing_decision_by_slug;
alter function private.find_website_remover(text) rename to find_removing_decision_by_website;
alter function private.import_fields() rename to list_import_fields;
alter trigger keep_an_admin on private.staff rename to refuse_removing_last_admin;
alter trigger keep_an_admin_role on private.staff rename to refuse_demoting_last_admin;
alter trigger refuse_second_review on public.reviews rename to refuse_review_after_removal;

-- The check of the trigger and of a suspension, in one place.
create function private.require_other_admin(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two administrators who leave at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('staff'));
  if not exists (select from private.staff s
    where s.role = 'admin' and s.user_id <> member and not private.is_suspended(s.user_id))
  then
    raise exception 'The site needs at least one administrator. Make someone else an administrator first.'
      using errcode = 'check_violation';
  end if;
end $$;

create or replace function private.refuse_losing_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_other_admin(old.user_id);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- PostgreSQL cannot rename a parameter, so functions with other names of parameters are created again.
drop function private.suspend(uuid, timestamptz, bigint);
drop function private.record_decision(text, uuid, text, text, text, text, timestamptz, text, uuid, bigint);
drop function private.decide(text, uuid, text, text, text, text, timestamptz, uuid, text);

create function private.record_decision(wanted_type text, wanted_id uuid, decided_action text, decided_reason text,
  decided_explanation text, decided_legal_basis text, ends_at timestamptz, source text, decider uuid,
  reversed bigint default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  subject record;
  new_number bigint;
  open_reports integer;
  waiting_since timestamptz;
  tool_name text;
  was_held boolean;
begin
  select s.author_id, s.tool_id, s.rating, s.title into subject from private.find_subject(wanted_type, wanted_id) s;
  if not found then
    -- Its author has deleted it.
    select r.author_id, r.tool_id, r.rating, coalesce(r.snapshot ->> 'title', r.snapshot ->> 'name', r.snapshot ->> 'tagline') as title
      into subject from private.reports r where r.subject_id = wanted_id order by r.number desc limit 1;
  end if;
  select count(*), min(r.created_at) into open_reports, waiting_since from private.reports r
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open';
  if waiting_since is null then
    select d.decided_at into waiting_since from public.moderation_decisions d
      where d.number = private.find_removing_decision(wanted_type, wanted_id) and d.action = 'hold';
  end if;
  insert into public.moderation_decisions (subject_type, subject_id, tool_id, rating, action, reason, legal_basis, explanation,
    expires_at, detected_by, report_count, hours_to_decision, reverses)
  values (wanted_type, case when wanted_type <> 'profile' then wanted_id end, subject.tool_id, subject.rating, decided_action,
    decided_reason, decided_legal_basis, decided_explanation, ends_at,
    coalesce(source, case when open_reports > 0 then 'report' else 'staff' end),
    case when decided_action = 'hold' then 0 else open_reports end,
    extract(epoch from now() - waiting_since) / 3600, reversed)
  returning number into new_number;
  insert into private.decision_parties (decision, affected_user, decided_by) values (new_number, subject.author_id, decider);
  if decided_action in ('hold', 'premoderate_reviews', 'end_premoderation', 'merge') then
    return new_number;
  end if;
  tool_name := case when wanted_type in ('review', 'launch') then (select t.name from public.tools t where t.id = subject.tool_id) end;
  was_held := exists (select from public.moderation_decisions d
    where d.number = private.find_removing_decision(wanted_type, wanted_id) and d.action = 'hold');
  if decided_action <> 'keep' then
    perform private.queue_email(
        case when wanted_type = 'profile' and decided_action <> 'remove'
            and not (decided_action = 'restore' and exists (select from public.moderation_decisions d
              where d.number = reversed and d.action = 'remove'))
          then 'account_decision' else 'content_decision' end,
        jsonb_build_object('decision', new_number, 'subject_type', wanted_type, 'title', subject.title, 'tool', tool_name,
          'action', decided_action, 'was_held', was_held, 'reason', decided_reason, 'legal_basis', decided_legal_basis,
          'explanation', decided_explanation, 'expires_at', ends_at, 'detected_by', d.detected_by, 'appeal_until', d.decided_at + interval '6 months'),
        recipient)
      from public.moderation_decisions d,
        (select subject.author_id as recipient where subject.author_id is not null
          union
          select m.user_id from public.company_members m where wanted_type = 'company' and m.company_id = wanted_id and m.is_admin
        ) recipients
      where d.number = new_number;
  end if;
  perform private.queue_email('report_resolved',
      jsonb_build_object('number', r.number, 'decision', new_number, 'subject_type', wanted_type,
        'title', case when wanted_type <> 'profile' then subject.title end, 'tool', tool_name,
        'action', decided_action, 'reason', decided_reason, 'explanation', decided_explanation,
        'has_account', r.reporter_id is not null),
      r.reporter_id, r.reporter_email)
    from private.reports r
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open'
      and (r.reporter_id is not null or r.reporter_email is not null);
  update private.reports r set status = 'resolved', decision = new_number, closed_at = now()
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open';
  return new_number;
end $$;

create function private.suspend_member(member uuid, ends_at timestamptz, decision bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the role is read: an administrator may be appointed at the same moment.
  perform pg_advisory_xact_lock(hashtext('staff'));
  if exists (select from private.staff where user_id = member and role = 'admin') then
    perform private.require_other_admin(member);
  end if;
  insert into private.suspensions (user_id, expires_at, decision) values (member, ends_at, suspend_member.decision)
    on conflict (user_id) do update set expires_at = excluded.expires_at, decision = excluded.decision;
end $$;

create function private.decide(wanted_type text, wanted_id uuid, decided_action text, decided_reason text,
  decided_explanation text, decided_legal_basis text, ends_at timestamptz, decider uuid, source text default null)
returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  subject record;
  is_found boolean;
  removed_by bigint;
  removed_action text;
  reversed bigint;
  new_number bigint;
begin
  perform pg_advisory_xact_lock(hashtext('moderate ' || wanted_id));
  select * into subject from private.find_subject(wanted_type, wanted_id);
  is_found := found;
  removed_by := private.find_removing_decision(wanted_type, wanted_id);
  select d.action into removed_action from public.moderation_decisions d where d.number = removed_by;

  if decided_action = 'keep' then
    if not exists (select from private.reports r
      where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open')
    then
      if not is_found and private.find_last_decision(wanted_type, wanted_id) is null then
        raise exception 'We could not find this content.' using errcode = 'PT404';
      end if;
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif not is_found then
    -- Its removal was so long ago that it is purged.
    if decided_action = 'restore' and private.find_last_decision(wanted_type, wanted_id) is not null then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  elsif decided_action = 'remove' then
    if wanted_type in ('profile', 'company') then
      if not private.has_texts(wanted_type, wanted_id) then perform private.raise_already_decided(wanted_type, wanted_id); end if;
    elsif subject.is_removed and removed_action <> 'hold' then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'restore' then
    if removed_by is null then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
    -- The tool of each removed review has to be listed or come back with it.
    if exists (
      select from private.removed_content removed
      where removed.decision = removed_by and removed.row_data ->> 'tool_id' is not null and removed.position = 3
        and exists (select from private.removed_content tool where tool.row_id = (removed.row_data ->> 'tool_id')::uuid
          and tool.table_name = 'public.tools' and tool.decision <> removed_by))
      or (wanted_type <> 'tool' and exists (select from private.removed_content tool
        where tool.decision = removed_by and tool.row_id = subject.tool_id and tool.table_name = 'public.tools'
          and wanted_type in ('review', 'launch')))
    then
      raise exception 'Please restore the tool first.' using errcode = 'PT409';
    end if;
    if removed_action = 'merge' then
      perform private.require_open_merge(removed_by);
    end if;
    if wanted_type = 'tool' then
      perform private.require_free_address(removed_by);
    elsif wanted_type = 'review' and exists (select from public.reviews r
      where r.tool_id = subject.tool_id and r.user_id = subject.author_id)
    then
      raise exception 'The author has another review of this tool.' using errcode = 'PT409';
    end if;
    -- It went with all of the member's content, or its tool is deleted.
    if (wanted_type <> 'profile' and removed_action = 'remove_all_content')
      or (wanted_type = 'review' and not exists (select from public.tools t where t.id = subject.tool_id))
    then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'unsuspend' and not private.is_suspended(wanted_id)
    or decided_action = 'end_premoderation' and not private.is_premoderated(wanted_id)
  then
    raise exception 'There is nothing to decide here.' using errcode = 'PT409';
  elsif decided_action = 'remove_all_content' and not (private.has_texts('profile', wanted_id)
    or exists (select from public.reviews where user_id = wanted_id)
    or exists (select from private.launches where user_id = wanted_id)
    or exists (select from public.review_helpful_votes where user_id = wanted_id)
    or exists (select from public.launch_upvotes where user_id = wanted_id))
  then
    perform private.raise_already_decided(wanted_type, wanted_id);
  elsif decided_action = 'premoderate_reviews' and subject.is_removed then
    perform private.raise_already_decided(wanted_type, wanted_id);
  end if;

  reversed := case decided_action
    when 'restore' then removed_by
    when 'unsuspend' then (select s.decision from private.suspensions s where s.user_id = wanted_id)
    when 'end_premoderation' then (select max(d.number) from public.moderation_decisions d
      where d.subject_id = wanted_id and d.action = 'premoderate_reviews') end;
  new_number := private.record_decision(wanted_type, wanted_id, decided_action, decided_reason, decided_explanation,
    decided_legal_basis, ends_at, source, decider, reversed);

  case decided_action
    when 'remove' then
      if subject.is_removed then
        -- Declines a held item: what the rule removed stays removed.
        update private.removed_content set decision = new_number where decision = removed_by;
        perform private.record_account_event(subject.author_id, 'content_removed', wanted_type, jsonb_build_object('title', subject.title));
      else
        perform private.remove_content(new_number, wanted_type, wanted_id);
      end if;
    when 'remove_all_content' then perform private.remove_content(new_number, wanted_type, wanted_id, remove_all => true);
    when 'restore' then
      if removed_action = 'merge' then
        perform private.undo_merge(removed_by, decider);
      else
        perform private.restore_content(removed_by);
      end if;
    when 'suspend' then perform private.suspend_member(wanted_id, ends_at, new_number);
    when 'unsuspend' then delete from private.suspensions where user_id = wanted_id;
    else null;
  end case;
  return new_number;
end $$;

create or replace function private.is_client_request() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() in ('anon', 'authenticated'), false) and private.get_content_move() = ''
$$;

create or replace function private.normalize_license(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words text[] := regexp_split_to_array(btrim(value), '\s+');
  word text;
  known text;
begin
  if length(value) > 100 or cardinality(words) % 2 = 0 then
    return null;
  end if;
  for i in 1 .. cardinality(words) loop
    word := words[i];
    if i % 2 = 0 then
      known := case when upper(word) in ('AND', 'OR', 'WITH') then upper(word) end;
    elsif i > 1 and words[i - 1] = 'WITH' then
      known := case when word ~ '^[A-Za-z0-9][A-Za-z0-9.-]*$' then word end;
    elsif word ~* '^LicenseRef-[A-Za-z0-9.-]+$' then
      known := 'LicenseRef-' || substr(word, 12);
    elsif lower(word) = 'proprietary' then
      known := 'proprietary';
    else
      known := coalesce(
        (select word where word = any (private.list_spdx_ids())),
        (select id from unnest(private.list_spdx_ids()) as id where lower(id) = lower(word)),
        -- "or any later version", which the deprecated identifiers have.
        (select id || '+' from unnest(private.list_spdx_ids()) as id where lower(id) || '+' = lower(word)));
    end if;
    if known is null then
      return null;
    end if;
    words[i] := known;
  end loop;
  return array_to_string(words, ' ');
end $$;

create or replace function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.category := private.strip_markup(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' and private.get_content_move() <> 'restore' then
    -- An import keeps the slug of its file.
    if private.get_content_move() <> 'import' or new.slug is null then
      new.slug := private.slugify(new.name);
    end if;
    -- A name without Latin letters and digits has no slug, and a slug in the form of an id is never found.
    if new.slug = '' or new.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
      new.slug := 'tool-' || left(new.id::text, 8);
    end if;
    if private.is_client_request() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.match_categories(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.normalize_website(new.website_url);
  new.name_folded := private.fold_text(new.name);
  -- The stem of the name as well: "kubernets" means Kubernetes rather than what runs on it.
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('english', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold_text(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold_text(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold_text(new.description)), 'D');
  if private.get_content_move() <> 'restore' then new.updated_at := now(); end if;
  return new;
end $$;

create or replace function private.parse_search_query(query text, out words text, out terms tsquery)
language plpgsql stable set search_path = '' set pg_trgm.similarity_threshold = 0.25 as $$
declare
  typed_words text := private.fold_text(btrim(left(coalesce(query, ''), 200)));
begin
  words := typed_words;
  if words = '' then return; end if;
  terms := private.build_tsquery(words);
  if private.has_matching_tool(terms) then return; end if;
  select string_agg(coalesce(nearest.word, typed.word), ' ' order by typed.place) into words
  from (select * from regexp_split_to_table(typed_words, '[^[:alnum:]]+') with ordinality as part (word, place)
    where word <> '' limit 12) typed
  left join lateral (
    select w.word from private.search_words w
    where w.word operator(extensions.%) typed.word
      and not exists (select from private.search_words same where starts_with(same.word, typed.word))
    order by private.name_similarity(w.word, typed.word) desc, w.is_in_name desc, w.word limit 1
  ) nearest on true;
  if words <> typed_words then
    terms := private.build_tsquery(words);
    if private.has_matching_tool(terms) then return; end if;
  end if;
  words := typed_words;
  terms := null;
end $$;

create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null, pricing text default null,
  platform text default null, license text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  list record;
  cursor_values text[];
  cursor_filter text := '';
begin
  select * into list from private.build_tool_list(query, in_category, min_rating, sort,
    private.build_wanted_facets(pricing, platform, license));
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(cursor_values) <> cardinality(list.keys) or array_position(cursor_values, null) is not null then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(list.keys, ', '), case list.direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into cursor_filter from unnest(cursor_values) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(list.keys, ', '), list.source, list.tool_filter, cursor_filter,
    array_to_string(list.keys, ' ' || list.direction || ', ') || ' ' || list.direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using list.named_tools;
end $$;

create or replace function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0,
  pricing text default null, platform text default null, license text default null)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text;
  terms tsquery;
  category_name text := private.find_category(in_category);
  facets constant text[] := private.build_wanted_facets(pricing, platform, license);
  max_count integer := 601;
  tool_filter text;
  result bigint;
begin
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  if words = '' and cardinality(facets) = 0 and (category_name is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(category_name, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  if words = '' and cardinality(facets) = 1 and coalesce(min_rating, 0) <= 0
    and (category_name is not null or coalesce(in_category, '') = '')
  then
    return coalesce((select counted from private.facet_counts
      where facet_counts.category = coalesce(category_name, '') and facet = facets[1]), 0);
  end if;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating, facets);
  if cardinality(facets) > 0 then
    max_count := case when words <> '' then 201 else 601 end;
    -- A facet that less than a fifth of all tools have.
    if (select coalesce(min(coalesce(f.counted, 0)), 0) from unnest(facets) as wanted
        left join private.facet_counts f on f.category = '' and f.facet = wanted) * 5
      < (select sum(counted) from private.tool_counts where tool_counts.category = '')
    then
      return private.count_rare_tools(tool_filter, max_count);
    end if;
  end if;
  -- In a category, where more than a fifth of all tools have the rating, the index of ratings costs
  -- more than it saves. The sum in the condition keeps the planner away from it.
  if words <> '' and category_name is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    tool_filter := private.build_tool_filter(words, terms, in_category, 0, facets)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    tool_filter, case when words <> '' or cardinality(facets) > 0 then ' limit ' || max_count else '' end)
    into result;
  return result;
end $$;

create or replace function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t where %s order by %s limit %s',
    private.build_featured_filter(), private.build_featured_order(), least(greatest(how_many, 1), 24));
end $$;

create or replace function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  compared public.tools;
  most constant integer := least(greatest(coalesce(how_many, 4), 1), 24);
begin
  select * into compared from public.tools where tools.id = tool;
  return query execute format(
    'with close as (
       select t.*, true as is_close from public.tools t
       where t.subcategories && %1$L::text[] and t.categories && %2$L::text[] and t.id <> %3$L and t.review_count > 0
       order by %5$s desc, t.review_count desc, t.id limit %4$s
     ), others as (
       select t.*, false as is_close from public.tools t
       where t.categories && %2$L::text[] and not t.subcategories && %1$L::text[] and t.id <> %3$L and t.review_count > 0
       order by %5$s desc, t.review_count desc, t.id limit %4$s
     )
     select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from (select * from close union all select * from others) t
     order by t.is_close desc, %5$s desc, t.review_count desc, t.id
     limit %4$s',
    compared.subcategories, compared.categories, tool, most, private.build_weighted_rating());
end $$;

create or replace function private.record_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'hold' then
    perform private.record_account_event(old.user_id,
      case private.get_content_move() when 'remove' then 'content_removed' else 'review_deleted' end, 'review',
      jsonb_build_object('tool_id', old.tool_id, 'title', old.title));
  end if;
  return null;
end $$;

create or replace function private.refuse_foreign_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  host_pattern constant text := '(?i)^https?://([^/?#]+)';
  own_host text := lower(substring(auth.jwt() ->> 'iss' from host_pattern));
begin
  if private.get_content_move() = '' and lower(substring(to_jsonb(new) ->> tg_argv[0] from host_pattern)) <> own_host then
    raise exception 'The picture is not one of this site' using errcode = 'check_violation', constraint = tg_argv[1];
  end if;
  return new;
end $$;

create or replace function private.get_setting(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select value from private.site_settings where key = wanted), private.get_default_settings() -> wanted)
$$;

create or replace function public.site_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return private.get_default_settings()
    || coalesce((select jsonb_object_agg(key, value) from private.site_settings), '{}');
end $$;

create or replace function public.update_site_settings(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  is_valid boolean;
begin
  perform private.require_staff('admin');
  perform private.require_second_factor();
  if jsonb_typeof(changes) is distinct from 'object' then
    raise exception 'Please send the settings to change as an object.' using errcode = 'check_violation';
  end if;
  for changed in select key, value, private.get_default_settings() -> key as initial from jsonb_each(changes) loop
    is_valid := case
      when changed.initial is null then false
      when changed.key = 'word_filter' then jsonb_typeof(changed.value) = 'array' and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'object'
            or not coalesce(length(private.fold_for_filter(entry ->> 'text')) between 2 and 200, false)
            or not coalesce(entry ->> 'action' in ('hold', 'reject'), false))
      when changed.key = 'blocked_email_domains' then jsonb_typeof(changed.value) = 'array'
        and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'string' or length(entry #>> '{}') > 253
            or entry #>> '{}' !~* '^[a-z0-9_-]+(\.[a-z0-9_-]+)+$')
      when jsonb_typeof(changed.initial) = 'number' then jsonb_typeof(changed.value) = 'number'
        and changed.value::text ~ '^[0-9]{1,6}$'
      else jsonb_typeof(changed.value) = jsonb_typeof(changed.initial)
    end;
    if not is_valid then
      raise exception '%', case when changed.initial is null then 'There is no setting ' || left(changed.key, 50) || '.'
        else 'This value does not fit the setting ' || changed.key || '.' end using errcode = 'check_violation';
    end if;
  end loop;
  insert into private.site_settings (key, value) select key, value from jsonb_each(changes)
    on conflict (key) do update set value = excluded.value;
end $$;

create or replace function private.require_decider() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  if private.get_setting('require_staff_2fa') = 'true' and not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
  then
    raise exception 'Please turn on two-step sign-in to make moderation decisions.' using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function private.raise_already_decided(wanted_type text, wanted_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  latest constant bigint := greatest(private.find_last_decision(wanted_type, wanted_id),
    private.find_removing_decision(wanted_type, wanted_id));
begin
  if latest is null then
    raise exception 'There is nothing to decide here.' using errcode = 'PT409';
  end if;
  raise exception 'This has already been decided (decision %).', latest using errcode = 'PT409';
end $$;

create or replace function public.moderate(subject_type text, subject_id uuid, action text, reason text default null,
  explanation text default null, legal_basis text default null, expires_at timestamptz default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  written_explanation constant text := nullif(private.trim_text(moderate.explanation), '');
  written_legal_basis constant text := nullif(private.trim_text(moderate.legal_basis), '');
  needs_reason constant boolean := moderate.action in
    ('remove', 'warn', 'suspend', 'remove_all_content', 'premoderate_reviews');
  author uuid;
begin
  perform private.require_decider();
  if not coalesce(case
    when moderate.action in ('keep', 'remove', 'restore') then moderate.subject_type in ('review', 'tool', 'launch', 'profile', 'company')
    when moderate.action in ('warn', 'suspend', 'unsuspend', 'remove_all_content') then moderate.subject_type = 'profile'
    when moderate.action in ('premoderate_reviews', 'end_premoderation') then moderate.subject_type = 'tool' end, false)
  then
    raise exception 'This decision does not fit this content.' using errcode = 'check_violation';
  end if;
  select s.author_id into author from private.find_subject(moderate.subject_type, moderate.subject_id) s;
  perform private.require_no_involvement(moderate.subject_type, moderate.subject_id, author);
  if moderate.subject_type = 'profile' and exists (select from private.staff where user_id = moderate.subject_id) then
    perform private.require_staff('admin');
  end if;
  if needs_reason and moderate.reason is null or moderate.reason = 'premoderation' or moderate.reason is not null
    and not moderate.reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest', 'undisclosed_incentive',
      'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate', 'illegal_content', 'child_safety', 'other',
      'court_order')
  then
    raise exception 'Please choose a reason.' using errcode = 'check_violation';
  end if;
  if needs_reason and written_explanation is null or length(written_explanation) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  if moderate.reason in ('illegal_content', 'court_order') and written_legal_basis is null then
    raise exception 'Please name the law or the court order.' using errcode = 'check_violation';
  end if;
  if length(written_legal_basis) > 500 then
    raise exception 'Please name the law or the court order in at most 500 characters.' using errcode = 'check_violation';
  end if;
  if moderate.expires_at <= now() or moderate.action = 'premoderate_reviews' and moderate.expires_at is null then
    raise exception 'The end date has to be in the future.' using errcode = 'check_violation';
  end if;
  -- Programs that read the log cannot represent `infinity`.
  if moderate.expires_at > now() + interval '100 years' then
    raise exception 'The end date has to be within 100 years.' using errcode = 'check_violation';
  end if;
  return private.decide(moderate.subject_type, moderate.subject_id, moderate.action, moderate.reason,
    written_explanation, written_legal_basis,
    case when moderate.action in ('suspend', 'premoderate_reviews') then moderate.expires_at end, auth.uid(),
    case when moderate.reason = 'court_order' then 'authority' end);
end $$;

create or replace function public.moderation_subject(subject_type text, subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  subject record;
  -- The author never learns who reported, also as a moderator.
  is_own boolean;
  result jsonb;
begin
  perform private.require_staff('moderator');
  select * into subject from private.find_subject(moderation_subject.subject_type, moderation_subject.subject_id);
  is_own := coalesce(subject.author_id = auth.uid(), false)
    or exists (select from private.reports r where r.subject_id = moderation_subject.subject_id and r.author_id = auth.uid())
    or exists (select from public.company_members m
      where m.company_id = moderation_subject.subject_id and m.user_id = auth.uid());
  result := jsonb_build_object(
    'content', case when subject.title is not null then subject.content || jsonb_build_object(
      'is_removed', private.find_removing_decision(moderation_subject.subject_type, moderation_subject.subject_id) is not null,
      'removed_by', private.find_removing_decision(moderation_subject.subject_type, moderation_subject.subject_id),
      'author', (select jsonb_build_object('user_id', p.user_id, 'username', p.username, 'is_suspended', private.is_suspended(p.user_id),
          'is_staff', exists (select from private.staff s where s.user_id = p.user_id),
          'is_exempt', exists (select from private.premoderation_exemptions e where e.user_id = p.user_id))
        from private.profiles p where p.user_id = subject.author_id),
      'tool', coalesce(
        (select jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug) from public.tools t where t.id = subject.tool_id),
        (select jsonb_build_object('id', r.row_id, 'name', r.row_data ->> 'name') from private.removed_content r
          where r.row_id = subject.tool_id and r.table_name = 'public.tools'))) end,
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'reason', r.reason, 'details', case when not is_own then r.details end,
        'good_faith', r.good_faith, 'status', r.status, 'created_at', r.created_at, 'decision', r.decision, 'snapshot', r.snapshot,
        'reporter', case when not is_own then coalesce(p.username, r.reporter_name) end) order by r.number desc), '[]')
      from private.reports r left join private.profiles p on p.user_id = r.reporter_id
      where r.subject_type = moderation_subject.subject_type and r.subject_id = moderation_subject.subject_id),
    'decisions', (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('decided_by', moderator.username,
        'appeals', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number,
            'statement', case when not is_own or a.user_id = auth.uid() then a.statement end,
            'revised_content', a.revised_content, 'status', a.status, 'created_at', a.created_at,
            'by_author', a.user_id is not distinct from p.affected_user) order by a.number), '[]')
          from private.appeals a where a.decision = d.number)) order by d.number desc), '[]')
      from public.moderation_decisions d join private.decision_parties p on p.decision = d.number
      left join private.profiles moderator on moderator.user_id = p.decided_by
      where d.subject_type = moderation_subject.subject_type and (d.subject_id = moderation_subject.subject_id
        or d.subject_type = 'profile' and p.affected_user = moderation_subject.subject_id)),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'note', n.note, 'author', p.username,
        'created_at', n.created_at) order by n.id), '[]')
      from private.moderator_notes n left join private.profiles p on p.user_id = n.author_id
      where n.subject_type = moderation_subject.subject_type and n.subject_id = moderation_subject.subject_id));
  if result -> 'content' = 'null' and result -> 'reports' = '[]' and result -> 'decisions' = '[]' then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;

create or replace function public.resolve_appeal(appeal bigint, outcome text, explanation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_appeal private.appeals;
  appealed public.moderation_decisions;
  parties private.decision_parties;
  appealed_id uuid;
  written_explanation constant text := private.trim_text(coalesce(resolve_appeal.explanation, ''));
  second_action text;
  second_reason text;
  second bigint;
begin
  perform private.require_decider();
  select * into open_appeal from private.appeals a where a.number = resolve_appeal.appeal for update;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  select * into appealed from public.moderation_decisions d where d.number = open_appeal.decision;
  select * into parties from private.decision_parties p where p.decision = open_appeal.decision;
  appealed_id := coalesce(appealed.subject_id, parties.affected_user);
  if open_appeal.status <> 'open' then
    raise exception 'This has already been decided (decision %).',
      coalesce((select max(d.number) from public.moderation_decisions d where d.reverses = appealed.number), appealed.number)
      using errcode = 'PT409';
  end if;
  if open_appeal.user_id = auth.uid() or parties.affected_user = auth.uid()
    or (parties.decided_by = auth.uid() and (open_appeal.created_at > now() - interval '48 hours' or exists (
      select from private.staff s where s.user_id <> auth.uid() and not private.is_suspended(s.user_id))))
  then
    raise exception 'You are involved in this case. Another moderator has to decide it.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_no_involvement(appealed.subject_type, appealed_id, parties.affected_user);
  if appealed.subject_type = 'profile' and exists (select from private.staff where user_id = appealed_id) then
    perform private.require_staff('admin');
  end if;
  if resolve_appeal.outcome is null or not resolve_appeal.outcome in ('upheld', 'reversed') then
    raise exception 'Please choose whether the decision stays.' using errcode = 'check_violation';
  end if;
  if length(written_explanation) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  if resolve_appeal.outcome = 'reversed' then
    second_action := case
      when appealed.action in ('remove', 'remove_all_content', 'hold') then 'restore'
      when appealed.action = 'suspend' then 'unsuspend'
      when appealed.action = 'keep' then 'remove' end;
    -- Another decision may have done so already, and a warning has no effect to take back.
    if second_action = 'restore' and private.find_removing_decision(appealed.subject_type, appealed_id) is distinct from appealed.number
      or second_action = 'unsuspend' and not exists (select from private.suspensions s where s.decision = appealed.number)
      or second_action = 'remove' and coalesce((select s.is_removed from private.find_subject(appealed.subject_type, appealed_id) s), true)
    then
      second_action := null;
    end if;
    if second_action is not null then
      select r.reason into second_reason from private.reports r
        where r.decision = appealed.number and r.reporter_id = open_appeal.user_id limit 1;
      second := private.decide(appealed.subject_type, appealed_id, second_action,
        coalesce(second_reason, appealed.reason), written_explanation, appealed.legal_basis, null, auth.uid(), 'staff');
      update public.moderation_decisions d set reverses = appealed.number where d.number = second and d.reverses is null;
    end if;
    if open_appeal.revised_content is not null then
      update public.reviews r set
        title = coalesce(open_appeal.revised_content ->> 'title', r.title),
        content = coalesce(open_appeal.revised_content ->> 'content', r.content),
        pros = coalesce(revised.pros, r.pros), cons = coalesce(revised.cons, r.cons)
      from jsonb_to_record(open_appeal.revised_content) as revised (pros text[], cons text[])
      where r.id = appealed_id;
      -- The history must not show what the moderator objected to, which earlier versions may have as well.
      perform private.redact_revision(v.review_id, v.number) from public.review_revisions v where v.review_id = appealed_id;
    end if;
  end if;
  update private.appeals a set status = resolve_appeal.outcome, explanation = written_explanation,
      resolved_by = auth.uid(), resolved_at = now()
    where a.number = open_appeal.number;
  update public.moderation_decisions d set appeal_outcome = resolve_appeal.outcome where d.number = appealed.number;
  perform private.queue_email('appeal_resolved', jsonb_build_object('decision', coalesce(second, appealed.number),
      'appealed', appealed.number, 'subject_type', appealed.subject_type, 'outcome', resolve_appeal.outcome, 'reason', coalesce(second_reason, appealed.reason),
      'explanation', written_explanation),
    open_appeal.user_id);
end $$;

create or replace function private.check_profile_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'authenticated' or old.user_id is distinct from auth.uid() then
    return new;
  end if;
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_url, old.job_title, old.company_name, old.account_type)
    is distinct from
    (new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title, new.company_name, new.account_type)
  then
    perform private.require_no_suspension();
    if private.matches_word_filter(concat_ws(E'\x1f', new.username, new.first_name, new.last_name, new.bio, new.job_title,
      new.company_name), 'reject', private.get_setting('word_filter'))
    then
      raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function private.limit_daily_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use(tg_argv[0], coalesce(
    (select value from private.site_settings where key = tg_argv[1]), private.get_default_settings() -> tg_argv[1])::integer);
  return new;
end $$;

create or replace function private.refuse_removed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action into earlier from public.moderation_decisions d
    where d.number = greatest(private.find_removing_decision_by_slug(new.slug),
      private.find_removing_decision_by_website(new.website_key));
  if earlier.action = 'merge' then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_website_key';
  elsif found then
    raise exception '%', case when earlier.action = 'hold' then 'This tool is waiting for approval.'
      else format('This tool was removed by a moderator (decision %s).', earlier.number) end
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function private.hold_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  settings jsonb;
  is_new_account boolean;
  visible_posts integer;
  post record;
  decision bigint;
begin
  select private.get_default_settings() || coalesce(jsonb_object_agg(key, value), '{}') into settings from private.site_settings;
  -- The defaults, with which nothing but a decision about the tool holds a review.
  if settings -> 'premoderate_first_posts' = '0' and settings -> 'premoderate_links' = 'false'
    and not settings -> 'word_filter' @> '[{"action": "hold"}]'
    and (tg_argv[0] <> 'review' or tg_op <> 'INSERT' or not exists (
      select from public.moderation_decisions where action = 'premoderate_reviews' and expires_at > now()))
  then
    return null;
  end if;
  if private.is_staff('moderator') or exists (select from private.premoderation_exemptions where user_id = member) then
    return null;
  end if;
  is_new_account := (select created_at from private.profiles where user_id = member)
    > now() - make_interval(hours => (settings -> 'new_account_hours')::integer);
  visible_posts := (select count(*) from public.reviews where user_id = member)
    + (select count(*) from public.tools where submitted_by = member)
    + (select count(*) from private.launches where user_id = member);
  if tg_op = 'INSERT' then
    visible_posts := visible_posts - (select count(*) from new_rows);
  end if;
  for post in
    select to_jsonb(new_rows) as data, private.join_texts(to_jsonb(new_rows), tg_argv[1:]) as written from new_rows
  loop
    if (tg_op = 'INSERT' and visible_posts < (settings -> 'premoderate_first_posts')::integer)
      or (tg_op = 'INSERT' and tg_argv[0] = 'review' and private.is_premoderated((post.data ->> 'tool_id')::uuid))
      or (settings -> 'premoderate_links' = 'true' and is_new_account and private.fold_for_filter(post.written) ~ '([a-z]://|\mwww\.)')
      or private.matches_word_filter(post.written, 'hold', settings -> 'word_filter')
    then
      decision := private.record_decision(tg_argv[0], (post.data ->> 'id')::uuid, 'hold', 'premoderation', null, null, null, 'rule', null);
      perform private.remove_content(decision, tg_argv[0], (post.data ->> 'id')::uuid, moved_as => 'hold');
    elsif tg_op = 'INSERT' then
      visible_posts := visible_posts + 1;
    end if;
  end loop;
  return null;
end $$;

create or replace function private.set_voted_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'restore' then
    new.revision := coalesce((select r.revision from public.reviews r where r.id = new.review_id), 1);
  end if;
  return new;
end $$;

create or replace function private.remember_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id = auth.uid() and private.get_content_move() = '' then
    insert into private.deleted_reviews (tool_id, user_id, first_published_on)
    select t.id, old.user_id, coalesce(old.first_published_on, (old.created_at at time zone 'utc')::date)
    from public.tools t where t.id = old.tool_id
    on conflict (tool_id, user_id) do update
      set first_published_on = excluded.first_published_on, deleted_at = excluded.deleted_at;
  end if;
  return null;
end $$;

create or replace function private.set_first_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'restore' then
    new.first_published_on := (select d.first_published_on from private.deleted_reviews d
      where d.tool_id = new.tool_id and d.user_id = new.user_id and d.deleted_at > now() - interval '1 year');
  end if;
  return new;
end $$;

create or replace function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
  in_category text default null, min_rating numeric default 0, alternatives_of uuid default null, pricing text default null,
  platform text default null, license text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_rank constant integer := 600;
  tools_list record;
  compared public.tools;
  named_tools tid[] := '{}';
  source text := 'public.tools t';
  list_filter text := 'true';
  list_order text;
  sort_key text;
  kind text;
  result jsonb;
begin
  case explain_rank.list
    when 'launches' then
      source := format(
        '(select l.id, coalesce(tool.name, l.tagline) as name, l.upvotes_count
          from private.launches l left join public.tools tool on tool.id = l.tool_id
          where l.launch_date = (select launch_date from private.launches where id = %L)) t', explain_rank.subject);
      sort_key := 't.upvotes_count';
      list_order := 't.upvotes_count desc, t.id desc';
      kind := 'upvotes';
    when 'featured' then
      list_filter := private.build_featured_filter();
      sort_key := 'coalesce(t.rating_average, 0)';
      list_order := private.build_featured_order();
      kind := 'rating';
    when 'alternatives' then
      select * into compared from public.tools t where t.id = explain_rank.alternatives_of;
      if compared.id is null then
        raise exception 'We could not find this content.' using errcode = 'PT404';
      end if;
      source := format('(select t.*, (t.subcategories && %L::text[])::integer as is_close from public.tools t
        where t.categories && %L::text[] and t.id <> %L and t.review_count > 0) t',
        compared.subcategories, compared.categories, compared.id);
      sort_key := format('(10 * t.is_close + %s)', private.build_weighted_rating());
      list_order := sort_key || ' desc, t.review_count desc, t.id';
      kind := 'alternatives';
    when 'tools' then
      select * into tools_list from private.build_tool_list(explain_rank.query, explain_rank.in_category,
        explain_rank.min_rating, explain_rank.sort,
        private.build_wanted_facets(explain_rank.pricing, explain_rank.platform, explain_rank.license));
      source := tools_list.source;
      named_tools := tools_list.named_tools;
      list_filter := tools_list.tool_filter;
      list_order := array_to_string(tools_list.keys, ' ' || tools_list.direction || ', ') || ' ' || tools_list.direction;
      kind := case when tools_list.keys[1] = 't.score' then 'relevance' when tools_list.keys[1] like '%adjusted%' then 'adjusted'
        when tools_list.keys[1] like '%rating%' then 'rating' when tools_list.keys[1] like '%count' then 'reviews' else 'names' end;
      sort_key := case kind when 'relevance' then 't.score / 1000000.0' when 'names' then 'null::numeric' else tools_list.keys[1] end;
    else
      raise exception 'list is tools, featured, alternatives or launches' using errcode = 'invalid_parameter_value';
  end case;
  execute format(
    $statement$with ranked as materialized (
       select t.id, t.name, %1$s as sort_key, row_number() over (order by %4$s) as rank
       from %2$s where %3$s order by %4$s limit %5$s + 1
     ), place as (
       select rank from ranked where id = $2 and rank <= %5$s
     ), subject as (
       select %1$s as sort_key, %6$s as terms from %2$s where %3$s and t.id = $2
     )
     select jsonb_build_object('rank', (select rank from place), 'sort_key', (select sort_key from subject),
       'terms', coalesce((select terms from subject), '[]'),
       'above', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank - 1 from place)),
       'below', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank + 1 from place)))$statement$,
    sort_key, source, list_filter, list_order, max_rank, private.build_rank_terms(kind, sort_key))
    into result using named_tools, explain_rank.subject;
  if result -> 'rank' = 'null' and not (case when explain_rank.list = 'launches'
    then exists (select from private.launches where id = explain_rank.subject)
    else exists (select from public.tools where id = explain_rank.subject) end)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;

create or replace function private.get_tool_values(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', t.name, 'description', t.description, 'category', t.category, 'website_url', t.website_url,
      'logo_url', t.logo_url, 'pricing_model', f.pricing_model, 'price_from', f.price_from, 'price_currency', f.price_currency,
      'price_period', f.price_period, 'price_checked_on', f.price_checked_on, 'price_source_url', f.price_source_url,
      'platforms', f.platforms, 'license', f.license, 'repository_url', f.repository_url, 'latest_version', f.latest_version,
      'latest_version_on', f.latest_version_on, 'discontinued_on', f.discontinued_on, 'successor_id', f.successor_id)
  from public.tools t left join public.tool_facts f on f.tool_id = t.id where t.id = get_tool_values.tool
$$;

create or replace function private.get_tool_field_value(tool uuid, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.get_tool_values(get_tool_field_value.tool) -> get_tool_field_value.field
$$;

create or replace function private.check_tool_changes(tool uuid, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant jsonb := private.get_tool_values(check_tool_changes.tool);
  cleaned jsonb;
  next_values jsonb;
  problem text;
begin
  if present is null then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
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
    if exists (select from jsonb_each(changes) where private.clean_tool_value(key, value -> 0) <> present -> key) then
      raise exception 'This has changed in the meantime. Please check it again.' using errcode = 'PT409';
    end if;
    cleaned := private.clean_tool_changes(changes);
    select present || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values from jsonb_each(cleaned);
    problem := coalesce(private.check_tool_values(next_values),
      case when next_values ->> 'successor_id' = check_tool_changes.tool::text then 'A tool can''t be its own successor.' end,
      (select 'Already listed: ' || t.name from public.tools t
        where cleaned ? 'website_url' and t.website_key = private.normalize_website(next_values ->> 'website_url')
          and t.id <> check_tool_changes.tool));
  end if;
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  return cleaned;
end $$;

create or replace function private.apply_tool_changes(tool uuid, changes jsonb) returns void
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
  if cleaned ?| '{name,description,category,website_url,logo_url}' then
    update public.tools t set name = v.name, description = v.description, category = v.category, website_url = v.website_url,
        logo_url = v.logo_url
      from jsonb_to_record(next_values) as v (name text, description text, category text, website_url text, logo_url text)
      where t.id = apply_tool_changes.tool;
  end if;
  if cleaned - '{name,description,category,website_url,logo_url}'::text[] <> '{}' then
    insert into public.tool_facts
      select * from jsonb_populate_record(null::public.tool_facts,
        next_values || jsonb_build_object('tool_id', apply_tool_changes.tool))
    on conflict (tool_id) do update set pricing_model = excluded.pricing_model, license = excluded.license,
      price_from = excluded.price_from, price_currency = excluded.price_currency, price_period = excluded.price_period,
      price_checked_on = excluded.price_checked_on, price_source_url = excluded.price_source_url,
      platforms = excluded.platforms, repository_url = excluded.repository_url, latest_version = excluded.latest_version,
      latest_version_on = excluded.latest_version_on, discontinued_on = excluded.discontinued_on,
      successor_id = excluded.successor_id;
  end if;
end $$;

create or replace function private.get_next_edit_number(tool uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(e.number), 0) + 1 from public.tool_edits e where e.tool_id = get_next_edit_number.tool
$$;

create or replace function private.record_tool_edit(tool uuid, changes jsonb, source_url text, note text, suggested_by uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid;
begin
  perform from public.tools t where t.id = record_tool_edit.tool for update;
  insert into public.tool_edits (tool_id, number, changes, source_url, note, suggested_by, status, decided_at)
    values (record_tool_edit.tool, private.get_next_edit_number(record_tool_edit.tool),
      private.clean_tool_changes(record_tool_edit.changes), record_tool_edit.source_url, coalesce(record_tool_edit.note, ''),
      record_tool_edit.suggested_by, 'accepted', now())
    returning id into new_id;
  return new_id;
end $$;

create or replace function public.suggest_tool_edit(tool uuid, changes jsonb, source_url text, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  source constant text := nullif(private.trim_text(suggest_tool_edit.source_url), '');
  remark constant text := coalesce(private.strip_markup(suggest_tool_edit.note), '');
  new_id uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  -- Waits for a moderator who removes the tool.
  perform from public.tools t where t.id = suggest_tool_edit.tool for key share;
  cleaned := private.check_tool_changes(suggest_tool_edit.tool, suggest_tool_edit.changes);
  if cleaned = '{}' then
    raise exception 'Please change at least one field.' using errcode = 'check_violation';
  end if;
  if source is null or not private.is_web_address(source) then
    raise exception 'Please add a link where we can verify this.' using errcode = 'check_violation';
  end if;
  if length(remark) > 1000 then
    raise exception 'Note too long: 1000 characters at most' using errcode = 'check_violation';
  end if;
  if private.matches_word_filter(
    (select concat_ws(E'\x1f', remark, string_agg(value ->> 1, E'\x1f')) from jsonb_each(cleaned)
      where key in ('name', 'description', 'category', 'latest_version')), 'reject', private.get_setting('word_filter'))
  then
    raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
      using errcode = 'check_violation';
  end if;
  -- Locks the member's row of the day: suggestions at the same time are counted one after the other.
  perform private.count_daily_use('suggestions', private.get_setting('daily_limit_edits')::integer);
  if (select count(*) from public.tool_edits e
    where e.tool_id = suggest_tool_edit.tool and e.suggested_by = auth.uid() and e.status = 'open') >= 5
  then
    raise exception 'You have five open suggestions for this tool. Please wait until we have checked them.' using errcode = 'PT429';
  end if;
  insert into public.tool_edits (tool_id, changes, source_url, note, suggested_by)
    values (suggest_tool_edit.tool, cleaned, source, remark, auth.uid())
    returning id into new_id;
  return new_id;
end $$;

create or replace function public.resolve_tool_edit(edit uuid, accept boolean, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  suggested record;
  written_reason constant text := nullif(private.trim_text(resolve_tool_edit.reason), '');
begin
  perform private.require_decider();
  select e.tool_id, e.suggested_by, e.changes, t.name, t.slug into suggested
    from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = resolve_tool_edit.edit;
  if not found then
    raise exception 'We could not find this suggestion.' using errcode = 'PT404';
  end if;
  if suggested.suggested_by = auth.uid() then
    raise exception 'You are involved in this case. Another moderator has to decide it.' using errcode = 'insufficient_privilege';
  end if;
  if resolve_tool_edit.accept is null then
    raise exception 'Please accept or decline the suggestion.' using errcode = 'check_violation';
  end if;
  if length(written_reason) > 1000 then
    raise exception 'Reason too long: 1000 characters at most' using errcode = 'check_violation';
  end if;
  -- In the order of the deletion of an account, which deletes suggestions.
  perform from private.profiles p where p.user_id = suggested.suggested_by for key share;
  perform from public.tools t where t.id = suggested.tool_id for update;
  perform from public.tool_edits e where e.id = resolve_tool_edit.edit and e.status = 'open' for update;
  if not found then
    raise exception 'This has already been decided.' using errcode = 'PT409';
  end if;
  if resolve_tool_edit.accept then
    perform private.apply_tool_changes(suggested.tool_id, suggested.changes);
    update public.tool_edits e set status = 'accepted', number = private.get_next_edit_number(e.tool_id), decided_at = now()
      where e.id = resolve_tool_edit.edit;
  else
    update public.tool_edits e set status = 'declined', reason = written_reason, decided_at = now() where e.id = resolve_tool_edit.edit;
    if suggested.suggested_by is not null then
      perform private.queue_email('edit_declined',
        jsonb_build_object('tool', suggested.name, 'slug', suggested.slug, 'reason', written_reason), suggested.suggested_by);
    end if;
  end if;
end $$;

create or replace function public.rename_tool(tool uuid, name text, slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.tools;
  new_name constant text := private.strip_markup(rename_tool.name);
  new_slug constant text := btrim(rename_tool.slug);
  wrong text;
begin
  perform private.require_decider();
  select * into before from public.tools t where t.id = rename_tool.tool for update;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  if new_slug <> before.slug then
    if not private.is_slug(new_slug) then
      raise exception 'An address has 1 to 100 lower-case letters and digits, with single hyphens between them.'
        using errcode = 'check_violation';
    end if;
    if exists (select from public.tools t where t.slug = new_slug) then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end if;
    if exists (select from public.tool_redirects r where r.slug = new_slug and r.tool_id <> before.id) then
      raise exception 'This address redirects to another tool.' using errcode = 'PT409';
    end if;
    -- The slug of a tool that was merged into this one redirects here, although a removed tool has it.
    delete from public.tool_redirects r where r.slug = new_slug;
    if not found and private.find_removing_decision_by_slug(new_slug) is not null then
      raise exception 'This address belongs to a removed tool.' using errcode = 'PT409';
    end if;
    begin
      update public.tools t set slug = new_slug, updated_at = now() where t.id = before.id;
    exception when unique_violation then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end;
    insert into public.tool_redirects (slug, tool_id) values (before.slug, before.id);
  end if;
  if new_name <> before.name then
    wrong := private.check_tool_value('name', to_jsonb(new_name));
    if wrong is not null then
      raise exception '%', wrong using errcode = 'check_violation';
    end if;
    perform private.apply_tool_changes(before.id,
      jsonb_build_object('name', jsonb_build_array(before.name, new_name)));
    perform private.record_tool_edit(before.id, jsonb_build_object('name', jsonb_build_array(before.name, new_name)),
      null, null, auth.uid());
  end if;
end $$;

create or replace function private.move_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_number constant integer := private.get_next_edit_number(to_tool) - 1;
  changes jsonb;
  merged_name constant text := (select t.name from public.tools t where t.id = from_tool);
begin
  insert into private.merged_rows (decision, table_name, row_id, has_moved, edit_number)
    select merge, 'public.tool_edits', e.id, true, e.number from public.tool_edits e where e.tool_id = from_tool;
  select jsonb_object_agg(field, jsonb_build_array(after, private.get_tool_field_value(to_tool, field))) into changes
    from (
      select distinct on (change.key) change.key as field, change.value -> 1 as after
      from public.tool_edits e, jsonb_each(e.changes) as change
      where e.tool_id = from_tool and e.status = 'accepted' order by change.key, e.number desc
    ) last where after is distinct from private.get_tool_field_value(to_tool, field);
  update public.tool_edits e set tool_id = to_tool, number = last_number + moved.place
    from (select id, row_number() over (order by number) as place from public.tool_edits where tool_id = from_tool and status = 'accepted') moved
    where e.id = moved.id;
  update public.tool_edits e set tool_id = to_tool where e.tool_id = from_tool;
  if changes is not null then
    insert into private.merged_rows (decision, table_name, row_id, has_moved)
      values (merge, 'public.tool_edits', private.record_tool_edit(to_tool, changes, null, format('Merged with %s.', merged_name), auth.uid()), false);
  end if;
end $$;

create or replace function public.merge_tools(source uuid, target uuid, explanation text) returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  written_explanation constant text := private.trim_text(coalesce(merge_tools.explanation, ''));
  source_tool public.tools;
  target_tool public.tools;
  duplicate record;
  duplicates uuid[];
  moved uuid[];
  new_number bigint;
  removal bigint;
begin
  perform private.require_decider();
  if merge_tools.source = merge_tools.target then
    raise exception 'A tool can''t be merged into itself.' using errcode = 'check_violation';
  end if;
  if length(written_explanation) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  duplicates := array(select d.older from private.find_duplicate_reviews(merge_tools.source, merge_tools.target) d);
  -- Decisions about one subject run one after the other.
  perform pg_advisory_xact_lock(hashtext('moderate ' || subject.id))
    from (select unnest(duplicates || array[merge_tools.source, merge_tools.target]) as id order by id) subject
    where subject.id is not null;
  perform private.require_listed(merge_tools.source);
  perform private.require_listed(merge_tools.target);
  perform private.require_no_involvement('tool', merge_tools.source,
    (select t.submitted_by from public.tools t where t.id = merge_tools.source));

  perform from public.review_helpful_votes v where v.review_id = any (duplicates) order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.tool_id = merge_tools.source or r.id = any (duplicates) order by r.id for update;
  perform from public.tools t where t.id in (merge_tools.source, merge_tools.target)
      or t.id in (select f.tool_id from public.tool_facts f where f.successor_id = merge_tools.source)
    order by t.id for update;
  perform from private.launches l where l.tool_id = merge_tools.source order by l.id for update;
  select * into source_tool from public.tools t where t.id = merge_tools.source;
  select * into target_tool from public.tools t where t.id = merge_tools.target;

  new_number := private.record_decision('tool', source_tool.id, 'merge', null, written_explanation, null, null, null, auth.uid());
  update private.reports r set status = 'resolved', decision = new_number, closed_at = now()
    where r.subject_type = 'tool' and r.subject_id = source_tool.id and r.status = 'open';
  insert into private.tool_merges (decision, source_id, target_id, redirects)
    values (new_number, source_tool.id, target_tool.id, array(select r.slug from public.tool_redirects r where r.tool_id = source_tool.id order by r.slug));

  -- In the order of the authors, whose counts it locks.
  for duplicate in
    select d.older, r.tool_id from private.find_duplicate_reviews(source_tool.id, target_tool.id) d
    join public.reviews r on r.id = d.older order by d.user_id
  loop
    removal := private.record_decision('review', duplicate.older, 'remove', 'duplicate',
      format('You reviewed %s and %s, which are the same tool and are one entry now. Your newer review stays.', source_tool.name, target_tool.name),
      null, null, 'staff', auth.uid());
    perform private.remove_content(removal, 'review', duplicate.older);
    insert into private.merged_rows (decision, table_name, row_id, has_moved, removed_by)
      values (new_number, 'public.reviews', duplicate.older, duplicate.tool_id = source_tool.id, removal);
  end loop;

  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, removed.table_name, removed.row_id, true from private.move_removed_rows(source_tool.id, target_tool.id) removed
    on conflict do nothing;
  moved := array(select r.id from public.reviews r where r.tool_id = source_tool.id);
  update public.reviews r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  perform private.move_activities(moved, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.reviews', id, true from unnest(moved) as id;
  with launches as (
    update private.launches l set tool_id = target_tool.id where l.tool_id = source_tool.id returning l.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved) select new_number, 'private.launches', id, true from launches;
  perform private.move_tool_edits(new_number, source_tool.id, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.tool_facts', predecessor, true from private.replace_successor(source_tool.id, target_tool.id) predecessor;
  update public.tool_redirects r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  perform private.remove_content(new_number, 'tool', source_tool.id, moved_as => 'merge');
  insert into public.tool_redirects (slug, tool_id) values (source_tool.slug, target_tool.id);
  return new_number;
end $$;

create or replace function private.require_listed(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.tools t where t.id = require_listed.tool) then
    if private.find_removing_decision('tool', require_listed.tool) is not null then
      perform private.raise_already_decided('tool', require_listed.tool);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
end $$;

create or replace function private.check_import_rows(rows jsonb)
returns table (place integer, number integer, tool uuid, slug text, changes jsonb, outcome text, message text)
language sql stable security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select k.*, case when k.tool is not null then private.get_tool_values(k.tool) end as present,
      private.find_removing_decision_by_website(k.website_key) as website_decision,
      case when k.tool is null then private.find_removing_decision_by_slug(k.slug) end as slug_decision
    from private.read_import_keys(rows) k
  ), cells as materialized (
    -- Checking 13 cells takes longer than everything else for a row, so the present value is not checked again.
    select read.*, case when read.value <> 'null' and read.value is distinct from read.present
        then private.check_tool_value(read.field, read.value) end as problem
    from (
      select k.place, f.field, f.label, f.place as field_place, k.present -> f.field as present,
        private.clean_tool_value(f.field, case when f.field in ('platforms', 'successor_id')
          then private.read_import_cell(f.field, k.cells -> f.field) else k.cells -> f.field end) as value
      from keyed k join private.list_import_fields() f on k.cells ? f.field offset 0
    ) read
  ), wanted as (
    select c.place, jsonb_object_agg(c.field, c.value) filter (where c.value <> 'null') as given from cells c group by c.place
  ), problems as (
    -- Of one field. A listed tool keeps what the row has no cell for.
    select c.place, c.field_place as problem_place, format('the %s is not valid. %s.', c.label, rtrim(c.problem, '.')) as problem
    from cells c where c.problem is not null
    union all
    select k.place, required.problem_place, format('the %s is missing.', required.field)
    from keyed k cross join unnest('{name,description,category}'::text[]) with ordinality as required (field, problem_place)
    left join cells c on c.place = k.place and c.field = required.field
    where coalesce(c.value, 'null') = 'null' and (k.tool is null or c.field is not null)
    union all
    select k.place, 100, format('there is no column %s.', left(unknown.name, 50))
    from keyed k cross join lateral jsonb_object_keys(k.cells) as unknown (name)
    where unknown.name not in (select f.field from private.list_import_fields() f) and not unknown.name = any (
      -- What an export or the API returns besides.
      '{id,tool_id,slug,categories,subcategories,rating_sum,rating_counts,rating_average,adjusted_rating,review_count,website_host,website_key,submitted_by,created_at,updated_at,name_folded,search,facets}')
    union all
    select k.place, 101, 'the slug is not valid. It has 1 to 100 lower-case letters and digits, with single hyphens between them.'
    from keyed k where btrim(k.cells ->> 'slug') <> '' and not private.is_slug(k.slug)
    union all
    -- It would not be found again.
    select k.place, 102, 'the slug is missing.' from keyed k
    where k.tool is null and k.website_key is null and k.slug is null and k.cells ->> 'name' <> ''
    union all
    select k.place, 103, lower(left(whole.problem, 1)) || substr(whole.problem, 2) from keyed k left join wanted w on w.place = k.place
    cross join lateral (select coalesce(private.check_tool_values(coalesce(k.present, '{}') || coalesce(w.given, '{}')),
      case when w.given ->> 'successor_id' = k.tool::text then 'A tool can''t be its own successor.' end) as problem) whole
    where whole.problem is not null
    union all
    select k.place, 104, format('this tool %s (decision %s).',
      case d.action when 'hold' then 'is waiting for approval' else 'was removed by a moderator' end, d.number)
    from keyed k join public.moderation_decisions d on d.number = greatest(k.slug_decision, k.website_decision)
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
      first_value(k.number) over slug as first_of_slug, row_number() over website as website_place,
      row_number() over tool as tool_place, row_number() over slug as slug_place,
      -- A former address of a tool, or the website of an entry that was merged.
      coalesce((select r.tool_id from public.tool_redirects r where k.tool is null and r.slug = k.slug),
        (select m.target_id from private.tool_merges m where m.decision = k.website_decision)) as moved_to
    from keyed k
    window website as (partition by k.website_key order by k.place), tool as (partition by k.tool order by k.place),
      slug as (partition by k.slug, k.tool is null order by k.place)
  ), duplicates as (
    select f.place, coalesce(f.tool, f.moved_to) as tool, case
      when f.website_key is not null and f.website_place > 1
        then format('Row %s has the same website as row %s.', f.number, f.first_of_website)
      when f.tool is not null and f.tool_place > 1 then format('Row %s is the same tool as row %s.', f.number, f.first_of_tool)
      when f.tool is null and f.slug is not null and f.slug_place > 1
        then format('Row %s has the same slug as row %s.', f.number, f.first_of_slug)
      when f.moved_to is not null then format('Row %s is part of %s.', f.number,
        coalesce((select t.name from public.tools t where t.id = f.moved_to), 'another tool')) end as message
    from firsts f
  ), compared as (
    select k.place, (select jsonb_object_agg(key, jsonb_build_array(k.present -> key, value)) from jsonb_each(w.given)
      where value is distinct from k.present -> key) as changes, w.given
    from keyed k left join wanted w on w.place = k.place
  )
  select k.place, k.number, coalesce(k.tool, d.tool), k.slug, case when k.tool is null then c.given else c.changes end,
    case when r.message is not null then 'invalid' when d.message is not null then 'duplicate' when k.tool is null then 'created'
      when c.changes is not null then 'updated' else 'unchanged' end,
    coalesce(format('Row %s: ', k.number) || r.message, d.message)
  from keyed k join compared c on c.place = k.place join duplicates d on d.place = k.place left join refused r on r.place = k.place
$$;

create or replace function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from jsonb_array_elements_text(private.get_setting('blocked_email_domains')) domain
    where '.' || substring(lower(address) from '@([^@]*)$') like '%.' || replace(lower(domain), '_', '\_'))
$$;

create or replace function private.refuse_sign_up(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.refuse_address(address), case
    when private.get_setting('invite_only') = 'true' and not exists (select from private.invitations i
        where i.email = lower(address) and i.used_by is null and i.expires_at > now())
      then jsonb_build_object('error_code', 'invitation_required', 'msg', 'Sign-up is by invitation only.')
  end)
$$;

create or replace function public.revoke_invitation(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited record;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  delete from private.invitations i where i.email = lower(btrim(revoke_invitation.email)) and i.used_by is null
    returning i.email into invited;
  if found then
    delete from auth.users u where lower(u.email) = invited.email and u.email_confirmed_at is null
      and private.get_setting('invite_only') = 'true';
  elsif exists (select from private.invitations i where i.email = lower(btrim(revoke_invitation.email))) then
    raise exception 'This invitation has been used already.' using errcode = 'PT409';
  else
    raise exception 'We could not find this invitation.' using errcode = 'PT404';
  end if;
end $$;
