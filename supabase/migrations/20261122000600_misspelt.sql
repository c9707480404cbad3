-- How alike a name and a misspelt word are, from 0 to 1: shared trigrams, of the whole name or of one
-- of its words, and less the more the lengths differ. "figna" shares as many trigrams with Fig as
-- with Figma, but whoever mistypes a letter rarely loses two.
create function private.likeness(name text, word text) returns real
language sql immutable parallel safe set search_path = '' as $$
  select max(extensions.similarity(part, word)
    * least(length(part), length(word)) / greatest(length(part), length(word), 1))::real
  from unnest(string_to_array(name, ' ') || name) as part
$$;

-- A function may set what an extension has made known in this session; using it once does that.
select extensions.similarity('', '');

create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
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
        + 4 * ts_rank(t.search, %3$L::tsquery) + private.likeness(t.name_folded, %1$L)
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
