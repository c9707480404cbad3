-- Makes the settings of pg_trgm known to this connection, which may set only what it knows.
select extensions.similarity('', '');

-- As before, but for what a search costs where more are found than are ranked. Candidates are handed on by
-- their place in the table and not looked up again by their ids: all of a call reads one snapshot, in
-- which a row stays where it is, and those that are called so are not taken again among those that speak
-- of it. How much of a name was typed says as much as its likeness, where it begins so.
-- Scores are whole millionths: a mark gives them back as they were, which it does not of a float where a
-- server rounds those. Ranked are 600, which are 25 pages.
create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  most constant integer := 600;
  known_best constant integer := 200;
  words text;
  terms tsquery;
  named text;
  called tid[] := '{}';
  best_known tid[];
  predicate text;
  by_relevance boolean;
  keys text[];    -- the parts of the sort key, ending in the id
  direction text;
  source text := 'public.tools t';
  mark text[];
  beyond text := '';
begin
  select u.words, u.terms into words, terms from private.understood(query) u;
  predicate := private.tool_predicate(words, terms, in_category, min_rating);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      named := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s',
        terms, private.tool_predicate('', null, in_category, min_rating));
      execute format('select array(select t.ctid from public.tools t where %s limit %s)', named, most + 1) into called;
      -- Where even more are called so, those of them that are among the best known of all come along.
      if cardinality(called) > most then
        execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          known_best, named) into best_known;
        called := best_known || array((select unnest(called) except select unnest(best_known)) limit most - cardinality(best_known));
      end if;
    end if;
    source := format(
      '(select t.*, (1000000 * (case when t.name_folded = %1$L then 101
          when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end%3$s
        + coalesce(t.rating_average, 0)::float8 / 50 + ln(1 + t.review_count) / 50))::bigint as score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) t',
      words,
      case when terms is null then format('private.likeness(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '' else format(' + 4 * ts_rank(t.search, %L::tsquery)', terms) end,
      predicate, most - cardinality(called));
    predicate := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- The unrated are not the lowest rated: they come last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      if min_rating > 0 then
        predicate := private.tool_predicate(words, terms, in_category, 0)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
  if after is not null then
    begin
      mark := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a mark that a page gave' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(mark) <> cardinality(keys) or array_position(mark, null) is not null then
      raise exception 'after is not a mark that a page gave' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into beyond from unnest(mark) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(keys, ', '), source, predicate, beyond,
    array_to_string(keys, ' ' || direction || ', ') || ' ' || direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using called;
end $$;

-- As before, up to 601, which says "more than 600". In a category, where many tools have such stars, their index would read more than it spares:
-- the sum keeps the planner from it.
create or replace function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text;
  terms tsquery;
  known text := private.category_named(in_category);
  predicate text;
  result bigint;
begin
  select u.words, u.terms into words, terms from private.understood(query) u;
  if words = '' and (known is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(known, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  predicate := private.tool_predicate(words, terms, in_category, min_rating);
  if words <> '' and known is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    predicate := private.tool_predicate(words, terms, in_category, 0)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    predicate, case when words <> '' then ' limit 601' else '' end)
    into result;
  return result;
end $$;
