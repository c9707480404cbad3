-- Listing and search. Row security keeps text operators off the indexes, so these functions run as
-- their owner with their predicate written out; they return nothing that anyone may not read.

-- The words of a search as a prefix query: "figm des" finds Figma, a design tool.
create function private.search_query(query text) returns tsquery
language sql stable set search_path = '' as $$
  with words as (
    select word from regexp_split_to_table(private.fold(query), '[^[:alnum:]]+') as word
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

-- The predicate that listing and counting share, as SQL text with every value quoted.
create function private.tool_predicate(query text, category text, min_rating numeric) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text := btrim(left(coalesce(query, ''), 200));
  known text := private.category_named(category);
  q tsquery;
  predicate text := 'true';
begin
  if words <> '' then
    q := private.search_query(words);
    if exists (select from public.tools t where t.search @@ q) then
      predicate := format('t.search @@ %L::tsquery', q);
    else
      -- Nothing has these words: perhaps one is misspelt.
      predicate := format('%L operator(extensions.<%%) t.name_folded', private.fold(words));
    end if;
  end if;
  if known is not null then
    predicate := predicate || format(' and t.categories @> array[%L]', known);
  elsif coalesce(category, '') <> '' then
    predicate := predicate || format(' and strpos(lower(t.category), %L) > 0', lower(category));
  end if;
  if min_rating > 0 then
    predicate := predicate || format(' and t.rating_average >= %L', min_rating);
  end if;
  return predicate;
end $$;

-- One page of tools.
--   query       words; empty for all
--   in_category a category's name, slug or alias, or any part of a raw category
--   min_rating  0 to 5; 0 includes the unrated
--   sort        relevance, name-asc, name-desc, rating-desc, rating-asc, reviews-desc, reviews-asc
--   after       the `after` of the last row already shown, to go on from there
create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  folded text := private.fold(btrim(left(coalesce(query, ''), 200)));
  predicate text := private.tool_predicate(query, in_category, min_rating);
  by_relevance boolean := sort = 'relevance' and folded <> '';
  keys text[];    -- the parts of the sort key, ending in the id
  direction text;
  source text := 'public.tools t';
  mark text[];
  beyond text := '';
begin
  if by_relevance then
    -- Candidates are capped before ranking: a word that is everywhere must not rank the catalogue.
    source := format(
      '(select t.*, (case when t.name_folded = %1$L then 100 when t.name_folded like %2$L then 10 else 0 end
        + 4 * ts_rank(t.search, %3$L::tsquery) + extensions.similarity(t.name_folded, %1$L)
        + coalesce(t.rating_average, 0) / 50 + ln(1 + t.review_count) / 50)::numeric(12, 6) as score
       from (select * from public.tools t where %4$s order by t.name_folded = %1$L desc, t.review_count desc limit 1000) t) t',
      folded, replace(replace(folded, '%', ''), '_', '') || '%', private.search_query(folded), predicate);
    predicate := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- The unrated are not the lowest rated: they come last.
    when sort = 'rating-asc' then keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
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

-- How many tools a listing has in all; the parameters of search_tools.
create function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  result bigint;
begin
  execute 'select count(*) from public.tools t where ' || private.tool_predicate(query, in_category, min_rating) into result;
  return result;
end $$;

create function public.category_counts() returns table (name text, tool_count bigint)
language sql stable security definer set search_path = '' as $$
  select c.name, count(t.listed)
  from public.categories c
  left join (select unnest(categories) as listed from public.tools) t on t.listed = c.name
  group by c.name, c.position order by c.position
$$;

-- Spec 2 §9: the best rated, then the most reviewed; a tool without a logo is not a placeholder.
create function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
  from public.tools t
  where coalesce(t.logo_url, '') not like '%placeholder%'
  order by coalesce(t.rating_average, 0) desc, t.review_count desc, t.id desc
  limit least(greatest(how_many, 1), 24)
$$;

-- What the reviews of one tool say together: how many gave each rating, and up to 6 distinct pros
-- and cons, the most mentioned first (spec 2 §2).
create function public.tool_review_summary(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with said as (
    select 'pros' as side, pro as entry from public.reviews, unnest(pros) as pro where tool_id = tool
    union all
    select 'cons', con from public.reviews, unnest(cons) as con where tool_id = tool
  ), counted as (
    select side, min(entry) as entry, count(*) as mentions,
      row_number() over (partition by side order by count(*) desc, lower(entry)) as place
    from said group by side, lower(entry)
  ), ratings as (
    select star, (select count(*) from public.reviews where tool_id = tool and rating = star) as reviews
    from generate_series(1, 5) as star
  )
  select jsonb_build_object(
    'distribution', (select jsonb_object_agg(star, reviews) from ratings),
    'pros', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from counted where side = 'pros' and place <= 6), '[]'),
    'cons', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from counted where side = 'cons' and place <= 6), '[]'))
$$;

-- The measured figures behind the trust center and, without demo content, the tiles (spec 2 §9).
create function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select count(*) from public.tools),
    'reviews', count(*),
    'reviewers', count(distinct user_id),
    'people', (select count(*) from private.profiles),
    'people_with_job', (select count(*) from private.profiles where job_title is not null),
    'experts', (select count(*) from public.user_stats where total_reviews >= 20),
    'signed_reviews', count(user_id),
    'average', coalesce(round(avg(rating), 1), 0),
    'distribution', jsonb_build_object(
      1, count(*) filter (where rating = 1), 2, count(*) filter (where rating = 2),
      3, count(*) filter (where rating = 3), 4, count(*) filter (where rating = 4),
      5, count(*) filter (where rating = 5)))
  from public.reviews
$$;

grant execute on function public.search_tools, public.count_tools, public.category_counts, public.featured_tools,
  public.tool_review_summary, public.trust_figures to anon, authenticated, service_role;
