-- The message for an invalid `after` calls it a cursor, as the documentation does.
create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_candidates constant integer := 600;
  max_most_reviewed constant integer := 200;
  words text;
  terms tsquery;
  name_filter text;
  named_tools tid[] := '{}';
  most_reviewed tid[];
  tool_filter text;
  by_relevance boolean;
  keys text[];    -- the parts of the sort key, the last of which is the id
  direction text;
  source text := 'public.tools t';
  cursor_values text[];
  cursor_filter text := '';
begin
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s',
        terms, private.build_tool_filter('', null, in_category, min_rating));
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
      '(select t.*, (1000000 * (case when t.name_folded = %1$L then 101
          when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end%3$s
        + coalesce(t.rating_average, 0)::float8 / 50 + ln(1 + t.review_count) / 50))::bigint as score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) t',
      words,
      case when terms is null then format('private.name_similarity(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '' else format(' + 4 * ts_rank(t.search, %L::tsquery)', terms) end,
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
        tool_filter := private.build_tool_filter(words, terms, in_category, 0)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(cursor_values) <> cardinality(keys) or array_position(cursor_values, null) is not null then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into cursor_filter from unnest(cursor_values) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(keys, ', '), source, tool_filter, cursor_filter,
    array_to_string(keys, ' ' || direction || ', ') || ' ' || direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using named_tools;
end $$;
