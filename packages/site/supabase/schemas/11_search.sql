-- Lists and search. Row security keeps the operators of text search away from the indexes, so these
-- functions run as their owner with their conditions written out. They return nothing that the caller
-- may not read.

-- Whether more than one in twenty of the most reviewed tools has the terms.
create function private.is_frequent(terms tsquery) returns boolean
language sql stable set search_path = '' as $$
  select count(*) > 5 from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms
$$;

-- How many tools match, up to a limit. First it counts among the 200 most reviewed tools, because a scan of the index
-- reads all rows of a frequent word. For a rare word it uses the index, also where the planner prefers to read the table.
create function private.count_matches(terms tsquery, up_to integer) returns integer
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if (select count(*) from (select search from public.tools order by review_count desc, id desc limit 200) t where t.search @@ terms) >= up_to then
    return up_to;
  end if;
  return (select count(*) from (select from public.tools t where t.search @@ terms limit up_to) matching);
end $$;

-- How well a row t has a part of a search, from 0.3 to 1.55, as SQL text. A capability counts more for a tool that has few
-- others. A category says less than the words of a text, because it has many tools.
create function private.build_part_score(part private.search_part) returns text
language plpgsql stable set search_path = '' as $$
begin
  return format('case when t.search @@ %L::tsquery then 1', private.build_words_query(part.words, 'A'))
    || case when array_to_string(part.lexemes, ' ') ~ '[#=]' then format(' when t.search @@ %L::tsquery then 0.7 + 0.6 / sqrt(greatest(t.capability_count, 1))',
        private.build_any_query(part.lexemes)) else '' end
    || format(' when t.search @@ %L::tsquery then 0.8 when t.search @@ %L::tsquery then 0.6 when t.search @@ %L::tsquery then 0.45 else 0.3 end',
      private.build_words_query(part.words, 'AB'), private.build_words_query(part.words, 'A', 1), private.build_words_query(part.words, ''))
    || case when part.lexemes is null then '' else (
      select format(' + 0.25 * (%s) / %s',
        string_agg(format('case when t.search @@ %L::tsquery then 1 else 0 end', private.build_words_query(array[word], '')), ' + '), count(*))
      from unnest(part.words) as word) end;
end $$;

-- What a search finds and how it ranks.
--   words        those that are searched for, as text
--   listed       tools in the order of the result, for alternatives and comparisons; else null
--   terms        a query that each result matches; null if nothing is searched for
--   match_filter the condition of the results, as SQL text
--   score        the text score of a row t, as SQL text
--   share        the share of the weight of all parts that a row t has, as SQL text
--   facts        facets that results should have
--   uses         the lexemes of the capabilities and categories that words name
--   attribute_filter  of private.build_attribute_filter, which is in match_filter too
create type private.search_plan as (words text, listed uuid[], terms tsquery, match_filter text, score text, share text, facts text[],
  uses text[], attribute_filter text);

-- The condition of lists that filter by attributes, as SQL text that begins with "and": {"sign_in": ["saml", "oidc"],
-- "gdpr": true, "price": {"max": 200}}. Several values mean any of them. No tool has an unknown attribute or value.
create function private.build_attribute_filter(attributes jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if attributes = '{}' then return ''; end if;
  return (select coalesce(string_agg(case
    when a.kind in ('number', 'date') and jsonb_typeof(f.value) = 'object' and bounds.are_valid then format(
      ' and t.id in (select n.tool_id from private.attribute_numbers n where n.attribute = %L and n.value between %L and %L)', a.key,
      coalesce(bounds.least, '-infinity'), coalesce(bounds.greatest, 'infinity'))
    when a.kind in ('yes_no', 'choice', 'choices') and jsonb_typeof(f.value) <> 'object' then format(' and t.facets && %L::text[]',
      array(select format('a.%s:%s', a.key, case wanted when 'true' then 'yes' when 'false' then 'no' else lower(wanted) end)
        from jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) as wanted))
    else ' and false' end, '' order by f.key), '')
  from jsonb_each(case jsonb_typeof(attributes) when 'object' then attributes else '{}' end) as f
    left join public.attributes a on a.key = f.key
    left join lateral (select private.read_bound(a.kind, f.value ->> 'min') as least, private.read_bound(a.kind, f.value ->> 'max') as greatest,
      (f.value ->> 'min' is null) = (private.read_bound(a.kind, f.value ->> 'min') is null)
        and (f.value ->> 'max' is null) = (private.read_bound(a.kind, f.value ->> 'max') is null) as are_valid) bounds on true);
end $$;

create function private.plan_search(query text, read private.reading, capability text default null, attributes jsonb default '{}') returns private.search_plan
language plpgsql stable set search_path = '' as $$
declare
  part private.search_part;
  plan private.search_plan;
  total constant numeric := (select greatest(sum(round(p.weight::numeric, 4)), 0.0001) from unnest(read.parts) as p);
  scores text[] := '{}';
  shares text[] := '{}';
begin
  plan.words := array_to_string(read.words, ' ');
  plan.facts := read.facts;
  plan.uses := '{}';
  foreach part in array read.parts loop
    plan.uses := plan.uses || array(select lexeme from unnest(part.lexemes) as lexeme where lexeme ~ '^[#@]');
    if part.is_required then plan.terms := coalesce(plan.terms && part.query, part.query); end if;
    scores := scores || format('%s * case when t.search @@ %L::tsquery then (%s) else 0 end', round(part.weight::numeric, 4),
      part.query, private.build_part_score(part));
    shares := shares || format('case when t.search @@ %L::tsquery then %s else 0 end', part.query, round(part.weight::numeric, 4));
  end loop;
  plan.score := case when cardinality(scores) = 0 then '0' else format('4 * (%s) / %s', array_to_string(scores, ' + '), total) end;
  plan.share := case when cardinality(shares) = 0 then '0' else format('((%s) / %s)', array_to_string(shares, ' + '), total) end;
  if read.compared is not null or read.alternatives_to is not null then
    plan.terms := null;
    plan.listed := read.compared || array(select id from unnest(coalesce(read.alternatives, private.list_alternatives(read.compared[1], 48))) as id
      where id <> all (coalesce(read.compared, '{}')));
  end if;
  plan.match_filter := case when capability <> '' then format('t.search @@ %L::tsquery and ', quote_literal('#' || capability)) else '' end
    || case when plan.listed is not null then format('t.id = any (%L::uuid[])', plan.listed)
      when plan.terms is not null then format('t.search @@ %L::tsquery', plan.terms)
      -- A search for facts alone.
      when cardinality(read.facts) > 0 then (select string_agg(case fact when 'pricing:free' then 't.facets && ''{pricing:free,pricing:freemium}'''
        else format('t.facets @> array[%L]', fact) end, ' and ') from unnest(read.facts) as fact)
      -- No word carries a meaning.
      when btrim(coalesce(query, '')) <> '' then 'false'
      else 'true' end
    || coalesce((select string_agg(format(' and not t.search @@ %L::tsquery', e.query), '') from unnest(read.excluded) as e), '');
  plan.attribute_filter := private.build_attribute_filter(attributes);
  if plan.match_filter <> 'false' then plan.match_filter := plan.match_filter || plan.attribute_filter; end if;
  return plan;
end $$;

-- The condition that lists and counts share, as SQL text with each value quoted.
--   match_filter  of private.build_match_filter
--   terms         of private.plan_search
--   facets        of private.build_wanted_facets
--
-- With frequent words the facets come first, because comparing them costs less than a text search. With rare words
-- their index costs more than it saves: many tools have a facet. The concatenation keeps the planner away from it.
create function private.build_tool_filter(match_filter text, terms tsquery, category text, min_rating numeric,
  facets text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  category_name text := private.find_category(category);
  tool_filter text := match_filter;
begin
  if category_name is not null then
    tool_filter := tool_filter || format(' and t.categories @> array[%L]', category_name);
  elsif coalesce(category, '') <> '' then
    tool_filter := tool_filter || format(' and strpos(lower(t.category), %L) > 0', lower(category));
  end if;
  if min_rating > 0 then
    -- The expression of tools_rating_idx, so that PostgreSQL can combine it with the index of categories.
    tool_filter := tool_filter || format(' and coalesce(t.rating_average, 0) >= %L', min_rating);
  end if;
  if cardinality(facets) > 0 then
    if terms is null or private.is_frequent(terms) then
      tool_filter := format('t.facets @> %L::text[] and ', facets) || tool_filter;
    else
      tool_filter := tool_filter || format(' and (t.facets || ''{}''::text[]) @> %L::text[]', facets);
    end if;
  end if;
  return tool_filter;
end $$;

-- The list of public.search_tools as parts of a statement, which public.explain_rank also uses.
--   keys         the parts of the sort key, the last of which is the id
--   direction    asc or desc, for all of them
--   source       the relation t, which reads $1
--   tool_filter  its condition
--   first_tools  the value of $1
--   total        the number of results, as public.count_tools has it; null if it is not known from ranking them
--
-- Relevance ranks at most 600 candidates, which are 25 pages, so that a frequent word does not rank the catalogue: first
-- the tools with all parts of a search that few tools match, those with the words in their names, and those with the facts
-- of the search, then the most reviewed of the others. Candidates are held as row addresses (ctid) and not looked up again by
-- id: one call reads one snapshot, in which a row keeps its address. With a filter by facts it ranks 200, because finding
-- 600 of few takes long. Scores are whole millionths, which after_row returns exactly; a float is rounded by some servers.
create function private.build_tool_list(plan private.search_plan, in_category text, min_rating numeric, sort text, facets text[], capability text,
  out keys text[], out direction text, out source text, out tool_filter text, out first_tools tid[], out total bigint)
language plpgsql stable set search_path = '' as $$
declare
  max_candidates constant integer := case when cardinality(facets) > 0 then 200 else 600 end;
  max_most_reviewed constant integer := 200;
  name_filter text;
  facts_score text;
  most_reviewed tid[];
  more tid[];
begin
  first_tools := '{}';
  source := 'public.tools t';
  tool_filter := private.build_tool_filter(plan.match_filter, plan.terms, in_category, min_rating, facets);
  if sort = 'relevance' and plan.match_filter not in ('true', 'false') and (plan.words <> '' or plan.listed is not null or cardinality(plan.facts) > 0) then
    select coalesce(string_agg(format('case when t.facets @> array[%L] then 1 %s else 0 end', fact,
        -- A plan without a price is free for its users.
        -- Among alternatives nearness decides between the two.
        case when fact = 'pricing:free' then format('when t.facets @> array[''pricing:freemium''] then %s', case when plan.listed is null then 0.9 else 1 end) else '' end), ' + '), '0')
      into facts_score from unnest(plan.facts) as fact;
    facts_score := format('10 * (%s)::float8 / %s', facts_score, greatest(cardinality(plan.facts), 1));
    -- A tool whose text only mentions the use has no better facts than one with the use.
    if plan.uses <> '{}' and plan.listed is null and cardinality(plan.facts) > 0 then
      facts_score := format('case when t.search @@ %L::tsquery then %s else 0 end', private.build_any_query(plan.uses), facts_score);
    end if;
    if plan.listed is not null then
      source := format('(select scored.*, (1000000 * (place_score + facts_score + text_score))::bigint as score
        from (select t.*, (1 - array_position(%1$L::uuid[], t.id)::float8 / 100) as place_score, 0::float8 as name_score,
            (%2$s)::float8 as facts_score,
            (10 * %4$s)::float8 as text_score, 0::float8 as rating_score, 0::float8 as reviews_score
          from public.tools t where %3$s) scored) t', plan.listed, facts_score, tool_filter, plan.share);
    else
      if plan.terms is not null then
        name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s', plan.terms, tool_filter);
        execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
          into first_tools;
        -- If there are more, those among the most reviewed tools of the site are in any case candidates.
        total := cardinality(first_tools);
        if total > max_candidates then
          execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
            max_most_reviewed, name_filter) into most_reviewed;
          first_tools := most_reviewed || array((select unnest(first_tools) except select unnest(most_reviewed))
            limit max_candidates - cardinality(most_reviewed));
        end if;
        if cardinality(plan.facts) > 0 then
          execute format('select array(select t.ctid from public.tools t where %s and t.facets && %L::text[] and t.ctid <> all($1)
            order by t.review_count desc, t.id desc limit 200)', tool_filter, plan.facts) into more using first_tools;
          first_tools := more || first_tools;
        end if;
      end if;
      if total is null or total <= max_candidates then
        -- In the order of reviews the index of reviews finds frequent words soonest; the sum keeps the planner from it for others.
        execute format('select $1 || array(select t.ctid from public.tools t where %s and t.ctid <> all($1) order by t.review_count %s desc, t.id desc limit %s)',
          tool_filter, case when plan.terms is not null and not private.is_frequent(plan.terms) then '+ 0' end, greatest(max_candidates + 1 - cardinality(first_tools), 1)) into first_tools using first_tools;
        total := least(cardinality(first_tools), max_candidates + 1);
      end if;
      first_tools := first_tools[:max_candidates];
      source := format(
        '(select scored.*, (1000000 * (name_score + facts_score + text_score + rating_score + reviews_score))::bigint as score
         from (select t.*, 0::float8 as place_score,
           (case when t.search @@ %2$L::tsquery then 101
             when length(%1$L) >= 3 and starts_with(t.name_folded || %3$L, %1$L || %3$L) then 10 + length(%1$L)::float8 / length(t.name_folded)
             else %4$s end)::float8 as name_score,
           (%5$s)::float8 as facts_score, (%6$s)::float8 as text_score,
           case when t.review_count > 0 then 0.6 + coalesce(t.adjusted_rating, 0)::float8 / 10 else 0 end as rating_score,
           ln(1 + t.review_count)::float8 / 50 as reviews_score
         from public.tools t where t.ctid = any($1)) scored) t',
        plan.words, '=' || replace(plan.words, ' ', ''),
        -- The words of a capability do not ask for names that begin with them, as "bi" for Bitwarden.
        case when plan.uses <> '{}' then ' ' else '' end,
        case when plan.words = '' then '0' else format('extensions.similarity(t.name_folded, %L)', plan.words) end,
        facts_score, plan.score);
    end if;
    tool_filter := 'true';
    keys := '{t.score,t.id}';
    direction := 'desc';
    return;
  end if;
  case when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(plan.match_filter, plan.terms, in_category, 0, facets) || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'adjusted-desc' then
      keys := array['coalesce(t.adjusted_rating, 0)', 't.review_count', 't.id']; direction := 'desc';
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
end $$;

-- Words of a search as they are typed in it: "für" for the folded "fur", "C++" for "cplusplus".
create function private.show_words(query text, words text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  typed constant text[] := regexp_split_to_array(btrim(left(coalesce(query, ''), 200), E' \t\n"“”„«».,;:!?()'), E'[\\s"“”„«»,;:!?()]+');
  folded constant text[] := array(select private.normalize_search_text(word) from unnest(typed) with ordinality as t (word, place) order by place);
begin
  return array(
    select (select string_agg(coalesce(regexp_replace(typed[array_position(folded, word)], '^[^[:alnum:].]+', ''), word), ' ' order by place)
      from string_to_table(shown, ' ') with ordinality as w (word, place))
    from unnest(words) with ordinality as s (shown, number) order by number);
end $$;

-- A reading of a search for those who show it, with the words as they are typed:
--   text             the words that are searched for
--   capabilities     slugs of those that the words name
--   pricing, platform, license  a fact that the words ask for, as search_tools takes it; null without
--   facts            [{kind, value, words, label}]: the words that set each of them; the label of an attribute or its option
--   alternatives_to  slug of the tool whose alternatives are listed
--   compare          slugs of two to four tools
--   corrected        the search with misspelled words replaced; null if there are none
--   ignored          words that are not searched for
--   unknown          words of the search that no tool has
--   without          what results do not have
--   language         in which the search is, as "de"
create function private.describe_reading(query text, read private.reading) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'text', array_to_string(read.words, ' '),
      'capabilities', (select coalesce(jsonb_agg(distinct substr(lexeme, 2)), '[]') from unnest(read.parts) as part,
        unnest(part.lexemes) as lexeme where lexeme like '#%'),
      'pricing', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'pricing:%' limit 1),
      'platform', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'platform:%' limit 1),
      'license', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'license:%' limit 1),
      'facts', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', split_part(fact, ':', 1), 'value', split_part(fact, ':', 2),
          'words', fact_word, 'label', case a.kind when 'yes_no' then a.label else (select o ->> 'label' from jsonb_array_elements(a.options) as o
            where o ->> 'value' = split_part(fact, ':', 2)) end)) order by place), '[]')
        from unnest(read.facts, read.fact_words) with ordinality as asked (fact, fact_word, place)
          left join public.attributes a on split_part(fact, ':', 1) = 'a.' || a.key),
      'alternatives_to', (select slug from public.tools where id = read.alternatives_to),
      'compare', (select coalesce(jsonb_agg(t.slug order by c.place), '[]')
        from unnest(read.compared) with ordinality as c (id, place) join public.tools t on t.id = c.id),
      'corrected', read.corrected, 'ignored', to_jsonb(private.show_words(query, read.ignored)),
      'unknown', to_jsonb(private.show_words(query, read.unknown)),
      'without', to_jsonb(private.show_words(query, array(select array_to_string(part.words, ' ') from unnest(read.excluded) as part))),
      'language', read.language));
end $$;

create function public.understand_query(query text) returns jsonb
language sql stable security definer set search_path = '' set jit = off as $$
  select private.describe_reading(understand_query.query, private.read_query(understand_query.query))
$$;

-- What tools have of a search and what they lack: the names of capabilities, words and facts.
create function private.list_matches(query text, read private.reading, tools uuid[])
returns table (id uuid, matches text[], lacks text[])
language plpgsql stable set search_path = '' as $$
declare
  shown constant text[] := private.show_words(query, array(select array_to_string(p.words, ' ') from unnest(read.parts) as p));
begin
  return query
    select t.id, array(
      select matched from (
        select p.place, coalesce((select min(c.name) from public.tool_capabilities l join public.capabilities c on c.slug = l.capability
            where l.tool_id = t.id and '#' || c.slug = any (p.lexemes)), shown[p.place]) as matched
          from unnest(read.parts) with ordinality as p (words, lexemes, weight, is_required, query, place) where t.search @@ p.query
        union all
        select 100 + asked.place, asked.fact_word from unnest(read.facts, read.fact_words) with ordinality as asked (fact, fact_word, place)
          where t.facets @> array[asked.fact] or asked.fact = 'pricing:free' and t.facets @> '{pricing:freemium}'
      ) reasons group by matched order by min(place)),
      array(select shown[p.place] from unnest(read.parts) with ordinality as p (words, lexemes, weight, is_required, query, place)
        where p.is_required and not t.search @@ p.query order by p.place)
    from public.tools t where t.id = any (tools);
end $$;

create function public.search_matches(query text, tools uuid[])
returns table (id uuid, matches text[])
language sql stable security definer set search_path = '' set jit = off as $$
  select m.id, m.matches from private.list_matches(search_matches.query, private.read_query(search_matches.query), search_matches.tools[:100]) m
$$;

-- What a visitor may be typing: at most eight tools, capabilities and categories, which begin with the words.
--   only_kind  for at most 40 of one kind
--   kind    tool, capability or category
--   detail  the category of a tool; the number of tools of the others
--   matched the synonym that begins with the words, if the name does not
--   id, rating_average  of a tool
create function public.suggest(query text, only_kind text default null)
returns table (kind text, slug text, name text, detail text, matched text, id uuid, rating_average numeric)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off as $$
declare
  words text[] := string_to_array(private.normalize_search_text(left(coalesce(suggest.query, ''), 200)), ' ');
  name_query tsquery;
  term_query tsquery;
  -- Those before a last word of which few letters are typed: "crm f" may become "crm for sales".
  complete text;
begin
  if length(array_to_string(words, '')) < 2 then return; end if;
  for attempt in 1..3 loop
    -- A name may be written as two words, or as one.
    name_query := ((select string_agg(quote_literal(word) || ':A*', ' & ') from unnest(words) as word)
      || ' | ' || quote_literal('=' || array_to_string(words, '')) || ':A*')::tsquery;
    term_query := (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(words) as word)::tsquery;
    complete := case when length(words[cardinality(words)]) < 4 then array_to_string(words[:cardinality(words) - 1], ' ') end;
    return query
    with matching_tools as (
      -- Of many tools with the words those among the most reviewed ones of the site, and 200 more that the index finds.
      select found.id, found.slug, found.name, found.category, found.rating_average, row_number() over (order by
        found.search @@ quote_literal('=' || array_to_string(words, ''))::tsquery desc,
        starts_with(found.name_folded, array_to_string(words, ' ')) desc, found.review_count desc, found.id) as place
      from (
        select * from (select * from public.tools o order by o.review_count desc, o.id desc limit 200) t where t.search @@ name_query
        union
        select * from (select * from public.tools where ts_filter(search, '{a}') @@ name_query limit 200) t
      ) found
    ), matching_terms as (
      select t.kind, t.slug, row_number() over (partition by t.kind order by
        bool_or(t.term = array_to_string(words, ' ')) desc, bool_or(t.term = complete) desc, bool_or(starts_with(t.term, array_to_string(words, ' '))) desc,
        max(case when t.is_name then 1 else 0 end) desc, max(coalesce(c.tool_count, 0)) desc, t.slug) as place,
        case when bool_or(t.is_name) then '' else
          (array_agg(t.term order by starts_with(t.term, array_to_string(words, ' ')) desc, t.term))[1] end as matched
      from private.search_terms t left join public.capabilities c on t.kind = 'capability' and c.slug = t.slug
      where array_to_tsvector(string_to_array(t.term, ' ')) @@ term_query or t.term = complete
      group by t.kind, t.slug
    ), ranked as (
      select 'tool' as kind, t.slug, t.name, t.category as detail, '' as matched, t.id, t.rating_average, t.place,
        1 as kind_place from matching_tools t
      union all
      select t.kind, t.slug, c.name, c.tool_count::text, t.matched, null, null, t.place, 2
        from matching_terms t join public.capabilities c on c.slug = t.slug where t.kind = 'capability'
      union all
      select t.kind, t.slug, c.name, coalesce((select counted from (select sum(n.counted) as counted from private.tool_counts n
          where n.category = c.name) counts), 0)::text, t.matched, null, null, t.place, 3
        from matching_terms t join public.categories c on c.slug = t.slug where t.kind = 'category'
    )
    select shown.kind, shown.slug, shown.name, shown.detail, shown.matched, shown.id, shown.rating_average from (
      -- Each kind has its share of the rows, and more if the others need less.
      select * from ranked where suggest.only_kind is null or ranked.kind = suggest.only_kind
      order by place > case ranked.kind when 'tool' then 4 when 'capability' then 3 else 1 end, place, kind_place
      limit case when suggest.only_kind is null then 8 else 40 end) shown
    order by shown.kind_place, shown.place;
    exit when found;
    words := case attempt when 2 then array(select coalesce(case when suggest.query !~* '[à-ÿ]' then private.correct_word(word) end, private.correct_word(word, ''), word) from unnest(words) as word)
      else coalesce(nullif(array(select word from string_to_table(private.strip_facts(array_to_string(words, ' ')), ' ') as word
        where word <> '' and word <> all (private.list_ignored_words())), '{}'), words) end;
  end loop;
end $$;

-- The capabilities for a search that finds nothing: those whose terms have most of the weight of its words, where a word of few
-- terms weighs the most, and those with a term that is spelled alike.
create function public.nearest_capabilities(query text)
returns table (slug text, name text, tool_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  with typed as materialized (
    select private.normalize_search_text(left(nearest_capabilities.query, 200)) as text
  ), weighed as materialized (
    select stem, ln((1.5 + (select count(*) from private.search_terms)) / (1 + (select count(*) from private.search_terms t where t.stems @> array[stem]))) as weight
    from (select distinct private.stem_word(word) as stem from typed, regexp_split_to_table(text, ' ') as word
      where word <> '' and word <> all (private.list_ignored_words())) stems
  ), near as (
    select t.slug, max((select sum(weight) filter (where stem = any (t.stems)) / sum(weight) from weighed)) as closeness
    from private.search_terms t where t.kind = 'capability' and t.stems && array(select stem from weighed) group by t.slug
    union all
    select t.slug, max(extensions.similarity(t.term, text))
    from private.search_terms t, typed where t.kind = 'capability' and t.language = 'en' group by t.slug
  )
  select c.slug, c.name, c.tool_count from near join public.capabilities c on c.slug = near.slug
  where near.closeness >= 0.5 and c.tool_count > 0
  group by c.slug order by max(near.closeness) desc, c.name limit 6
$$;

grant execute on function public.understand_query, public.search_matches, public.suggest, public.nearest_capabilities to anon, authenticated, service_role;

-- One page of the results of a search; the parameters are those of public.search_tools.
--   list  of private.build_tool_list
create function private.list_results(list record, page_size integer, after text)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable set search_path = '' as $$
declare
  cursor_values text[];
  cursor_filter text := '';
begin
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    perform private.refuse_if(cardinality(cursor_values) <> cardinality(list.keys) or array_position(cursor_values, null) is not null,
      'invalid_parameter_value', 'after is not a cursor of this order');
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
    using list.first_tools;
end $$;

-- At most twelve tools that have parts with at least half of the weight of a search, and not all; a third is enough with all
-- its uses and categories, because whole sentences have many other words.
create function private.list_partial_results(read private.reading, plan private.search_plan, in_category text, min_rating numeric, facets text[],
  capability text)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  other_filter constant text := private.build_tool_filter('true', null, in_category, min_rating) || plan.attribute_filter
    || case when cardinality(facets) > 0 then format(' and t.facets @> %L::text[]', facets) else '' end
    || case when capability <> '' then format(' and t.search @@ %L::tsquery', quote_literal('#' || capability)) else '' end
    || coalesce((select string_agg(format(' and not t.search @@ %L::tsquery', e.query), '') from unnest(read.excluded) as e), '');
  part private.search_part;
  candidates tid[] := '{}';
  more tid[];
  named tsquery;
  -- Two terms weigh nearly the same, and tools with either of them are close.
  half constant text := case when read.unknown = '{}' then '0.45' else '0.5' end;
begin
  if plan.terms is null or plan.listed is not null then return; end if;
  foreach part in array read.parts loop
    if array_to_string(part.lexemes, ' ') ~ '[#@]' then named := coalesce(named && part.query, part.query); end if;
    execute format('select array(
        select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit 200) t where t.search @@ %1$L::tsquery and %2$s
        union (select t.ctid from public.tools t where t.search @@ %1$L::tsquery and %2$s limit 200))',
      part.query, other_filter) into more;
    candidates := candidates || more;
  end loop;
  return query execute format('select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
    from public.tools t where t.ctid = any ($1) and %1$s >= %4$s and not t.search @@ %2$L::tsquery
    order by round(%1$s::numeric, 1) desc, (select count(*) from unnest(%5$L::text[]) as fact where t.facets @> array[fact]) desc, (%3$s) + (case when t.review_count > 0 then 0.6 + coalesce(t.adjusted_rating, 0)::float8 / 10 else 0 end) desc,
      t.review_count desc, t.id limit 12', plan.share, plan.terms, plan.score,
    case when named is null then half else format('case when t.search @@ %L::tsquery then 0.33 else %s end', named, half) end, plan.facts) using candidates;
end $$;

-- One page of tools.
--   query        words; empty for all
--   in_category  a category's name, slug or alias, or any part of a tool's own category
--   min_rating   0 to 5; 0 includes the unrated
--   sort         relevance, name-asc, name-desc, rating-desc, rating-asc, reviews-desc, reviews-asc, adjusted-desc
--   page_size    1 to 100
--   after        the after_row of the last row of the previous page
--   pricing      free, freemium or paid
--   platform     web, windows, macos, linux, ios, android or self_hosted
--   license      open_source or proprietary
--   capability   the slug of one
--   attributes   as private.build_attribute_filter takes them
--   alive        active, quiet, dormant, archived, discontinued, or abandoned for one of the last three
create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null, pricing text default null,
  platform text default null, license text default null, capability text default null, attributes jsonb default '{}', alive text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language sql stable security definer set search_path = '' set jit = off as $$
  select results.* from private.build_tool_list(private.plan_search(query, private.read_query(query), capability, attributes), in_category, min_rating, sort,
    private.build_wanted_facets(pricing, platform, license, alive), capability) as list, private.list_results(list, page_size, after) as results
$$;

-- A count of tools with several facets. The indexes find them, where each is rare.
create function private.count_rare_tools(tool_filter text, max_count integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  result bigint;
begin
  execute format('select count(*) from (select from public.tools t where %s limit %s) found', tool_filter, max_count) into result;
  return result;
end $$;

-- The number of tools in a list; the parameters are those of search_tools. The results of a search, and those of several
-- filters by facts, are counted up to 601, which means "more than 600"; the results of a search with filters by facts up
-- to 201. No more are ranked.
create function private.count_results(plan private.search_plan, in_category text, min_rating numeric, facets text[], capability text) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  match_filter constant text := plan.match_filter;
  category_name text := private.find_category(in_category);
  max_count integer := 601;
  tool_filter text;
  result bigint;
begin
  if match_filter = 'false' then return 0; end if;
  if capability <> '' and match_filter = format('t.search @@ %L::tsquery and true', quote_literal('#' || capability)) and cardinality(facets) = 0
    and coalesce(in_category, '') = '' and coalesce(min_rating, 0) <= 0
  then
    return coalesce((select c.tool_count from public.capabilities c where c.slug = count_results.capability), 0);
  end if;
  if match_filter = 'true' and cardinality(facets) = 0 and (category_name is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(category_name, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  if match_filter = 'true' and cardinality(facets) = 1 and coalesce(min_rating, 0) <= 0
    and (category_name is not null or coalesce(in_category, '') = '')
  then
    return coalesce((select counted from private.facet_counts
      where facet_counts.category = coalesce(category_name, '') and facet = facets[1]), 0);
  end if;
  tool_filter := private.build_tool_filter(match_filter, plan.terms, in_category, min_rating, facets);
  if cardinality(facets) > 0 then
    max_count := case when match_filter <> 'true' then 201 else 601 end;
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
  if match_filter <> 'true' and category_name is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    tool_filter := private.build_tool_filter(match_filter, plan.terms, in_category, 0, facets)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    tool_filter, case when match_filter <> 'true' or cardinality(facets) > 0 then ' limit ' || max_count else '' end)
    into result;
  return result;
end $$;

create function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0,
  pricing text default null, platform text default null, license text default null, capability text default null, attributes jsonb default '{}', alive text default null)
returns bigint
language sql stable security definer set search_path = '' set jit = off as $$
  select private.count_results(private.plan_search(query, private.read_query(query), capability, attributes), in_category, min_rating,
    private.build_wanted_facets(pricing, platform, license, alive), capability)
$$;

-- A search in one call; the parameters are those of public.search_tools. Returns
--   understood  as public.understand_query
--   total       as public.count_tools
--   tools       the rows of public.search_tools, with what each of them matches
--   parts       of the first page with fewer than twelve results: at most twelve tools with a part of the search, what each
--               of them matches and lacks
--   unmet       of the first page by relevance: the words of facts that none of these tools has
create function public.search_page(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null, pricing text default null,
  platform text default null, license text default null, capability text default null, attributes jsonb default '{}', alive text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  read constant private.reading := private.read_query(query);
  plan constant private.search_plan := private.plan_search(query, read, capability, attributes);
  facets constant text[] := private.build_wanted_facets(pricing, platform, license, alive);
  list constant record := private.build_tool_list(plan, in_category, min_rating, sort, facets, capability);
  total constant bigint := coalesce(list.total, private.count_results(plan, in_category, min_rating, facets, capability));
  tools jsonb;
  part_tools jsonb := '[]';
begin
  with results as materialized (
    select * from private.list_results(list, page_size, after)
      with ordinality as r (id, name, slug, description, logo_url, website_url, category, rating_average, review_count, after_row, place)
  )
  select coalesce(jsonb_agg(to_jsonb(r) - 'place' || jsonb_build_object('matches', m.matches) order by r.place), '[]') into tools
    from results r join private.list_matches(query, read, array(select id from results)) m on m.id = r.id;
  if total < 12 and after is null then
    with results as materialized (
      select * from private.list_partial_results(read, plan, in_category, min_rating, facets, capability)
        with ordinality as r (id, name, slug, description, logo_url, website_url, category, rating_average, review_count, place)
    )
    select coalesce(jsonb_agg(to_jsonb(r) - 'place' || jsonb_build_object('matches', m.matches, 'lacks', m.lacks) order by r.place), '[]') into part_tools
      from results r join private.list_matches(query, read, array(select id from results)) m on m.id = r.id;
  end if;
  return jsonb_build_object('understood', private.describe_reading(query, read), 'total', total, 'tools', tools, 'parts', part_tools,
    -- Tools with a fact come first, so that further pages have none either.
    'unmet', (select coalesce(jsonb_agg(fact_word order by place), '[]') from unnest(read.fact_words) with ordinality as asked (fact_word, place)
      where after is null and sort = 'relevance' and not exists (select from jsonb_array_elements(tools || part_tools) as tool where tool -> 'matches' ? fact_word)));
end $$;

-- People by the beginnings of username, first and last name, from the indexes of private.profiles.
-- People with a private profile are left out; everyone may see the names of the others (spec 1 §6).
create function public.search_people(query text, page_size integer default 6)
returns table (username text, first_name text, last_name text)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select words, words[1] as beginning, words[1] || chr(1114111) as after_it
    from (select array(
      select lower(word) from regexp_split_to_table(btrim(left(coalesce(query, ''), 100)), '\s+') as word
      where word <> '' limit 3) as words) split
  ),
  -- At most 300 by each name, because thousands may share a prefix. The bounds are sub-selects,
  -- because the index needs a single value for each.
  candidates as (
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.username) ~>=~ (select beginning from wanted)
        and lower(p.username) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.first_name) ~>=~ (select beginning from wanted)
        and lower(p.first_name) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.last_name) ~>=~ (select beginning from wanted)
        and lower(p.last_name) ~<~ (select after_it from wanted) limit 300)
  )
  select c.username, c.first_name, c.last_name
  from candidates c, wanted w
  where not exists (
    select from unnest(w.words) as word
    where not starts_with(lower(c.username), word)
      and not starts_with(lower(coalesce(c.first_name, '')), word)
      and not starts_with(lower(coalesce(c.last_name, '')), word))
  order by lower(c.username) = w.beginning desc, c.username
  limit least(greatest(page_size, 0), 20)
$$;

grant execute on function public.search_tools, public.count_tools, public.search_page, public.search_people
  to anon, authenticated, service_role;
