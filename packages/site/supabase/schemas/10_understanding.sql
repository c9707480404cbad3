-- How a search is understood: the words of the catalogue, the terms of its vocabulary, names, facts and words to ignore.
-- Like the lists, these functions run as their owner and read what everyone may read.

-- A word of the tools' names, descriptions and categories and of the terms of capabilities: a misspelled word is compared
-- with these, which are fewer and shorter than the texts. The word of a deleted tool stays, and finds nothing.
create table private.search_words (
  word text collate "C" primary key,
  is_in_name boolean not null
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops);
call private.secure_internal_table('private.search_words');

-- Adds the words of names and of other texts.
create function private.add_search_words(names text[], texts text[]) returns void
language sql set search_path = '' as $$
  insert into private.search_words as known (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(private.normalize_search_text(name)) as word, true as is_in_name from unnest(names) as name
    union all
    select private.split_words(private.normalize_search_text(written)), false from unnest(texts) as written
  ) used group by word order by word
  on conflict (word) do update set is_in_name = true where excluded.is_in_name and not known.is_in_name
$$;

create function private.index_words_of_tools(changed public.tools[]) returns void
language sql set search_path = '' as $$
  select private.add_search_words(array(select called from unnest(changed), unnest(name || aliases) as called),
    array(select description || ' ' || category from unnest(changed)))
$$;

create function private.index_words_of_capability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_words('{}', new.name || new.synonyms);
  return null;
end $$;
create trigger index_words after insert or update of name, synonyms on public.capabilities
  for each row execute function private.index_words_of_capability();

-- Loads pg_trgm into this connection: a function can set only the settings that the connection knows.
select extensions.similarity('', '');

-- How similar a name and a misspelled word are, from 0 to 1: shared trigrams, of the whole name or of
-- one of its words, times the ratio of the lengths. "figna" shares as many trigrams with Fig as with
-- Figma, but a typing error rarely drops two letters.
create function private.name_similarity(name text, word text) returns real
language sql immutable parallel safe set search_path = '' as $$
  select max(extensions.similarity(part, word)
    * least(length(part), length(word)) / greatest(length(part), length(word), 1))::real
  from unnest(string_to_array(name, ' ') || name) as part
$$;

-- Words of a search that name a fact of a tool.
create function private.list_facet_phrases() returns table (phrase text, facet text)
language sql immutable set search_path = '' as $$
  values ('free', 'pricing:free'), ('for free', 'pricing:free'), ('free of charge', 'pricing:free'), ('no cost', 'pricing:free'),
    ('freemium', 'pricing:freemium'), ('paid', 'pricing:paid'),
    ('open source', 'license:open_source'), ('opensource', 'license:open_source'), ('foss', 'license:open_source'),
    ('oss', 'license:open_source'), ('libre', 'license:open_source'), ('free software', 'license:open_source'),
    ('free and open source', 'license:open_source'), ('proprietary', 'license:proprietary'), ('closed source', 'license:proprietary'),
    ('self hosted', 'platform:self_hosted'), ('selfhosted', 'platform:self_hosted'), ('self host', 'platform:self_hosted'),
    ('self hosting', 'platform:self_hosted'), ('self hostable', 'platform:self_hosted'), ('on premise', 'platform:self_hosted'),
    ('on premises', 'platform:self_hosted'), ('on prem', 'platform:self_hosted'),
    ('mac', 'platform:macos'), ('macos', 'platform:macos'), ('mac os', 'platform:macos'), ('os x', 'platform:macos'),
    ('osx', 'platform:macos'), ('macbook', 'platform:macos'), ('windows', 'platform:windows'), ('linux', 'platform:linux'),
    ('ubuntu', 'platform:linux'), ('ios', 'platform:ios'), ('iphone', 'platform:ios'), ('ipad', 'platform:ios'),
    ('android', 'platform:android'), ('web based', 'platform:web'), ('browser based', 'platform:web'), ('in the browser', 'platform:web')
$$;

-- Words that do not describe what a tool does.
create function private.list_ignored_words() returns text[]
language sql immutable set search_path = '' as $$
  select '{a,alternative,alternatives,an,and,any,app,application,applications,apps,are,at,be,best,better,beginner,beginners,business,
    businesses,by,can,cheap,company,companies,do,easy,enterprise,enterprises,for,freelancer,freelancers,from,get,good,great,how,i,
    in,is,it,large,like,me,most,my,need,nice,of,on,online,or,our,package,packages,platform,platforms,popular,product,products,
    program,programs,recommended,saas,service,services,simple,site,sites,small,smb,software,solution,solutions,some,startup,
    startups,suite,suites,system,systems,team,teams,that,the,their,to,tool,tools,top,up,use,using,vs,want,way,web,website,what,
    which,with,you,your}'::text[]
$$;

-- The tools whose whole name or alias stands in these words: rows of the words' places, the longest names first.
create function private.find_named_tools(words text[])
returns table (first_place integer, last_place integer, tool_id uuid)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with phrases as (
    select i, j, array_to_string(words[i:j], '') as key
    from generate_subscripts(words, 1) as i, generate_subscripts(words, 1) as j where j between i and i + 5
  )
  select p.i, p.j, t.id
  from public.tools t join phrases p on p.key = any (private.list_name_keys(t.name, t.aliases))
  where t.search @@ private.build_any_query(array(select '=' || key from phrases))
  order by p.j - p.i desc, p.i, t.review_count desc, t.id;
end $$;

-- The known word that a misspelled word of four or more letters means. Null if the word is known, begins a known one, or if
-- none is similar.
create function private.correct_word(typed text) returns text
language sql stable set search_path = '' set pg_trgm.similarity_threshold = 0.25 as $$
  select w.word from private.search_words w
  where length(typed) >= 4 and w.word operator(extensions.%) typed and private.name_similarity(w.word, typed) >= 0.25
    and not exists (select from private.search_words same where starts_with(same.word, typed))
    and not exists (select from private.search_terms t where t.stems @> array[private.stem_word(typed)])
    and not exists (select from public.tools t where t.search @@ to_tsquery('english', quote_literal(typed)))
  order by private.name_similarity(w.word, typed) desc, w.is_in_name desc, w.word limit 1
$$;

-- The tool that these words mean: by a whole name or alias among them, else the most reviewed one with all of them in its
-- names, where each may be misspelled. Null if there is none. Of many tools with the words it looks at 200, which the index
-- finds: the planner prefers the order by reviews, which it would read to its end.
create function private.find_meant_tool(words text[]) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  meant uuid;
begin
  select n.tool_id into meant from private.find_named_tools(words) n limit 1;
  if meant is null and cardinality(words) > 0 then
    select t.id into meant from (
      select id, review_count from public.tools where ts_filter(search, '{a}') @@
        (select string_agg(quote_literal(coalesce(private.correct_word(word), word)), ' & ')::tsquery from unnest(words) as word)
      limit 200) t
    order by t.review_count desc, t.id limit 1;
  end if;
  return meant;
end $$;

-- A part of a search. A tool matches it or does not.
--   words    one word, or those of a term or a name
--   lexemes  of tools.search: the whole name, or the capabilities and categories with this term; null for a word
create type private.search_part as (words text[], lexemes text[]);

-- The query of tools that have at least one of the lexemes.
create function private.build_any_query(lexemes text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(lexeme), '|')::tsquery from unnest(lexemes) as lexeme
$$;

-- How a search is understood. A word in quotation marks is text, whatever else it could mean.
--   words            those that are searched for, folded and corrected
--   parts            what a tool should have
--   facts            facets that the words name: tools that have them rank before the others
--   fact_words       the words of each
--   alternatives_to  the tool whose alternatives are listed
--   compared         the two to four tools of "X vs Y vs Z"
--   corrected        all words, if a misspelled one was replaced
--   ignored          words that are not searched for
create function private.read_query(query text, out words text[], out parts private.search_part[], out facts text[],
  out fact_words text[], out alternatives_to uuid, out compared uuid[], out corrected text, out ignored text[])
language plpgsql stable set search_path = '' as $$
declare
  -- The words, each between two spaces. One that is certainly text begins with a quotation mark.
  rest text;
  sides text[];
  found record;
  better text;
  is_corrected boolean := false;
  place integer;
  -- By the places of the words: the stem, that of the word and the next one together, whether the word is in a term, and
  -- whether it is ignored if it is in none.
  word_stems text[];
  joined_stems text[];
  is_found boolean[];
  is_ignored boolean[];
begin
  parts := '{}'; facts := '{}'; fact_words := '{}'; ignored := '{}';
  select coalesce(string_agg(typed.word, '  ' order by typed.part, typed.number), '') into rest
    from (select case when q.part % 2 = 0 then '"' else '' end || w.word as word, q.part, w.number
      from regexp_split_to_table(left(coalesce(query, ''), 200), '"') with ordinality as q (segment, part),
        regexp_split_to_table(private.normalize_search_text(q.segment), ' ') with ordinality as w (word, number)
      where w.word <> '' order by q.part, w.number limit 12) typed;
  words := string_to_array(replace(rest, '"', ''), '  ');
  rest := ' ' || rest || ' ';

  -- Whole names are text: "Microsoft Teams" keeps "teams", which is ignored elsewhere.
  for found in select * from private.find_named_tools(words) n
      where n.last_place > n.first_place or cardinality(words) = 1 loop
    rest := replace(rest, ' ' || array_to_string(words[found.first_place:found.last_place], '  ') || ' ',
      ' "' || array_to_string(words[found.first_place:found.last_place], '  "') || ' ');
  end loop;

  sides := regexp_split_to_array(rest, ' (?:vs|versus|or|compared  to|compared  with) ');
  if cardinality(sides) between 2 and 4 then
    -- "or" joins whole names; else it is a word like others.
    select array_agg(case when rest !~ ' or ' then private.find_meant_tool(side) else
        (select n.tool_id from private.find_named_tools(side) n where n.last_place - n.first_place + 1 = cardinality(side) limit 1) end
        order by number)
      into compared from unnest(sides) with ordinality as all_sides (written, number),
        lateral (select string_to_array(btrim(replace(written, '"', '')), '  ') as side) as split;
    if array_position(compared, null) is null and cardinality(compared) = (select count(distinct id) from unnest(compared) as id) then
      return;
    end if;
    compared := null;
  end if;

  -- The longest phrases first: "free and open source" is about the license.
  for found in select p.facet, p.phrase, ' ' || replace(p.phrase, ' ', '  ') || ' ' as spaced
      from private.list_facet_phrases() p order by length(p.phrase) desc, p.phrase loop
    if strpos(rest, found.spaced) > 0 and btrim(replace(rest, found.spaced, '')) <> '' then
      rest := replace(rest, found.spaced, '');
      facts := facts || found.facet;
      fact_words := fact_words || found.phrase;
    end if;
  end loop;

  sides := coalesce(regexp_match(rest, ' (?:alternatives?|competitors?|replacements?|substitutes?)  (?:to|for|of) (.+)$'),
    regexp_match(rest, '^(.+) (?:alternatives?|competitors?|replacements?|substitutes?) '),
    regexp_match(rest, ' (?:like|similar  to|instead  of) (.+)$'));
  words := array_remove(string_to_array(replace(rest, '"', ''), ' '), '');
  if sides is not null then
    alternatives_to := private.find_meant_tool(array(select ltrim(word, '"') from unnest(string_to_array(btrim(sides[1]), '  ')) as word
      where word <> all (private.list_ignored_words())));
    -- Without reviews and capabilities a tool has no alternatives, and the search is for its name.
    if cardinality(private.list_alternatives(alternatives_to, 1)) > 0 then return; end if;
    alternatives_to := null;
  end if;

  for found in select * from unnest(array_remove(string_to_array(rest, ' '), '')) with ordinality as typed (word, number) loop
    better := case when found.word !~ '^"' and found.word <> all (private.list_ignored_words()) then private.correct_word(found.word) end;
    words[found.number] := coalesce(better, ltrim(found.word, '"'));
    is_ignored[found.number] := found.word = any (private.list_ignored_words());
    is_corrected := is_corrected or better is not null;
    word_stems[found.number] := private.stem_word(words[found.number]);
  end loop;
  if cardinality(words) = 0 then return; end if;
  if is_corrected then corrected := array_to_string(words, ' '); end if;
  -- If all words would be ignored, they are searched for.
  if not false = any (is_ignored) then is_ignored := array_fill(false, array[cardinality(words)]); end if;

  -- The terms that are in the words, those with the most words first. Two words may be one in the term: "data base".
  joined_stems := array(select private.stem_word(words[i] || words[i + 1]) from generate_series(1, cardinality(words) - 1) as i);
  is_found := array_fill(false, array[cardinality(words)]);
  for found in select * from private.find_named_tools(words) n where n.last_place > n.first_place loop
    if not true = any (is_found[found.first_place:found.last_place]) then
      better := array_to_string(words[found.first_place:found.last_place], '');
      parts := parts || row(words[found.first_place:found.last_place], array['=' || better])::private.search_part;
      foreach place in array array(select generate_series(found.first_place, found.last_place)) loop is_found[place] := true; end loop;
    end if;
  end loop;
  for found in
    select matching.* from (
      select t.kind, bool_or(t.is_name) as is_name, t.stems,
        array_agg(distinct case t.kind when 'capability' then '#' else '@' end || t.slug) as lexemes,
        array(select i from generate_subscripts(words, 1) as i
          where t.stems && array[word_stems[i], joined_stems[i], joined_stems[i - 1]]) as places
      from private.search_terms t
      where t.stems && (word_stems || joined_stems) and t.stems <@ (word_stems || joined_stems)
      group by t.kind, t.stems
    ) matching
    -- "Speech to text" and "text to speech" have the same words.
    order by kind, cardinality(places) desc, stems = array(select word_stems[i] from unnest(places) as i) desc, is_name desc, stems
  loop
    if exists (select from unnest(found.places) as i where not is_found[i] and not is_ignored[i]) then
      parts := parts || row(array(select words[i] from unnest(found.places) as i), found.lexemes)::private.search_part;
      foreach place in array found.places loop is_found[place] := true; end loop;
    end if;
  end loop;
  for place in select i from generate_subscripts(words, 1) as i where not is_found[i] loop
    if is_ignored[place] then
      ignored := ignored || words[place];
    else
      parts := parts || row(words[place:place], null)::private.search_part;
    end if;
  end loop;
  words := array(select words[i] from generate_subscripts(words, 1) as i where is_found[i] or not is_ignored[i]);
end $$;
-- The facets of public.tools that the parameters of a list ask for. An unknown value is the facet of no tool.
create function private.build_wanted_facets(pricing text, platform text, license text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['pricing:' || nullif(pricing, ''), 'platform:' || nullif(platform, ''),
    'license:' || nullif(license, '')], null)
$$;
