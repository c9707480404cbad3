-- Lists and search. Row security keeps the operators of text search away from the indexes, so these
-- functions run as their owner with their conditions written out. They return nothing that the caller
-- may not read.

-- A word of the tools' names, descriptions and categories: a misspelt word is compared with these,
-- which are fewer and shorter than the texts. The word of a deleted tool stays, and finds nothing.
create table private.search_words (
  word text collate "C" primary key,
  is_in_name boolean not null
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops);
alter table private.search_words enable row level security;
create policy service_all on private.search_words to service_role using (true) with check (true);
grant select, insert, update, delete on private.search_words to service_role;

create function private.index_words_of_new_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(name_folded) as word, true as is_in_name from new_rows
    union all
    select private.split_words(private.fold_text(description || ' ' || category)), false from new_rows
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set is_in_name = true
    where word in (select private.split_words(name_folded) from new_rows) and not is_in_name;
  return null;
end $$;
create trigger index_words_on_insert after insert on public.tools referencing new table as new_rows
  for each statement execute function private.index_words_of_new_tools();

-- By row: a trigger for some columns has no table of the changed rows.
create function private.index_words_of_changed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(new.name_folded) as word, true as is_in_name
    union all
    select private.split_words(private.fold_text(new.description || ' ' || new.category)), false
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set is_in_name = true
    where word in (select private.split_words(new.name_folded)) and not is_in_name;
  return null;
end $$;
create trigger index_words_on_update after update of name, description, category
  on public.tools for each row execute function private.index_words_of_changed_tool();

-- Loads pg_trgm into this connection: a function can set only the settings that the connection knows.
select extensions.similarity('', '');

-- How similar a name and a misspelt word are, from 0 to 1: shared trigrams, of the whole name or of
-- one of its words, times the ratio of the lengths. "figna" shares as many trigrams with Fig as with
-- Figma, but a typing error rarely drops two letters.
create function private.name_similarity(name text, word text) returns real
language sql immutable parallel safe set search_path = '' as $$
  select max(extensions.similarity(part, word)
    * least(length(part), length(word)) / greatest(length(part), length(word), 1))::real
  from unnest(string_to_array(name, ' ') || name) as part
$$;

-- The text-search query of at most 12 words, each of which may be the beginning of a longer one:
-- "figm des" finds Figma, a design tool.
create function private.build_tsquery(query text) returns tsquery
language sql stable set search_path = '' as $$
  with words as (
    select word from regexp_split_to_table(private.fold_text(query), '[^[:alnum:]]+') as word
    where word <> '' limit 12
  ), terms as (
    select string_agg(quote_literal(word) || ':*', ' & ') as simple,
           string_agg(quote_literal(word), ' & ') as exact
    from words
  )
  select to_tsquery('simple', coalesce(simple, ''))
    || to_tsquery('english', coalesce(exact, ''))
  from terms
$$;

-- Whether any tool has these terms. A frequent word is found among the most reviewed tools. A rare one
-- is found by the index, which the planner avoids when it expects one row of many.
create function private.has_matching_tool(terms tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms)
    or exists (select from public.tools t where t.search @@ terms);
end $$;

-- What a search asks for.
--   words  folded. If no tool has them, each unknown word is replaced by the most similar known one.
--   terms  the query that finds them; null if the search is empty or if no tool matches even then
create function private.parse_search_query(query text, out words text, out terms tsquery)
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

-- The facets of public.tools that the parameters of a list ask for. An unknown value is the facet of no tool.
create function private.build_wanted_facets(pricing text, platform text, license text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['pricing:' || nullif(pricing, ''), 'platform:' || nullif(platform, ''),
    'license:' || nullif(license, '')], null)
$$;

-- Whether more than one in twenty of the most reviewed tools has the terms.
create function private.is_frequent(terms tsquery) returns boolean
language sql stable set search_path = '' as $$
  select count(*) > 5 from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms
$$;

-- The condition that lists and counts share, as SQL text with each value quoted.
--   words, terms  of private.parse_search_query
--   facets        of private.build_wanted_facets
--
-- With frequent words the facets come first, because comparing them costs less than a text search. With rare words
-- their index costs more than it saves: many tools have a facet. The concatenation keeps the planner away from it.
create function private.build_tool_filter(words text, terms tsquery, category text, min_rating numeric,
  facets text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  category_name text := private.find_category(category);
  tool_filter text := 'true';
begin
  if terms is not null then
    tool_filter := format('t.search @@ %L::tsquery', terms);
  elsif words <> '' then
    -- Neither the words nor the most similar ones: a name may be written as two words, or as one.
    tool_filter := format('%L operator(extensions.<%%) t.name_folded', words);
  end if;
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
--   named_tools  the value of $1
--   words, terms of private.parse_search_query
--
-- Relevance ranks at most 600 candidates, which are 25 pages, so that a frequent word does not rank
-- the catalogue: first the tools with the words in their name, then the most reviewed of the others.
-- Candidates are held as row addresses (ctid) and not looked up again by id: one call reads one
-- snapshot, in which a row keeps its address. Where a name begins with the words, the typed share of
-- the name replaces its similarity. With a filter by facts it ranks 200, because finding 600 of few takes long. Scores are whole millionths, which after_row returns exactly; a
-- float is rounded by some servers.
create function private.build_tool_list(query text, in_category text, min_rating numeric, sort text, facets text[], out keys text[],
  out direction text, out source text, out tool_filter text, out named_tools tid[], out words text, out terms tsquery)
language plpgsql stable set search_path = '' as $$
declare
  max_candidates constant integer := case when cardinality(facets) > 0 then 200 else 600 end;
  max_most_reviewed constant integer := 200;
  name_filter text;
  most_reviewed tid[];
  by_relevance boolean;
begin
  named_tools := '{}';
  source := 'public.tools t';
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating, facets);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s and (t.facets || ''{}''::text[]) @> %L::text[]',
        terms, private.build_tool_filter('', null, in_category, min_rating), facets);
      execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
        into named_tools;
      -- If there are more, those among the most reviewed tools of the site are in any case candidates.
      if cardinality(named_tools) > max_candidates then
        execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          max_most_reviewed, name_filter) into most_reviewed;
        named_tools := most_reviewed || array((select unnest(named_tools) except select unnest(most_reviewed))
          limit max_candidates - cardinality(most_reviewed));
      end if;
    end if;
    source := format(
      '(select scored.*, (1000000 * (name_score + text_score + rating_score + reviews_score))::bigint as score
       from (select t.*,
         (case when t.name_folded = %1$L then 101
           when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end)::float8 as name_score,
         (%3$s)::float8 as text_score, coalesce(t.rating_average, 0)::float8 / 50 as rating_score, ln(1 + t.review_count)::float8 / 50 as reviews_score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) scored) t',
      words,
      case when terms is null then format('private.name_similarity(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '0' else format('4 * ts_rank(t.search, %L::tsquery)', terms) end,
      tool_filter, max_candidates - cardinality(named_tools));
    tool_filter := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(words, terms, in_category, 0, facets)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'adjusted-desc' then
      keys := array['coalesce(t.adjusted_rating, 0)', 't.review_count', 't.id']; direction := 'desc';
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
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
create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
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
create function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0,
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

grant execute on function public.search_tools, public.count_tools, public.search_people
  to anon, authenticated, service_role;
