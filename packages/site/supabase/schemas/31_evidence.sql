-- What a reader needs to check a rating, a comparison or a ranking (docs/decisions/0035).

-- The rating that the reviews of a tool let expect: {reviews, counted, mean, low, high, excluded}. With a
-- probability of 95 % it lies between low and high, which are null without counted reviews, as the mean is. A
-- review is not counted if its author has a relationship to the maker or got a reward; one with both is excluded
-- for the relationship.
create function public.tool_rating_estimate(tool uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rated record;
  excluded record;
begin
  select t.review_count, e.* into rated from public.tools t, private.estimate_rating(t.rating_counts) e
    where t.id = tool_rating_estimate.tool;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  select count(*) filter (where coalesce(r.relationship, 'none') <> 'none') as relationship,
      count(*) filter (where coalesce(r.relationship, 'none') = 'none') as incentive
    into excluded from public.reviews r
    where r.tool_id = tool_rating_estimate.tool and (r.relationship <> 'none' or r.incentive <> 'none');
  return jsonb_build_object('reviews', rated.review_count, 'counted', rated.counted,
      'mean', case when rated.counted > 0 then round(rated.mean::numeric, 4) end, 'low', rated.low, 'high', rated.high)
    || jsonb_build_object('excluded', to_jsonb(excluded));
end $$;

-- The prior of all estimates: {stars, mean, reviews, day}. `stars` are the weights of 1 to 5 stars, `reviews` is how many
-- reviews it was taken from on `day`, and 0 if it is that of a catalog with fewer than 200.
create function public.rating_prior() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('stars', p.stars, 'mean', round(p.stars[1] / 5 + p.stars[2] / 5 * 2 + p.stars[3] / 5 * 3
    + p.stars[4] / 5 * 4 + p.stars[5], 2), 'reviews', p.reviews, 'day', p.day)
  from private.get_rating_prior() p
$$;

-- Estimates all tools again.
create function private.estimate_tools() returns void
language plpgsql set search_path = '' as $$
begin
  -- In the order in which reviews lock them.
  perform from public.tools order by id for no key update;
  update public.tools t set adjusted_rating = e.low, rating_high = e.high
    from (select id, estimated.* from public.tools, private.estimate_rating(rating_counts) estimated where counted_reviews > 0) e
    where t.id = e.id;
  perform private.announce('*');
end $$;

-- Takes the prior of this month from the counted reviews that were written before it, and estimates all tools with it.
-- A site whose earlier reviews arrive later, as those of the demo do, takes it again until they are 200.
create function public.take_rating_prior() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  first_day constant date := date_trunc('month', now() at time zone 'utc');
  counts integer[];
  total integer;
begin
  if exists (select from private.rating_priors p where p.day = first_day) then return false; end if;
  counts := array(select count(r.id)::integer
    from generate_series(1, 5) as star left join public.reviews r on r.rating = star
      and r.created_at < first_day::timestamp at time zone 'utc' and private.is_independent(r.relationship, r.incentive)
    group by star order by star);
  total := (select sum(n) from unnest(counts) as n);
  insert into private.rating_priors (day, stars, reviews)
    select first_day, array(select round(5.0 * n / total, 4) from unnest(counts) with ordinality as c (n, star) order by star), total
    where total >= 200
    on conflict do nothing;
  if not found then return false; end if;
  perform private.estimate_tools();
  return true;
end $$;
revoke execute on function public.take_rating_prior from public, anon, authenticated;
grant execute on function public.take_rating_prior to service_role;

-- The figures of at most 25 tools in one call: those of public.tool_rating_estimate and public.tool_figures.
create function public.tool_evidence(tools uuid[])
returns table (id uuid, reviews integer, counted integer, average numeric, low numeric, high numeric)
language sql stable set search_path = '' as $$
  select t.id, f.reviews, f.counted, f.average, f.low, f.high
  from public.tools t, jsonb_to_record(public.tool_rating_estimate(t.id) || public.tool_figures(t.id))
    as f (reviews integer, counted integer, average numeric, low numeric, high numeric)
  where t.id = any (tool_evidence.tools[1:25])
$$;

-- The distribution function of the normal distribution, with an error below 1e-7 (Abramowitz and Stegun 26.2.17).
create function private.normal_cdf(x double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when x >= 0 then 1 - tail else tail end
  from (select 1 / (1 + 0.2316419 * abs(x)) as t) scaled,
    lateral (select exp(-x * x / 2) / sqrt(2 * pi()) * t * (0.319381530 + t * (-0.356563782
      + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))) as tail) approximated
$$;

-- For each two of at most 8 tools: the probability that the first is rated higher than the second, from the
-- distributions of public.tool_rating_estimate, with a correction for their skewness. It is null if one of them has no
-- counted review. too_few says that one of them has fewer than 3.
create function public.compare_probabilities(slugs text[])
returns table (a text, b text, probability numeric, too_few boolean)
language sql stable security definer set search_path = '' as $$
  with compared as (
    select wanted.place, t.slug, e.*
    from unnest(slugs[1:8]) with ordinality as wanted (slug, place)
    join public.tools t on t.slug = wanted.slug, private.estimate_rating(t.rating_counts) e
  ), pairs as (
    select one.place, other.place as other_place, one.slug as a, other.slug as b,
      least(one.counted, other.counted) < 3 as too_few, least(one.counted, other.counted) > 0 as is_known,
      (other.mean - one.mean) / sqrt(one.variance + other.variance) as x,
      (one.third_moment - other.third_moment) / (one.variance + other.variance) ^ 1.5 as g
    from compared one join compared other on other.place > one.place and other.slug <> one.slug
  )
  select p.a, p.b, case when p.is_known then round(least(1, greatest(0, 1 - private.normal_cdf(p.x)
      + exp(-p.x * p.x / 2) / sqrt(2 * pi()) * p.g * (p.x * p.x - 1) / 6))::numeric, 4) end, p.too_few
  from pairs p order by p.place, p.other_place
$$;

-- The terms that add up to a sort key, as an expression of a row t: [{name, value}].
--   kind      of the order: names, upvotes, reviews, alternatives, relevance, adjusted or rating
--   sort_key  the expression of the key
create function private.build_rank_terms(kind text, sort_key text) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'names' then $terms$'[]'::jsonb$terms$
    when 'upvotes' then $terms$jsonb_build_array(jsonb_build_object('name', 'Upvotes', 'value', t.upvotes_count))$terms$
    when 'reviews' then $terms$jsonb_build_array(jsonb_build_object('name', 'Reviews', 'value', t.review_count))$terms$
    when 'alternatives' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Shared capabilities, weighted by rarity', 'value', t.shared),
      jsonb_build_object('name', 'Adjusted rating, divided by 100,000', 'value', coalesce(t.adjusted_rating, 0) / 100000))$terms$
    when 'relevance' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Place among the alternatives', 'value', round(t.place_score::numeric, 6)),
      jsonb_build_object('name', 'Match of the name', 'value', round(t.name_score::numeric, 6)),
      jsonb_build_object('name', 'Facts of the search', 'value', round(t.facts_score::numeric, 6)),
      jsonb_build_object('name', 'Match of names, capabilities, categories and description', 'value', round(t.text_score::numeric, 6)),
      jsonb_build_object('name', 'With reviews 0.6, and the adjusted rating divided by 10', 'value', round(t.rating_score::numeric, 6)),
      jsonb_build_object('name', 'Logarithm of its reviews, divided by 50', 'value', round(t.reviews_score::numeric, 6)))$terms$
    when 'adjusted' then $terms$case when t.adjusted_rating is null
        then jsonb_build_array(jsonb_build_object('name', 'No counted review', 'value', 0))
      else (select jsonb_build_array(
          jsonb_build_object('name', 'Mean of its counted ratings and five that reviews here usually give', 'value', round(e.mean::numeric, 6)),
          jsonb_build_object('name', 'Uncertainty', 'value', round((-1.96 * sqrt(e.variance))::numeric, 6)))
        from private.estimate_rating(t.rating_counts) e) end$terms$
    when 'rating' then format($terms$case when t.review_count = 0
        then jsonb_build_array(jsonb_build_object('name', 'Not rated', 'value', %s))
      else (select jsonb_agg(jsonb_build_object('name', term.name, 'value', term.value) order by term.place)
        from (
          select m.rating as place, m.rating || case when m.rating = 1 then ' star × ' else ' stars × ' end
              || sum(m.counted) || ' of ' || t.review_count || ' reviews' as name,
            round(m.rating * sum(m.counted)::numeric / t.review_count, 6) as value
          from private.tool_review_days m where m.tool_id = t.id group by m.rating having sum(m.counted) > 0
          union all
          select 9, 'Rounding', round(t.rating_average - t.rating_sum::numeric / t.review_count, 6)
        ) term) end$terms$, sort_key)
  end
$$;

-- Why an item has its place in a list: {rank, sort_key, terms: [{name, value}], above, below}. The terms add up to
-- the sort key. Items with the same key are ordered by number of reviews and id, launches and matches of a search by id.
--   list             tools, featured, alternatives or launches (those of the launch's day)
--   subject          the id of the tool or the launch
--   sort, query, in_category, min_rating, pricing, platform, license, capability   of public.search_tools, for `tools`
--   alternatives_of  the id of the tool whose alternatives are listed
-- rank, above and below are null beyond 600 places. An item that the list leaves out has no sort key, and neither
-- have names.
create function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
  in_category text default null, min_rating numeric default 0, alternatives_of uuid default null, pricing text default null,
  platform text default null, license text default null, capability text default null, attributes jsonb default '{}', alive text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_rank constant integer := 600;
  tools_list record;
  compared public.tools;
  first_tools tid[] := '{}';
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
          where not l.is_draft and l.launch_date = (select launch_date from private.launches where id = %L)) t', explain_rank.subject);
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
      perform private.refuse_if(compared.id is null, 'PT404', 'We could not find this content.');
      source := format('(select t.*, coalesce(s.shared, 0) as shared from public.tools t left join (%s) s on s.tool_id = t.id
        where (s.shared is not null or t.categories && %L::text[] and t.review_count > 0) and t.id <> %L) t',
        private.build_shared_capabilities(compared.id), compared.categories, compared.id);
      sort_key := '(t.shared + coalesce(t.adjusted_rating, 0) / 100000)';
      list_order := 't.shared desc, ' || private.build_alternatives_order();
      kind := 'alternatives';
    when 'tools' then
      select * into tools_list from private.build_tool_list(
        private.plan_search(explain_rank.query, private.read_query(explain_rank.query), explain_rank.capability, explain_rank.attributes),
        explain_rank.in_category, explain_rank.min_rating, explain_rank.sort, private.build_wanted_facets(explain_rank.pricing, explain_rank.platform, explain_rank.license, explain_rank.alive), explain_rank.capability);
      source := tools_list.source;
      first_tools := tools_list.first_tools;
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
    into result using first_tools, explain_rank.subject;
  if result -> 'rank' = 'null' and not (case when explain_rank.list = 'launches'
    then exists (select from private.launches where id = explain_rank.subject and not is_draft)
    else exists (select from public.tools where id = explain_rank.subject) end)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;

-- The definition of a function that everyone may call, and those of the functions of the schema private that it needs.
create function public.function_source(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  definition text;
begin
  with recursive needed (oid, definition, is_called) as (
    select p.oid, pg_catalog.pg_get_functiondef(p.oid), false from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname = function_source.name
        and has_function_privilege('anon', p.oid, 'execute')
    union
    select p.oid, pg_catalog.pg_get_functiondef(p.oid), true
      from needed n cross join lateral regexp_matches(n.definition, 'private\.(\w+)\s*\(', 'g') as called (name)
      join pg_catalog.pg_proc p on p.pronamespace = 'private'::regnamespace and p.prokind = 'f' and p.proname = called.name[1]
  )
  select string_agg(n.definition, E'\n' order by n.is_called, n.oid) into definition
    from (select distinct on (needed.oid) needed.* from needed order by needed.oid) n;
  perform private.refuse_if(definition is null, 'PT404', 'We could not find this content.');
  return definition;
end $$;

grant execute on function public.rating_prior, public.tool_rating_estimate, public.tool_evidence, public.compare_probabilities, public.explain_rank,
  public.function_source to anon, authenticated, service_role;
