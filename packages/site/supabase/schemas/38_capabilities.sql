-- How moderators maintain the vocabulary of what tools are used for.

-- Adds a capability, or changes the one with this slug.
--   is_new  whether the slug must be free
create function public.save_capability(slug text, name text, category text, description text default '', synonyms text[] default '{}',
  is_new boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(save_capability.slug));
  wanted_name constant text := private.strip_markup(private.clean_line(save_capability.name));
  wanted_description constant text := coalesce(private.strip_markup(save_capability.description), '');
  wanted_synonyms constant text[] := array(select term from unnest(private.clean_aliases(coalesce(save_capability.synonyms, '{}'))) as term
    where lower(term) <> lower(wanted_name));
  problem text;
begin
  perform private.require_decider();
  problem := case
    when wanted is null or wanted !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted) > 60
      then 'The address has 1 to 60 lower-case letters and digits, with single hyphens between them.'
    when is_new and exists (select from public.capabilities c where c.slug = wanted) then 'There is already a use with this address.'
    when wanted_name is null or length(wanted_name) not between 2 and 60 then 'The name has 2 to 60 characters.'
    when exists (select from unnest(wanted_synonyms || wanted_name) as term where term ~ '[,;]')
      then 'Names can''t have commas or semicolons.'
    when length(wanted_description) > 300 then 'Description too long: 300 characters at most'
    when cardinality(wanted_synonyms) > 40 then 'A use can have at most 40 synonyms.'
    when exists (select from unnest(wanted_synonyms) as term where length(term) > 60) then 'A synonym has at most 60 characters.'
    when not exists (select from public.categories c where c.name = save_capability.category) then 'Please choose a category.'
    when exists (select from public.capabilities c where lower(c.name) = lower(wanted_name) and c.slug <> wanted)
      then format('There is already a use named %s.', wanted_name) end;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  delete from public.capability_redirects r where r.slug = wanted;
  insert into public.capabilities (slug, name, category, description, synonyms)
    values (wanted, wanted_name, save_capability.category, wanted_description, wanted_synonyms)
  on conflict on constraint capabilities_pkey do update set name = excluded.name, category = excluded.category,
    description = excluded.description, synonyms = excluded.synonyms;
end $$;

-- A JSON list of texts with one text in place of another; any other value as it is.
create function private.replace_in_list(list jsonb, before text, after text) returns jsonb
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(list) when 'array' then (select jsonb_agg(text order by text) from (
    select distinct case text when before then after else text end as text from jsonb_array_elements_text(list) as text) replaced)
    else list end
$$;

-- Moves the tools of a capability to another one, which gets its names as synonyms and its address.
create function public.merge_capabilities(source text, target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  merged public.capabilities;
  other_terms jsonb;
  tools uuid[];
  names text[];
begin
  perform private.require_decider();
  -- In the order of slugs, so that two merges of the same pair wait for each other.
  perform from public.capabilities c where c.slug in (merge_capabilities.source, merge_capabilities.target) order by c.slug for update;
  select * into merged from public.capabilities c where c.slug = merge_capabilities.source;
  perform private.refuse_if(merged.slug is null or not exists (select from public.capabilities c where c.slug = merge_capabilities.target),
    'PT404', 'We could not find this use.');
  perform private.refuse_if(merge_capabilities.source = merge_capabilities.target,
    'check_violation', 'Please choose two different uses.');
  tools := array(select t.id from public.tools t join public.tool_capabilities l on l.tool_id = t.id
    where l.capability = merge_capabilities.source order by t.id for no key update of t);
  update public.capability_redirects r set capability = merge_capabilities.target where r.capability = merge_capabilities.source;
  -- The terms of other languages become those of the target.
  with merged_terms as (
    select t.language, (array_agg(distinct term))[:20] as terms from public.capability_terms t, unnest(t.terms) as term
    where t.capability in (merge_capabilities.source, merge_capabilities.target) group by t.language
  ), removed as (delete from public.capability_terms t where t.capability = merge_capabilities.target)
  select jsonb_agg(jsonb_build_object('language', language, 'terms', terms)) into other_terms from merged_terms;
  delete from public.capabilities c where c.slug = merge_capabilities.source;
  insert into public.capability_terms (capability, language, terms)
    select merge_capabilities.target, r.language, r.terms from jsonb_to_recordset(other_terms) as r (language text, terms text[]);
  insert into public.tool_capabilities (tool_id, capability) select tool, merge_capabilities.target from unnest(tools) as tool
    on conflict do nothing;
  update private.removed_content removed set row_data = removed.row_data || jsonb_build_object('capability', merge_capabilities.target)
    where removed.table_name = 'public.tool_capabilities' and removed.row_data ->> 'capability' = merge_capabilities.source;
  select array_agg(term order by place) into names from public.capabilities c,
    unnest(private.clean_aliases(c.synonyms || merged.name || merged.synonyms)) with ordinality as terms (term, place)
    where c.slug = merge_capabilities.target and lower(term) <> lower(c.name);
  perform private.refuse_if(cardinality(names) > 40, 'check_violation', 'A use can have at most 40 synonyms.');
  update public.capabilities c set synonyms = coalesce(names, '{}') where c.slug = merge_capabilities.target;
  update public.tool_edits e set changes = e.changes || jsonb_build_object('capabilities', (
      select jsonb_agg(private.replace_in_list(value, merge_capabilities.source, merge_capabilities.target) order by place)
      from jsonb_array_elements(e.changes -> 'capabilities') with ordinality as side (value, place)))
    where e.status = 'open' and e.changes ? 'capabilities';
  -- Those of removed tools.
  update private.removed_content removed set row_data = jsonb_set(removed.row_data, '{changes,capabilities}', (
      select jsonb_agg(private.replace_in_list(value, merge_capabilities.source, merge_capabilities.target) order by place)
      from jsonb_array_elements(removed.row_data -> 'changes' -> 'capabilities') with ordinality as side (value, place)))
    where removed.table_name = 'public.tool_edits' and removed.row_data ->> 'status' = 'open'
      and removed.row_data -> 'changes' ? 'capabilities';
  insert into public.capability_redirects (slug, capability) values (merge_capabilities.source, merge_capabilities.target);
end $$;

create function public.remove_capability(slug text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_decider();
  -- Tools before capabilities, as other changes lock them.
  perform from public.tools t join public.tool_capabilities l on l.tool_id = t.id
    where l.capability = remove_capability.slug order by t.id for no key update of t;
  delete from public.capabilities c where c.slug = remove_capability.slug;
  perform private.refuse_if(not found, 'PT404', 'We could not find this use.');
end $$;
grant execute on function public.save_capability, public.merge_capabilities, public.remove_capability to authenticated;

-- The names of capabilities, each once: of those with these slugs, and of those into which they were merged.
create function private.list_capability_names(slugs text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select c.name from public.capabilities c
    where c.slug = any (slugs || array(select r.capability from public.capability_redirects r where r.slug = any (slugs)))
    order by c.name)
$$;

-- What the author of a review uses the tool for: computed fields.
create function public.used_for_names(review public.reviews) returns text[]
language sql stable security definer set search_path = '' as $$
  select private.list_capability_names(review.used_for)
$$;
create function public.used_for_names(revision public.review_revisions) returns text[]
language sql stable security definer set search_path = '' as $$
  select private.list_capability_names(revision.used_for)
$$;

-- How many reviewers use a tool for each of its capabilities, the most first, and how they rate it. Their choices do not
-- decide which capabilities a tool has.
create function public.tool_capability_figures(tool uuid)
returns table (slug text, name text, reviewers integer, mean_rating numeric)
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, count(*)::integer, round(avg(chosen.rating), 2)
  from (
    select distinct r.id, r.rating, coalesce(redirect.capability, used.slug) as slug
    from public.reviews r cross join unnest(r.used_for) as used (slug)
    left join public.capability_redirects redirect on redirect.slug = used.slug
    where r.tool_id = tool_capability_figures.tool and r.used_for <> '{}'
  ) chosen
  join public.tool_capabilities l on l.tool_id = tool_capability_figures.tool and l.capability = chosen.slug
  join public.capabilities c on c.slug = l.capability
  group by c.slug, c.name order by count(*) desc, c.name
$$;
grant execute on function public.used_for_names(public.reviews), public.used_for_names(public.review_revisions),
  public.tool_capability_figures to anon, authenticated, service_role;

-- Of a tool, for reads of several: what its reviews say together, and how many reviewers chose each use, by its slug.
create function public.review_summary(tool public.tools) returns jsonb
language sql stable security definer set search_path = '' as $$ select public.tool_review_summary(tool.id) $$;
create function public.reviewers_by_use(tool public.tools) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(f.slug, f.reviewers), '{}') from public.tool_capability_figures(tool.id) f
$$;
grant execute on function public.review_summary(public.tools), public.reviewers_by_use(public.tools)
  to anon, authenticated, service_role;

-- A tool without capabilities for which a moderator has declined those of its text.
create table private.tools_without_use (
  tool_id uuid primary key references public.tools (id) on delete cascade
);
call private.secure_internal_table('private.tools_without_use');

-- For tools without capabilities, those that their texts name: by terms of several words, and by single words of a name or a
-- category, because in a description those often mean something else. A term with a stop word ("time off") is left out: its
-- query would match the rest. Only the tools that have the longest word of a term are compared with it: a frequent word is in
-- most texts, and reading those of all tools again for each term takes a minute.
create function private.match_capabilities() returns table (tool_id uuid, slug text)
language sql stable set search_path = '' set jit = off set enable_nestloop = off as $$
  with terms as materialized (
    select s.slug, s.term, case when s.term like '% %' then phraseto_tsquery(texts.configuration, s.term)
        else (quote_literal(s.term) || ':AB')::tsquery end as query,
      (select lexeme from unnest(case when s.term like '% %' then tsvector_to_array(to_tsvector(texts.configuration, s.term))
        else array[s.term] end) as lexeme order by length(lexeme) desc limit 1) as lexeme
    from private.search_terms s join (
      select language, private.get_content_configuration() as configuration from private.content_language
      union all select 'en', 'pg_catalog.english' where not exists (select from private.content_language where language = 'en')
    ) texts on texts.language = s.language
    where s.kind = 'capability'
  ), tools as materialized (
    select t.id, t.search from public.tools t
    where not exists (select from public.tool_capabilities l where l.tool_id = t.id)
      and not exists (select from private.tools_without_use declined where declined.tool_id = t.id)
  ), words as materialized (
    select t.id, lexeme from tools t, unnest(tsvector_to_array(t.search)) as lexeme
  )
  select distinct t.id, terms.slug
  from terms join words on words.lexeme = terms.lexeme join tools t on t.id = words.id and t.search @@ terms.query
  where numnode(terms.query) = 2 * cardinality(string_to_array(terms.term, ' ')) - 1
$$;

-- Tools without capabilities whose text names some: for moderators, the most reviewed first. total is the number of all of
-- them, and without_use that of all tools without capabilities; names are those of the capabilities.
create function public.suggested_capabilities(page_size integer default 20)
returns table (id uuid, slug text, name text, category text, description text, capabilities text[],
  names text[], total bigint, without_use bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_staff('moderator');
  end if;
  return query
  with matching as (
    select m.tool_id, array_agg(c.slug order by c.name) as slugs, array_agg(c.name order by c.name) as names
    from private.match_capabilities() m join public.capabilities c on c.slug = m.slug group by m.tool_id
  )
  select t.id, t.slug, t.name, t.category, t.description, m.slugs[:20], m.names[:20], count(*) over (),
    (select count(*) from public.tools other
      where not exists (select from public.tool_capabilities l where l.tool_id = other.id))
  from matching m join public.tools t on t.id = m.tool_id
  order by t.review_count desc, t.name_folded, t.id limit least(greatest(page_size, 1), 100);
end $$;

-- Gives a tool without capabilities those that a moderator has chosen; with none it is not suggested again.
create function public.decide_capabilities(tool uuid, capabilities text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changes constant jsonb := jsonb_build_object('capabilities', jsonb_build_array(null, to_jsonb(decide_capabilities.capabilities)));
begin
  perform private.require_decider();
  perform private.refuse_if(private.belongs_to_maker(decide_capabilities.tool, auth.uid()),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  if decide_capabilities.capabilities is null then
    raise exception 'Please choose uses of this tool.' using errcode = 'check_violation';
  elsif not exists (select from public.tools t where t.id = decide_capabilities.tool) then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  elsif cardinality(decide_capabilities.capabilities) > 0 then
    perform private.apply_tool_changes(decide_capabilities.tool, changes);
    perform private.record_tool_edit(decide_capabilities.tool, changes, null, 'Named in the text', auth.uid());
  else
    insert into private.tools_without_use (tool_id) values (decide_capabilities.tool) on conflict do nothing;
  end if;
end $$;
grant execute on function public.suggested_capabilities to authenticated, service_role;
grant execute on function public.decide_capabilities to authenticated;

-- Gives a tool the capabilities that its submitter chose in the form, within an hour, also if it waits for approval.
create function public.add_tool_capabilities(tool uuid, capabilities text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := private.read_texts(private.clean_tool_value('capabilities', to_jsonb(add_tool_capabilities.capabilities)));
  problem constant text := private.check_tool_value('capabilities', to_jsonb(slugs));
  held bigint;
begin
  perform private.require_second_factor();
  perform private.require_no_suspension();
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  if exists (select from public.tools t where t.id = add_tool_capabilities.tool and t.submitted_by = auth.uid()
    and t.created_at > now() - interval '1 hour')
  then
    insert into public.tool_capabilities select add_tool_capabilities.tool, slug from unnest(slugs) as slug on conflict do nothing;
    return;
  end if;
  select removed.decision into held from private.removed_content removed
    join public.moderation_decisions d on d.number = removed.decision and d.action = 'hold'
    where removed.row_id = add_tool_capabilities.tool and removed.table_name = 'public.tools'
      and removed.row_data ->> 'submitted_by' = auth.uid()::text
      and (removed.row_data ->> 'created_at')::timestamptz > now() - interval '1 hour'
    for update of removed;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  delete from private.removed_content removed
    where removed.decision = held and removed.row_id = add_tool_capabilities.tool and removed.table_name = 'public.tool_capabilities';
  insert into private.removed_content (decision, position, table_name, row_id, row_data)
    select held, 2, 'public.tool_capabilities', add_tool_capabilities.tool,
      jsonb_build_object('tool_id', add_tool_capabilities.tool, 'capability', slug) from unnest(slugs) as slug;
end $$;
grant execute on function public.add_tool_capabilities to authenticated;
