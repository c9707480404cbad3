-- The words that tools are described with: a misspelt word is held against these, which are fewer
-- and shorter than what the tools say. A word whose last tool has gone stays, and finds nothing.
create table private.search_words (
  word text collate "C" primary key,
  -- Whether a tool is called so.
  named boolean not null
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops);
alter table private.search_words enable row level security;
create policy all_service on private.search_words to service_role using (true) with check (true);
grant select, insert, update, delete on private.search_words to service_role;

create function private.words_in(folded text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') as word where length(word) between 3 and 40
$$;

create function private.keep_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, named)
  select word, bool_or(named) from (
    select private.words_in(new.name_folded) as word, true as named
    union all
    select private.words_in(private.fold(new.description || ' ' || new.category)), false
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set named = true
    where word in (select private.words_in(new.name_folded)) and not named;
  return null;
end $$;
create trigger keep_search_words after insert or update of name, description, category
  on public.tools for each row execute function private.keep_search_words();

insert into private.search_words (word, named)
select word, bool_or(named) from (
  select private.words_in(name_folded) as word, true as named from public.tools
  union all
  select private.words_in(private.fold(description || ' ' || category)), false from public.tools
) used group by word;

-- As before, but a name is found by its stem as well, as a description is: who types "kubernets" means
-- Kubernetes more than what runs on it.
create or replace function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.plain_text(new.name);
  new.description := private.plain_text(new.description);
  new.category := private.plain_text(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' then
    new.slug := private.slug_of(new.name);
    -- A name without a Latin letter has no slug, and one shaped like an id would never be found.
    if new.slug = '' or new.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
      new.slug := 'tool-' || left(new.id::text, 8);
    end if;
    if private.is_visitor() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.categories_of(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.website_key(new.website_url);
  new.name_folded := private.fold(new.name);
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('english', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold(new.description)), 'D');
  new.updated_at := now();
  return new;
end $$;
update public.tools set search = search || setweight(to_tsvector('english', name_folded), 'A');

-- Which tools are called so, apart from those that only speak of it.
create index tools_named_idx on public.tools using gin (ts_filter(search, '{a}'));

-- A function may set what an extension has made known in this session; using it once does that.
select extensions.similarity('', '');

-- Whether any tool has these terms. What is everywhere is among the most reviewed; what is rare comes
-- from the index, which the planner leaves for one row among many.
create function private.is_found(terms tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms)
    or exists (select from public.tools t where t.search @@ terms);
end $$;

-- What a search means.
--   words  folded; where nothing has them, each that is in no tool gives way to the nearest that is
--   terms  what finds them; null where nothing is asked for, or nothing has even those
create function private.understood(query text, out words text, out terms tsquery)
language plpgsql stable set search_path = '' set pg_trgm.similarity_threshold = 0.25 as $$
declare
  said text := private.fold(btrim(left(coalesce(query, ''), 200)));
begin
  words := said;
  if words = '' then return; end if;
  terms := private.search_query(words);
  if private.is_found(terms) then return; end if;
  select string_agg(coalesce(nearest.word, typed.word), ' ' order by typed.place) into words
  from (select * from regexp_split_to_table(said, '[^[:alnum:]]+') with ordinality as part (word, place)
    where word <> '' limit 12) typed
  left join lateral (
    select w.word from private.search_words w
    where w.word operator(extensions.%) typed.word
      and not exists (select from private.search_words same where starts_with(same.word, typed.word))
    order by private.likeness(w.word, typed.word) desc, w.named desc, w.word limit 1
  ) nearest on true;
  if words <> said then
    terms := private.search_query(words);
    if private.is_found(terms) then return; end if;
  end if;
  words := said;
  terms := null;
end $$;

-- The predicate that listing and counting share, as SQL text with every value quoted.
--   words, terms  as private.understood gives them
create function private.tool_predicate(words text, terms tsquery, category text, min_rating numeric) returns text
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
    predicate := predicate || format(' and t.rating_average >= %L', min_rating);
  end if;
  return predicate;
end $$;

-- As before; a search's candidates, at most 1,000, are first those that are called so, then those that
-- speak of it, the most reviewed first, so that a word that is everywhere does not rank the catalogue.
create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  most constant integer := 1000;
  words text;
  terms tsquery;
  called uuid[] := '{}';
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
      execute format('select array(select t.id from public.tools t where ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s
          order by t.review_count desc, t.id desc limit %s)',
        terms, private.tool_predicate('', null, in_category, min_rating), most) into called;
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

-- How many tools a listing has in all; the parameters of search_tools. What words find is counted up
-- to 1,001, which says "more than 1,000": so many are ranked.
create or replace function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text;
  terms tsquery;
  known text := private.category_named(in_category);
  result bigint;
begin
  select u.words, u.terms into words, terms from private.understood(query) u;
  if words = '' and (known is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(known, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    private.tool_predicate(words, terms, in_category, min_rating), case when words <> '' then ' limit 1001' else '' end)
    into result;
  return result;
end $$;

create or replace function public.category_landscape(in_category text, how_many integer default 40)
returns table (id uuid, name text, slug text, rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.rating_average, t.review_count from public.tools t
     where t.review_count > 0 and %s order by t.review_count desc, t.id desc limit %s',
    private.tool_predicate('', null, in_category, 0), least(greatest(coalesce(how_many, 40), 1), 100));
end $$;

drop function private.tool_predicate(text, text, numeric);
