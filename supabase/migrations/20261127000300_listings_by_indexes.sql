-- As before, with stars in the words of their index: with a category, both indexes are held against each
-- other, and only the tools that are in both are looked at.
create or replace function private.tool_predicate(words text, terms tsquery, category text, min_rating numeric) returns text
language plpgsql stable set search_path = '' as $$
declare
  known text := private.category_named(category);
  predicate text := 'true';
begin
  if terms is not null then
    predicate := format('t.search @@ %L::tsquery', terms);
  elsif words <> '' then
    -- Not even the nearest words: perhaps it was written in two, or in one.
    predicate := format('%L operator(extensions.<%%) t.name_folded', words);
  end if;
  if known is not null then
    predicate := predicate || format(' and t.categories @> array[%L]', known);
  elsif coalesce(category, '') <> '' then
    predicate := predicate || format(' and strpos(lower(t.category), %L) > 0', lower(category));
  end if;
  if min_rating > 0 then
    predicate := predicate || format(' and coalesce(t.rating_average, 0) >= %L', min_rating);
  end if;
  return predicate;
end $$;

-- The lowest rated first: read from an index like the other orders, and not sorted out of all tools.
create index tools_lowest_idx on public.tools (coalesce(rating_average, 6), review_count, id);

-- As before; with stars, the lowest rated begin there in their index. Of those that are called as was
-- typed, not all are looked at where they are more than are ranked, as with one letter.
create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  most constant integer := 1000;
  words text;
  terms tsquery;
  named text;
  called uuid[] := '{}';
  best_known uuid[];
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
      execute format('select array(select t.id from public.tools t where %s limit %s)', named, most + 1) into called;
      -- Where even more are called so, those of them that are best known come along.
      if cardinality(called) > most then
        execute format('select array(select t.id from (select * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          most, named) into best_known;
        called := array(select one.id from unnest(best_known || called) with ordinality one (id, place)
          group by one.id order by min(one.place) limit most);
      end if;
    end if;
    -- The bound is written out: the planner has to know it.
    source := format(
      '(select t.*, (case when t.name_folded = %1$L then 100 when starts_with(t.name_folded, %1$L) then 10 else 0 end + %2$s
        + coalesce(t.rating_average, 0) / 50 + ln(1 + t.review_count) / 50)::numeric(12, 6) as score
       from public.tools t where t.id in (
         select unnest(%3$L::uuid[])
         union all (select t.id from public.tools t where %4$s order by t.review_count desc, t.id desc limit %5$s)
         union all select t.id from public.tools t where t.name_folded collate "C" = %1$L and %4$s)) t',
      words,
      case when terms is null then format('private.likeness(t.name_folded, %L)', words)
        else format('4 * ts_rank(t.search, %L::tsquery) + extensions.similarity(t.name_folded, %L)', terms, words) end,
      called, predicate, most - cardinality(called));
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
    least(greatest(coalesce(page_size, 24), 1), 100));
end $$;
