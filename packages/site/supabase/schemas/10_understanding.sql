-- How a search is understood: the words of the catalogue, the terms of its vocabulary, names, facts and words to ignore.
-- Like the lists, these functions run as their owner and read what everyone may read.

-- A word of the tools' names, descriptions and categories and of the terms of capabilities: a word that is none of them may be
-- misspelled. The word of a deleted tool stays, and finds nothing.
--   corrects  a language: misspelled words of it become this one; English before others, all for a name, null for a word of descriptions
create table private.search_words (
  word text collate "C" primary key,
  corrects text
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops) where corrects is not null;
call private.secure_internal_table('private.search_words');

-- Adds the words of texts; `corrects` is that of private.search_words.
create function private.add_search_words(texts text[], corrects text default null) returns void
language sql set search_path = '' as $$
  insert into private.search_words as known (word, corrects)
  select distinct word, add_search_words.corrects from unnest(texts) as written, private.split_words(private.normalize_search_text(written)) as word
  order by word
  on conflict (word) do update set corrects = case when excluded.corrects in ('all', 'en') or known.corrects is null then excluded.corrects else known.corrects end
    where excluded.corrects is not null and known.corrects is distinct from 'all' and known.corrects is distinct from excluded.corrects
$$;

create function private.index_words_of_tools(changed public.tools[]) returns void
language sql set search_path = '' as $$
  select private.add_search_words(array(select called from unnest(changed) as tool, unnest(private.list_names(tool)) as called), 'all');
  select private.add_search_words(array(select description || ' ' || category from unnest(changed)))
$$;

create function private.index_words_of_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_words(array_agg(term), language) from changed_rows group by language;
  return null;
end $$;
create trigger index_words after insert on private.search_terms referencing new table as changed_rows
  for each statement execute function private.index_words_of_terms();
insert into private.search_words (word, corrects) select distinct on (word) word, language from (
  select term, language from private.search_terms
  union all select phrase, language from private.search_phrases where kind in ('alternative', 'comparison', 'fact')) known, private.split_words(term) as word;

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

-- The tools whose whole name or alias stands in these words: rows of the words' places, the longest names first.
create function private.find_named_tools(words text[])
returns table (first_place integer, last_place integer, tool_id uuid)
language plpgsql stable set search_path = '' as $$
declare
  keys constant text[] := array(select array_to_string(words[i:j], '') from generate_subscripts(words, 1) as i, generate_series(i, least(i + 5, cardinality(words))) as j);
begin
  return query
  with named as materialized (
    select id, review_count, private.list_name_keys(private.list_names(t)) as keys from public.tools t
    where search @@ private.build_any_query(array(select '=' || key from unnest(keys) as key))
  )
  select i, j, n.id
  from named n, generate_subscripts(words, 1) as i, generate_series(i, least(i + 5, cardinality(words))) as j
  where array_to_string(words[i:j], '') = any (n.keys)
  order by j - i desc, i, n.review_count desc, n.id;
end $$;

-- The words of names and terms that a misspelled word of four or more letters may mean: with one letter inserted, dropped,
-- replaced or exchanged with the next one, or with two from eight letters on.
--   language       empty for names and, from eight letters on, the words of any language but English
--   before, after  the words beside it: a word that makes a term with one of them precedes others
create function private.correct_word(typed text, language text default 'en', before text default null, after text default null) returns text
language plpgsql stable set search_path = '' set pg_trgm.similarity_threshold = 0.18 as $$
declare
  signs constant text := case when typed ~ '[а-я]' then 'абвгдежзийклмнопрстуфхцчшщъыьэюя' else 'abcdefghijklmnopqrstuvwxyz0123456789' end;
  is_of_any constant boolean := language = '' and length(typed) >= 8;
  forms text[];
  found text;
begin
  if length(typed) not between 4 and 40 or typed ~ '^[0-9]+$' or private.is_known_word(typed, language) then return null; end if;
  forms := array(
    select overlay(typed placing '' from i for 1) from generate_series(1, length(typed)) as i
    union all select overlay(typed placing substr(typed, i + 1, 1) || substr(typed, i, 1) from i for 2) from generate_series(1, length(typed) - 1) as i
    union all select overlay(typed placing sign from i for size) from generate_series(1, length(typed) + 1) as i,
      regexp_split_to_table(signs, '') as sign, unnest(array[0, 1]) as size where i + size <= length(typed) + 1);
  -- Apart from the other conditions, so that the primary key finds the words.
  with near as materialized (select w.word, w.corrects from private.search_words w where w.word = any (forms))
  select n.word into found from near n
    where (n.corrects in ('all', correct_word.language) or is_of_any and n.corrects <> 'en') and length(n.word) > 3
      and (left(n.word, 1) = left(typed, 1) or left(n.word, 2) = reverse(left(typed, 2)))
    order by exists (select from private.search_terms t where t.term in (before || ' ' || n.word, n.word || ' ' || after)) desc,
      n.corrects in ('all', correct_word.language) desc, length(n.word) = length(typed) desc, length(n.word) > length(typed) desc, n.corrects = 'all' desc,
      private.name_similarity(n.word, typed) desc, n.word limit 1;
  if found is null and length(typed) >= 8 then
    -- Comparing two words costs more than the index.
    with near as materialized (
      select w.word, w.corrects from private.search_words w
      where w.corrects is not null and w.word operator(extensions.%) typed
    )
    select n.word into found from near n
      where (n.corrects in ('all', correct_word.language) or is_of_any and n.corrects <> 'en') and abs(length(n.word) - length(typed)) <= 2 and private.is_misspelling(typed, n.word)
      order by n.corrects in ('all', correct_word.language) desc, private.name_similarity(n.word, typed) desc, n.corrects = 'all' desc, n.word limit 1;
  end if;
  return found;
end $$;

-- The name that a word in Cyrillic letters is: "фигма" is Figma. Null if it is none, or a Russian word.
create function private.spell_name(typed text) returns text
language plpgsql stable set search_path = '' as $$
declare
  latin constant text := translate(replace(replace(replace(replace(replace(replace(replace(typed, 'ж', 'zh'), 'х', 'kh'), 'ч', 'ch'), 'щ', 'sch'),
    'ш', 'sh'), 'ю', 'yu'), 'я', 'ya'), 'абвгдезийклмнопрстуфцыэьъ', 'abvgdeziyklmnoprstufcye');
begin
  if typed !~ '^[а-я]{4,}$' or private.is_known_word(typed, 'ru') then return null; end if;
  return coalesce((select w.word from private.search_words w where w.word = latin and w.corrects = 'all'), private.correct_word(latin, ''));
end $$;

-- A German or Dutch compound as two words, "Kundenumfrage" as "kunden umfrage": the second one is of the vocabulary or generic, the first
-- one of the vocabulary or frequent. Null if it is none.
--   language  English if the search has no word of another one
create function private.split_compound(word text, language text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if language not in ('en', 'de', 'nl') or length(word) < 9 or private.is_known_word(word, language) then return null; end if;
  return (select first_word || ' ' || last_word from (
      select spoken, left(word, size) as typed, substr(word, size + 1) as last_word from generate_series(4, length(word) - 4) as size,
        unnest(case language when 'en' then '{de,nl}' else array[language] end) as spoken) halves,
      -- Without the letters that join the words.
      lateral (select typed as first_word union all select left(typed, -1) where typed ~ '....[sn]$') forms
    where (exists (select from private.search_words w where w.word = last_word and w.corrects = spoken)
        or exists (select from private.search_phrases p where p.phrase = last_word and p.kind = 'generic' and p.language = spoken))
      and (exists (select from private.search_words w where w.word = first_word and w.corrects in ('en', spoken))
        or exists (select from private.common_words c where c.word = first_word and c.language = spoken))
    order by length(last_word) desc, length(first_word) desc limit 1);
end $$;

-- Whether a word is one of the catalogue, of the vocabulary or of a language, in one of its usual forms, or begins one of a name.
create function private.is_known_word(typed text, language text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  forms constant text[] := array[typed, private.spell_american(typed)]
    || case when right(typed, 1) = 's' and right(typed, 2) <> 'ss' then array[left(typed, -1)] end
    || case when right(typed, 2) = 'es' then array[left(typed, -2)] end
    || case when right(typed, 3) = 'ies' then array[left(typed, -3) || 'y'] end
    || case when right(typed, 1) = 'd' then array[left(typed, -1)] end
    || case when right(typed, 2) = 'ed' then array[left(typed, -2)] end
    || case when right(typed, 3) = 'ing' then array[left(typed, -3), left(typed, -3) || 'e'] end;
begin
  return exists (select from private.search_words w where w.word = any (forms) and (w.corrects is null or w.corrects in ('all', 'en', is_known_word.language)))
    or exists (select from private.common_words c where c.word = any (forms) and c.language in ('en', is_known_word.language))
    or exists (select from private.search_phrases p where p.phrase = any (forms))
    or exists (select from private.search_words w where w.word >= typed and w.word < typed || chr(1114111) and starts_with(w.word, typed) and w.corrects = 'all')
    or exists (select from private.search_terms t where t.language = is_known_word.language
      and t.stems @> array[private.stem_word(typed, is_known_word.language)])
    -- Another form of a word of the descriptions.
    or (select c.language <> 'en' from private.content_language c) and private.count_matches(private.build_words_query(array[typed], ''), 1) > 0;
end $$;

-- Whether the words are the name of a known product or maker that is no listed tool.
create function private.is_brand(words text[]) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.search_phrases p where p.kind = 'brand' and p.phrase = array_to_string(words, ' '))
$$;

-- The tool that these words mean: by a whole name or alias among them, else the most reviewed one with all of them in its
-- names, where each may be misspelled. They are the end of a name or more than half of it: "photoshop" is Adobe Photoshop,
-- "google" is no tool. Null if there is none. Of many tools with the words it looks at 200, which the index finds: the planner
-- prefers the order by reviews, which it would read to its end.
create function private.find_meant_tool(words text[]) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  meant uuid;
  corrected text[];
begin
  select n.tool_id into meant from private.find_named_tools(words) n limit 1;
  if meant is null and cardinality(words) > 0 and not private.is_brand(words) then
    corrected := array(select coalesce(private.correct_word(word), word) from unnest(words) as word);
    select t.id into meant from (
      select t.id, t.review_count, t as tool from public.tools t where ts_filter(search, '{a}') @@
        (select string_agg(quote_literal(word), ' & ')::tsquery from unnest(corrected) as word)
      limit 200) t
    where exists (select from unnest(private.list_names(t.tool)) as called,
        lateral (select array(select private.split_words(private.normalize_search_text(called))) as parts) name
      where corrected && parts[cardinality(parts):] or 2 * cardinality(corrected) > cardinality(parts) and corrected <@ parts)
    order by t.review_count desc, t.id limit 1;
  end if;
  return meant;
end $$;

-- A part of a search. A tool matches it or does not.
--   words        one word, or those of a term or a name
--   lexemes      of tools.search: the whole name, or the capabilities and categories with this term; null for a word
--   weight       how much it tells of a tool: a rare word of its language, or a term, which few tools have, tells the most
--   is_required  whether a tool without it is no whole answer
--   query        what a tool with it matches
create type private.search_part as (words text[], lexemes text[], weight double precision, is_required boolean, query tsquery);

-- The query of tools that have at least one of the lexemes.
create function private.build_any_query(lexemes text[]) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return (select string_agg(quote_literal(lexeme), '|')::tsquery from unnest(lexemes) as lexeme);
end $$;

-- Words as a text-search query, all of them.
--   weights        of the lexemes that count, as "A"; empty for all
--   longer_from  a word of so many letters may be the beginning of a longer one: "figm" finds Figma. A short one only in names:
--                "car" is not "care"
--   is_exact     whether the word itself counts, and not its other forms
create function private.build_words_query(words text[], weights text, longer_from integer default 100, is_exact boolean default false) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  result tsquery;
  word text;
  word_query tsquery;
  is_whole boolean;
begin
  foreach word in array words loop
    if word ~ ('[' || private.unspaced_signs() || ']') then
      select string_agg(quote_literal(piece) || ':' || weights, ' & ')::tsquery into word_query
        from regexp_split_to_table(btrim(private.split_runs(word)), ' +') as piece;
    else
      -- A short word in "-ing" is more than a form of a verb, if no tool and no term has it: "dating" is no date.
      is_whole := is_exact or word ~ '^[a-z]{3,4}ing$' and not exists (select from private.search_words w (known) where known = word);
      select string_agg(quote_literal(form) || ':' || weights || case when form = word and length(word) >= longer_from
            and (weights <> '' or length(word) > 5) or form = beginning and form <> word and weights <> 'A' then '*'
          when form = word and length(word) >= longer_from then '|' || quote_literal(form) || ':*A' else '' end, '|')::tsquery
        into word_query from (select language from private.content_language) content,
          -- PostgreSQL has no stems of Polish.
          lateral (select case content.language when 'pl' then private.stem_word(word, 'pl') end as beginning) polish,
          lateral (select distinct form from unnest(case when is_whole then array[word, private.spell_american(word)]
            else array[word, beginning, (ts_lexize('pg_catalog.english_stem', word))[1], (ts_lexize('pg_catalog.english_stem', private.spell_american(word)))[1]]
              || case when content.language = 'en' then '{}' else tsvector_to_array(to_tsvector(private.get_content_configuration(), word)) end end) as form
          where form <> '') forms;
    end if;
    result := case when result is null then word_query else result && word_query end;
  end loop;
  return result;
end $$;

-- How rare the tools are that match, from 0 to 1. Of the 200 most reviewed tools.
create function private.measure_rarity(terms tsquery) returns double precision
language plpgsql stable set search_path = '' as $$
begin
  return (
    select (ln(2 + count(*)::float8) - ln(1 + count(*) filter (where t.search @@ terms))) / ln(2 + count(*)::float8)
    from (select search from public.tools order by review_count desc, id desc limit 200) t);
end $$;

-- A part of a search.
--   lexemes  of a name or a term; null for a word
create function private.build_part(words text[], lexemes text[], language text default 'en') returns private.search_part
language plpgsql stable set search_path = '' as $$
declare
  query constant tsquery := case
    -- A word may be a name that is written as several.
    when lexemes is null then private.build_words_query(words, '', 3) || quote_literal('=' || array_to_string(words, ''))::tsquery
    -- Terms are often short words, which many longer ones begin with. If tools have the use,
    -- a text about an "account" is not about "accounting".
    else private.build_words_query(words, '', 4, exists (
      select from unnest(lexemes) as lexeme join public.capabilities c on c.slug = substr(lexeme, 2) where c.tool_count > 0)) || private.build_any_query(lexemes) end;
  -- One that is frequent in its language, or that most tools have, excludes no tool.
  weight constant double precision := private.measure_rarity(query) * case when lexemes is not null then 1
    when length(words[1]) < 2 or words[1] ~ '^[0-9]+$' then 0
    else coalesce((select max(c.rarity) from private.common_words c where c.word = words[1] and c.language in ('en', build_part.language)), 1) end
    + case when lexemes is null then 0 else 0.3 end;
begin
  return row(words, lexemes, weight, lexemes is not null or weight >= 0.3, query)::private.search_part;
end $$;

-- A part for what a tool should do without: it says "no ads", "without any ads" or "ad-free".
create function private.build_wish(without text, word text, is_required boolean) returns private.search_part
language plpgsql stable set search_path = '' as $$
declare
  forms constant tsquery := private.build_any_query(array[word, regexp_replace(word, 's$', '')]);
  negations constant tsquery := private.build_any_query(array(select phrase from private.search_phrases where kind = 'without' and phrase !~ ' '));
begin
  return row(array[without, word], null, 1, is_required, tsquery_phrase(negations, forms) || tsquery_phrase(negations, forms, 2)
    || tsquery_phrase(forms, 'free'::tsquery))::private.search_part;
end $$;

-- Runs of signs without spaces, cut where the longest names, terms and phrases begin and end.
create function private.cut_runs(written text) returns text
language plpgsql stable set search_path = '' as $$
declare
  run text := (regexp_match(written, '[' || private.unspaced_signs() || ']+'))[1];
  pieces text[];
  piece text;
begin
  if run is null then return written; end if;
  pieces := array(select distinct substr(run, i, size) from generate_series(1, length(run)) as i, generate_series(1, 16) as size
    where i + size <= length(run) + 1);
  select known into piece from (
    select term as known from private.search_terms where term = any (pieces)
    union select phrase from private.search_phrases where phrase = any (pieces)
    union select word from private.search_words where word = any (pieces) and corrects is not null) dictionary
    order by length(known) desc, strpos(run, known) limit 1;
  if piece is null then
    return split_part(written, run, 1) || ' ' || run || ' ' || private.cut_runs(substr(written, strpos(written, run) + length(run)));
  end if;
  return split_part(written, run, 1) || ' ' || private.cut_runs(split_part(run, piece, 1)) || ' ' || piece || ' '
    || private.cut_runs(substr(run, strpos(run, piece) + length(piece)) || substr(written, strpos(written, run) + length(run)));
end $$;

-- Whether a word only joins others, in English or the language of a search: one of the lists in 02_words.sql, or one that
-- PostgreSQL ignores in another language.
create function private.is_function_word(word text, language text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.search_phrases p where p.phrase = word and p.kind = 'function' and p.language in ('en', is_function_word.language))
    or coalesce((select ts_lexize(('pg_catalog.' || l.dictionary || '_stem')::regdictionary, word) = '{}'
      from private.list_languages() l where l.language = is_function_word.language and l.language <> 'en' and l.dictionary is not null), false);
end $$;

-- The places of the words with which people say who they are: "I am a novelist", "our law firm wants", "als Lehrer". They
-- end at the next word that only joins others, and what one wants begins behind its subject.
--   joins  by the places of the words: whether one only joins others
create function private.find_searcher(words text[], joins boolean[], language text) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  result integer[] := '{}';
  place integer;
begin
  place := (select min(i) from generate_subscripts(words, 1) as i join private.search_phrases p
    on p.phrase = words[i] and p.kind = 'wish' and p.language = find_searcher.language where i between 2 and 9);
  -- "A CRM for teams that need reports" has another subject.
  if joins[1] and false = any (joins[place + 1:]) and not words[:place] && '{for,that,to,which,with,fur,pour,que,qui,para,che,per,voor,dla,ktory}' then
    result := array(select generate_series(1, place));
  end if;
  -- One word is an introduction only at the beginning: "use a phone as a webcam".
  for place in select i + cardinality(string_to_array(p.phrase, ' ')) from generate_series(1, 3) as i join private.search_phrases p
      on p.kind = 'introduction' and p.language = find_searcher.language and (i = 1 or p.phrase like '% %')
      and p.phrase = array_to_string(words[i:i + cardinality(string_to_array(p.phrase, ' ')) - 1], ' ') loop
    while joins[place] loop place := place + 1; end loop;
    for i in place .. least(place + 3, cardinality(words)) loop
      exit when joins[i];
      result := result || i;
    end loop;
  end loop;
  return result;
end $$;

-- The language in which most words of a search are, English if as many are English. A word of a term counts twice.
--   words    folded
--   is_text  by the places of the words: names and words in quotation marks, which are of no language
create function private.find_language(words text[], is_text boolean[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed constant text[] := array(select word from unnest(words) with ordinality as w (word, place) where not is_text[place] and word ~ '[^0-9]' order by place);
  scripts constant text[] := case when array_to_string(typed, '') ~ ('[' || private.unspaced_signs() || ']') then '{en,ja,zh}'
    when array_to_string(typed, '') ~ '[а-я]' then '{en,ru}' else '{en,de,es,fr,it,nl,pl,pt}' end;
  is_english constant boolean[] := array(select exists (select from private.common_words c where c.word = w.word and c.language = 'en')
    from unnest(typed) with ordinality as w (word, place) order by place);
  tried text;
  single text[];
  joined text[];
  terms text[];
  points integer;
  best integer := 0;
  result text := 'en';
begin
  foreach tried in array scripts loop
    single := array(select private.stem_word(word, tried) from unnest(typed) with ordinality as w (word, place) order by place);
    joined := array(select private.stem_word(typed[i] || typed[i + 1], tried) from generate_series(1, cardinality(typed) - 1) as i where private.joins_words(tried));
    terms := array(select distinct stem from private.search_terms t, unnest(t.stems) as stem
      where t.language in (tried, 'en') and t.stems && (single || joined) and t.stems <@ (single || joined));
    points := (select sum(case
        -- The stem of an English word, or of a misspelled one, may be one of another language: "copetitor analysis".
        when terms && array[single[i], joined[i], joined[i - 1]] and (tried = 'en'
          or exists (select from private.search_terms t where t.language = tried and array_to_tsvector(string_to_array(t.term, ' ')) @@ quote_literal(typed[i])::tsquery)
          or not is_english[i] and private.correct_word(typed[i]) is null) then 2
        -- Of a language, if English has no such word: "crm für iphone", "kanban mit gantt".
        when length(typed[i]) > 1 and tried <> 'en' and exists (select from private.search_phrases p where p.phrase = typed[i] and p.language = tried and p.kind in ('function', 'fact'))
          and not exists (select from private.search_phrases p where p.phrase = typed[i] and p.language = 'en') then 3
        when length(typed[i]) > 1 and exists (select from private.search_phrases p where p.phrase = typed[i] and p.language = tried and p.kind in ('function', 'generic')) then 2
        when exists (select from private.common_words c where c.word = typed[i] and c.language = tried)
          or exists (select from private.search_phrases p where p.phrase = typed[i] and p.kind <> 'brand' and (p.language = tried or p.kind = 'fact' and p.language = 'en')) then 1 else 0 end)
      from generate_subscripts(typed, 1) as i);
    if points > best then
      best := points;
      result := tried;
    end if;
  end loop;
  return result;
end $$;

-- How a search is understood.
--   words            those that are searched for, folded and corrected
--   parts            what a tool should have
--   excluded         what it should not have
--   facts            facets that the words name: tools that have them rank before the others
--   fact_words       the words of each
--   alternatives_to  the tool whose alternatives are listed; those with the parts come first
--   compared         the two to four tools of "X vs Y vs Z"
--   corrected        all words, if a misspelled one was replaced
--   ignored          words that describe no tool, without the function words of a language
--   unknown          words of required parts that no tool has, of the alternatives if those are listed
--   language         in which the search is
--   alternatives     those of alternatives_to in their order, at most 48
create type private.reading as (words text[], parts private.search_part[], excluded private.search_part[], facts text[],
  fact_words text[], alternatives_to uuid, compared uuid[], corrected text, ignored text[], unknown text[], language text, alternatives uuid[]);

-- Understands a search. A word in quotation marks is text, whatever else it could mean.
create function private.read_query(query text) returns private.reading
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  -- By the places of the words: whether a word is certainly text, is used up, and describes no tool.
  is_text boolean[];
  is_used boolean[];
  is_generic boolean[];
  languages text[];
  named integer[] := '{}';
  named_tools uuid[] := '{}';
  found record;
  better text;
  place integer;
  first_place integer;
  last_place integer;
  like_place integer;
  joins boolean[];
  is_detail boolean[];
  is_corrected boolean := false;
  is_changed boolean := false;
  is_all_generic boolean;
  is_quoted boolean[];
  is_searched boolean[];
  read private.reading;
  sides text[];
  words text[];
  part private.search_part;
  named_lexemes text[] := '{}';
  parts private.search_part[] := '{}';
  excluded private.search_part[] := '{}';
  facts text[] := '{}';
  fact_words text[] := '{}';
  alternatives_to uuid;
  alternatives uuid[];
  compared uuid[];
  ignored text[] := '{}';
  language text := 'en';
  who integer[];
  blocked boolean[] := '{}';
  accented text[] := '{}';
begin
  select coalesce(array_agg(typed.word order by typed.part, typed.number), '{}'), array_agg(typed.part % 2 = 0 order by typed.part, typed.number)
    into words, is_text
    from (select w.word, q.part, w.number
      -- "-word" is "except word", and of an address the host counts.
      from regexp_split_to_table(regexp_replace(regexp_replace(left(coalesce(query, ''), 200), '(^|\s)-(?=[[:alpha:]])', '\1except ', 'g'),
          '\m(?:https?://(?:www\.)?|www\.)([^\s/?#"]+)[^\s"]*', '\1', 'gi'), '"')
          with ordinality as q (segment, part),
        regexp_split_to_table(private.cut_runs(private.normalize_search_text(q.segment)), ' +') with ordinality as w (word, number)
      where w.word <> '' order by q.part, w.number limit 40) typed;
  -- "Back up" is "backup", "log in" is "login".
  for place in reverse cardinality(words) - 1 .. 1 loop
    if words[place + 1] in ('up', 'in', 'out', 'off', 'down') and not (is_text[place] or is_text[place + 1])
      and exists (select from private.search_words w where w.word = words[place] || words[place + 1])
    then
      words := words[:place - 1] || (words[place] || words[place + 1]) || words[place + 2:];
      is_text := is_text[:place] || is_text[place + 2:];
    end if;
  end loop;
  -- "CRMs" are more than one "CRM", which has no stem.
  if array_to_string(words, ' ') ~ '\m[b-df-hj-np-tv-z]{2,4}i?s\M' then
    words := array(select case when word ~ '^[b-df-hj-np-tv-z]{2,4}i?s$' and not is_text[number] and exists (select from private.search_words w (known) where known = left(word, -1))
        and not exists (select from private.search_words w (known) where known = word) then left(word, -1) else word end
      from unnest(words) with ordinality as typed (word, number) order by number);
  end if;
  if cardinality(words) = 0 then return row(words, parts, excluded, facts, fact_words, null, null, null, ignored, '{}', language, null)::private.reading; end if;
  is_quoted := is_text;
  is_searched := array_fill(false, array[cardinality(words)]);
  is_used := array_fill(false, array[cardinality(words)]);

  -- Whole names, the longest first. A name of several words is text: "Microsoft Teams" keeps "teams", which is ignored elsewhere.
  for found in select * from private.find_named_tools(words) loop
    if not true = any (is_used[found.first_place:found.last_place]) and (not found.tool_id = any (named_tools)) then
      named := named || found.first_place || found.last_place;
      named_tools := named_tools || found.tool_id;
      for i in found.first_place .. found.last_place loop
        is_used[i] := true;
        is_text[i] := is_text[i] or found.last_place > found.first_place or cardinality(words) = 1;
      end loop;
    end if;
  end loop;

  -- Words of other languages than English are looked up only if the search has some.
  if query ~ '[^\u0001-\u007f]'
    or exists (select from unnest(words) with ordinality as w (word, number) where not is_used[w.number] and word !~ '^[0-9]+$'
      and not exists (select from private.common_words c where c.word = w.word and c.language = 'en')
      and not exists (select from private.search_words s where s.word = w.word and (s.corrects is null or s.corrects in ('all', 'en'))))
    or exists (select from private.search_phrases p where p.phrase = any (words) and p.kind not in ('generic', 'detail') and p.language <> 'en'
      and not exists (select from private.search_phrases e where e.phrase = p.phrase and e.language = 'en'))
  then
    language := private.find_language(words, is_used);
  end if;
  languages := array['en', language];

  -- "X vs Y", "compare X and Y", "which is better, X or Y".
  if cardinality(named_tools) between 2 and 4
    and exists (select from private.search_phrases p where p.language = any (languages) and p.kind = 'comparison' and p.phrase = any (words))
    and not exists (select from unnest(words) with ordinality as w (word, number) where not is_used[w.number] and not exists (
      select from private.search_phrases p where p.language = any (languages) and p.kind in ('comparison', 'function', 'generic') and p.phrase = w.word))
  then
    compared := array(select named_tools[i] from generate_subscripts(named_tools, 1) as i order by named[2 * i - 1]);
    return row(words, parts, excluded, facts, fact_words, null, compared, null, ignored, '{}', language, null)::private.reading;
  end if;
  sides := regexp_split_to_array(' ' || array_to_string(words, '  ') || ' ', ' (?:vs|versus|compared  to|compared  with) ');
  if cardinality(sides) between 2 and 4 then
    select array_agg(private.find_meant_tool(string_to_array(btrim(side), '  ')) order by number) into compared
      from unnest(sides) with ordinality as s (side, number) where btrim(side) <> '';
    if array_position(compared, null) is null and cardinality(compared) = (select count(distinct id) from unnest(compared) as id)
      and cardinality(compared) = cardinality(sides)
    then
      return row(words, parts, excluded, facts, fact_words, null, compared, null, ignored, '{}', language, null)::private.reading;
    end if;
    compared := null;
  end if;

  -- "X alternatives", "cheaper X", "replace X"; "something like X", "instead of X"; "X but …", "X that …".
  place := (select i from generate_subscripts(words, 1) as i join private.search_phrases p on p.phrase = words[i]
    where p.language = any (languages) and p.kind = 'alternative' and not is_text[i] limit 1);
  if place is not null then
    first_place := (select named[2 * i - 1] from generate_subscripts(named_tools, 1) as i order by named[2 * i] - named[2 * i - 1] desc, i limit 1);
    if first_place is null then
      -- A misspelled name.
      sides := array(select word from unnest(words) with ordinality as w (word, number) where not exists (
        select from private.search_phrases p where p.language = any (languages) and p.phrase = w.word
          and p.kind in ('alternative', 'function', 'generic', 'fact')) order by number);
      if cardinality(sides) between 1 and 3 then alternatives_to := private.find_meant_tool(sides); end if;
    end if;
  else
    select p.last_place, p.i, p.i into place, first_place, like_place from (
      select i, i + cardinality(string_to_array(p.phrase, ' ')) - 1 as last_place from generate_subscripts(words, 1) as i
      join private.search_phrases p on p.kind = 'like' and (p.language = any (languages) or p.phrase like '% %')
        and p.phrase = array_to_string(words[i:i + cardinality(string_to_array(p.phrase, ' ')) - 1], ' ')) p
      order by p.last_place desc limit 1;
    if place is not null and place < cardinality(words) then
      first_place := (select named[2 * i - 1] from generate_subscripts(named_tools, 1) as i where named[2 * i - 1] = place + 1);
      if first_place is null then
        alternatives_to := private.find_meant_tool(array(select word from unnest(words[place + 1:place + 2]) as word
          where word <> all (private.list_ignored_words())));
      end if;
    else
      like_place := null;
      first_place := null;
      if 1 = any (named) and exists (select from private.search_phrases p, generate_subscripts(named_tools, 1) as i
        where named[2 * i - 1] = 1 and p.kind = 'but' and p.language = any (languages) and p.phrase = words[named[2 * i] + 1] and cardinality(words) > named[2 * i] + 1)
      then
        first_place := 1;
      end if;
      place := null;
    end if;
  end if;
  if first_place is not null then
    alternatives_to := (select named_tools[i] from generate_subscripts(named_tools, 1) as i where named[2 * i - 1] = first_place);
  end if;
  -- Without reviews and capabilities a tool has no alternatives, and the search is for its name.
  if alternatives_to is not null then
    alternatives := private.list_alternatives(alternatives_to, 48);
    if alternatives = '{}' then alternatives_to := null; end if;
  end if;
  is_used := array_fill(false, array[cardinality(words)]);
  if alternatives_to is not null then
    if first_place is null then
      for i in coalesce(place, 1) .. cardinality(words) loop
        is_used[i] := exists (select from public.tools t where t.id = alternatives_to
          and ts_filter(t.search, '{a}') @@ private.build_words_query(array[coalesce(private.correct_word(words[i]), words[i])], ''));
      end loop;
    end if;
    for i in 1 .. cardinality(words) loop
      is_used[i] := is_used[i] or coalesce(i between like_place and place, false) or not is_text[i] and exists (select from private.search_phrases p
        where p.kind in ('alternative', 'like') and p.language = any (languages) and p.phrase = words[i]);
    end loop;
    for i in 1 .. cardinality(named_tools) loop
      if named_tools[i] = alternatives_to then
        for j in named[2 * i - 1] .. named[2 * i] loop is_used[j] := true; end loop;
      end if;
    end loop;
  end if;

  -- The alternatives of a product that is not listed are no tools that mention it.
  if place is not null and alternatives_to is null then
    for first_place, last_place in select i, j from generate_subscripts(words, 1) as i, generate_series(i, least(i + 2, cardinality(words))) as j
        where private.is_brand(words[i:j]) and (like_place is null or i = place + 1) order by j - i desc limit 1 loop
      better := '=' || array_to_string(words[first_place:last_place], '');
      parts := parts || row(words[first_place:last_place], array[better], 1, true, quote_literal(better)::tsquery)::private.search_part;
      for i in first_place .. last_place loop is_used[i] := true; end loop;
    end loop;
  end if;

  joins := array(select private.is_function_word(word, language) from unnest(words) with ordinality as w (word, number) order by number);
  -- "Not X", "without X", "other than X and Y" take tools with the name X, or with the use X, out. Of another X tools say "no ads"
  -- or "ad-free" of themselves. "Without code" and "sans cookies" may be of a term.
  for place, like_place, better in select i, i + cardinality(string_to_array(p.phrase, ' ')) - 1, p.value from generate_subscripts(words, 1) as i
      join private.search_phrases p on p.kind = 'without' and p.language = any (languages) and (p.language = languages[2] or p.value = 'any')
        and p.phrase = array_to_string(words[i:i + cardinality(string_to_array(p.phrase, ' ')) - 1], ' ')
      where not is_text[i] order by length(p.phrase) desc, i loop
    first_place := (select min(i) from generate_series(like_place + 1, cardinality(words)) as i where not joins[i]);
    -- In quotation marks it is text again, and no word before it asks for anything.
    if is_quoted[first_place] and not is_used[place] then
      for i in place .. like_place loop is_used[i] := true; end loop;
      continue;
    end if;
    if first_place is null or is_used[place] or is_used[first_place] or place = 1 and cardinality(words) = first_place
      or exists (select from unnest(languages) as l, private.search_terms t
        where t.language = l and t.stems && array[private.stem_word(words[first_place], l), private.stem_word(words[first_place + 1], l)]
          and ' ' || t.term || ' ' like '% ' || words[place] || ' %'
          and t.stems <@ array(select private.stem_word(word, l) from unnest(words) as word))
    then
      continue;
    end if;
    last_place := like_place;
    -- One name after the other, with "and" between them.
    for found in select named[2 * i - 1] as first_place, named[2 * i] as last_place from generate_subscripts(named_tools, 1) as i
        where named[2 * i - 1] >= first_place order by named[2 * i - 1] loop
      exit when false = any (joins[last_place + 1:found.first_place - 1]) or last_place > like_place and (found.first_place > last_place + 2
        or found.first_place = last_place + 2 and not exists (select from private.search_phrases p
          where p.kind = 'and' and p.language = any (languages) and p.phrase = words[last_place + 1]));
      last_place := found.last_place;
      part := private.build_part(words[found.first_place:last_place], null);
      part.query := private.build_words_query(part.words, 'A') || quote_literal('=' || array_to_string(part.words, ''))::tsquery;
      excluded := excluded || part;
    end loop;
    if last_place = like_place then
      last_place := first_place;
      select array_agg(distinct '#' || t.slug), first_place + size - 1 into sides, last_place
        from generate_series(1, 3) as size join private.search_terms t on t.kind = 'capability' and (t.is_name or better = 'any')
          and t.term = array_to_string(words[first_place:first_place + size - 1], ' ')
        where first_place + size - 1 <= cardinality(words) group by size order by size desc limit 1;
      last_place := coalesce(last_place, first_place);
      part := private.build_part(words[first_place:last_place], sides);
      if sides is not null then
        part.query := private.build_any_query(sides);
      elsif better <> 'any' then
        part.query := private.build_words_query(part.words, 'A');
      end if;
      if sides is null and better <> 'any' and not private.is_brand(part.words) and (private.count_matches(part.query, 1) = 0
        or exists (select from private.search_terms t where t.stems @> array[private.stem_word(words[first_place], 'en')] and t.language = 'en'))
      then
        part := private.build_wish(words[place], words[first_place], better = 'need' and not exists (select from private.search_phrases p
          where p.phrase = words[first_place] and p.language = any (languages) and p.kind = 'generic'));
        parts := parts || part;
      else
        excluded := excluded || part;
      end if;
    end if;
    for i in place .. last_place loop is_used[i] := true; end loop;
  end loop;

  -- Facts, the longest phrases first: "free and open source" is about the license, and "get paid" about none.
  for found in
    select p.phrase, p.value, i as first_place, i + cardinality(string_to_array(p.phrase, ' ')) - 1 as last_place
    from generate_subscripts(words, 1) as i join private.search_phrases p on p.kind = 'fact' and p.language = any (languages)
      and p.phrase = array_to_string(words[i:i + cardinality(string_to_array(p.phrase, ' ')) - 1], ' ')
    order by length(p.phrase) desc, i
  loop
    -- A use or a category with the name of an option of an attribute is searched for; synonyms of uses give way to options.
    if not true = any (is_text[found.first_place:found.last_place] || is_used[found.first_place:found.last_place])
      and not exists (select from unnest(blocked[found.first_place:found.last_place]) as is_blocked where is_blocked)
      and (found.value not like 'a.%' or not exists (select from private.search_terms t where t.term = found.phrase and t.is_name))
    then
      for i in found.first_place .. found.last_place loop
        is_used[i] := found.value <> '';
        blocked[i] := true;
      end loop;
      if found.value <> '' and not found.value = any (facts) then
        facts := facts || found.value;
        fact_words := fact_words || found.phrase;
      end if;
    end if;
  end loop;

  who := private.find_searcher(words, joins, language);
  is_generic := array(select joins[w.number] or exists (select from private.search_phrases p where p.phrase = w.word and p.language = any (languages)
        and p.kind in ('generic', 'alternative', 'comparison')) from unnest(words) with ordinality as w (word, number) order by number);
  is_detail := array(select exists (select from private.search_phrases p where p.phrase = word and p.kind = 'detail' and p.language = any (languages))
    from unnest(words) with ordinality as w (word, number) order by number);
  if query ~ '[^\u0001-\u007f]' then
    accented := array(select private.normalize_search_text(typed) from regexp_split_to_table(query, '[[:space:][:punct:]]+') as typed where typed ~ '[^\u0001-\u007f]');
  end if;
  place := 0;
  for i in 1 .. cardinality(words) loop
    -- Of long texts the first twelve words that carry a meaning.
    if not is_text[i] and not is_used[i] and not is_generic[i] and not i = any (who) and place < 12 then
      place := place + 1;
      -- A word with accents is not English.
      better := coalesce(
        case when language <> 'en' or words[i] <> all (accented) then private.correct_word(words[i], language, words[i - 1], words[i + 1]) end,
        case when language = 'en' and (length(words[i]) >= 8 or words[i] = any (accented)) and not private.is_known_word(words[i], 'en')
          then private.correct_word(words[i], '') end, private.spell_name(words[i]));
      is_corrected := is_corrected or better is not null;
      better := coalesce(better, private.split_compound(words[i], language));
      is_changed := is_changed or better is not null;
      words[i] := coalesce(better, words[i]);
    end if;
  end loop;
  -- A corrected word, or one of a compound, may be part of a name, a fact or a question.
  if is_changed then
    read := private.read_query((select string_agg(case when is_quoted[number] then '"' || word || '"' else word end, ' ' order by number)
      from unnest(words) with ordinality as w (word, number)));
    if is_corrected then read.corrected := array_to_string(words, ' '); end if;
    return read;
  end if;

  -- Names of several words, then the terms that are in the words, those with the most words first. Two words may be one in the
  -- term: "data base".
  for found in select named[2 * i - 1] as first_place, named[2 * i] as last_place from generate_subscripts(named_tools, 1) as i loop
    if (found.last_place > found.first_place or cardinality(words) = 1) and not true = any (is_used[found.first_place:found.last_place]) then
      better := array_to_string(words[found.first_place:found.last_place], '');
      parts := parts || private.build_part(words[found.first_place:found.last_place], array['=' || better]);
      for i in found.first_place .. found.last_place loop
        is_used[i] := true;
        is_searched[i] := true;
      end loop;
    end if;
  end loop;
  is_all_generic := not exists (select from generate_subscripts(words, 1) as i where not is_used[i] and not is_generic[i]);
  for found in
    with stems as materialized (
      select l.language, array(select private.stem_word(w.word, l.language) from unnest(words) with ordinality as w (word, number) order by number) as single,
        array(select private.stem_word(words[i] || words[i + 1], l.language) from generate_series(1, cardinality(words) - 1) as i where private.joins_words(l.language)) as joined
      from (select distinct unnest(languages) as language) l
    )
    select m.is_phrase, m.lexemes, m.places from (
      select t.kind, bool_or(t.is_name) as is_name, t.stems, s.single,
        bool_or(is_all_generic and (s.language <> 'en' or cardinality(t.stems) > 1)
          and array(select private.stem_word(word, s.language) from string_to_table(t.term, ' ') as word) <@ (s.single || s.joined)) as is_phrase,
        -- French "paie" and "paiement" have one stem: the terms whose words are as typed precede the others.
        coalesce(array_agg(distinct l.lexeme) filter (where string_to_array(t.term, ' ') <@ words), array_agg(distinct l.lexeme)) as lexemes,
        array(select i from generate_subscripts(words, 1) as i where t.stems && array[s.single[i], s.joined[i], s.joined[i - 1]] and not is_used[i]) as places
      from stems s join private.search_terms t on t.language = s.language and t.stems && (s.single || s.joined) and t.stems <@ (s.single || s.joined),
        lateral (select case t.kind when 'capability' then '#' else '@' end || t.slug as lexeme) l
      group by t.kind, t.stems, s.single, s.joined
    ) m
    where m.places <> '{}'
    -- "Speech to text" and "text to speech" have the same words. Of as many words those that stand together precede the others.
    order by (select count(*) from unnest(m.places) as i where not joins[i]) desc, cardinality(m.places) desc, m.kind,
      m.places[cardinality(m.places)] - m.places[1], m.stems = array(select m.single[i] from unnest(m.places) as i) desc, m.is_name desc, m.stems
  loop
    -- Words that describe no tool are a term, as "make my website faster", only where the search has all words of it and no others.
    -- Who searches is a term only with what is wanted: "restaurant website".
    if exists (select from unnest(found.places) as i where not is_used[i] and (not is_generic[i] or found.is_phrase))
      and not found.places <@ who
    then
      part := private.build_part(array(select words[i] from unnest(found.places) as i), found.lexemes);
      -- "Online … meetings" is no term beside "online whiteboard".
      if cardinality(found.places) > 1 and found.places[cardinality(found.places)] - found.places[1] >= cardinality(found.places)
        and exists (select from unnest(found.places) as i where is_used[i] and is_generic[i])
      then
        continue;
      end if;
      -- A word has one meaning: a term that shares it with a longer one only orders, as "print designs" of "print my designs on t-shirts".
      part.is_required := not exists (select from unnest(found.places) as i where is_used[i] and not is_generic[i]
        and (select count(*) = 1 from unnest(words) as word where word = words[i]))
        and not (array_to_string(named_lexemes, ' ') like '%#%' and not exists (select from unnest(found.places) as i where not is_detail[i]));
      named_lexemes := named_lexemes || part.lexemes;
      parts := parts || part;
      foreach place in array found.places loop
        is_used[place] := true;
        is_searched[place] := true;
      end loop;
    end if;
  end loop;

  -- The other words. One that other terms of the same use have, as "employees" of shift planning, only orders, and so does what
  -- one does with the things of a use: "print invoices".
  named_lexemes := array(select lexeme from unnest(named_lexemes) as lexeme where lexeme like '#%');
  for i in 1 .. cardinality(words) loop
    if is_used[i] or words[i] = any (words[:i - 1]) or cardinality(parts) = 12 then continue; end if;
    if (is_generic[i] or i = any (who)) and not is_text[i] then
      if i = any (who) and not joins[i] or exists (select from private.search_phrases p where p.phrase = words[i] and p.language = any (languages) and p.kind = 'generic') then
        ignored := ignored || words[i];
      end if;
    else
      part := private.build_part(words[i:i], null, language);
      if part.is_required and not is_text[i] and cardinality(named_lexemes) > 0 then
        sides := array(select private.stem_word(words[i], l) from unnest(languages) as l);
        part.is_required := not is_detail[i] and not exists (select from private.search_terms t
          where t.stems && sides and t.language = any (languages) and t.kind = 'capability' and '#' || t.slug = any (named_lexemes));
      end if;
      parts := parts || part;
      is_searched[i] := true;
    end if;
  end loop;
  if not exists (select from unnest(parts) as p where p.is_required) then
    parts := array(select row(p.words, p.lexemes, p.weight, true, p.query)::private.search_part from unnest(parts) as p);
  end if;
  -- If all words describe no tool, they are searched for.
  if cardinality(parts) = 0 and cardinality(facts) = 0 and alternatives_to is null then
    parts := array(select row(p.words, null, 1, true, p.query)::private.search_part from unnest(ignored) as word, private.build_part(array[word], null) as p);
    is_searched := array(select word = any (ignored) from unnest(words) as word);
    ignored := '{}';
  end if;
  -- A word that only joins others may begin a name: "help".
  if cardinality(words) = 1 and cardinality(parts) = 0 and cardinality(facts) = 0 and length(words[1]) > 2 then
    parts := array[row(words, null, 1, true, private.build_words_query(words, 'A', 3))::private.search_part];
    is_searched := '{t}';
  end if;
  return row(array(select words[i] from generate_subscripts(words, 1) as i where is_searched[i]), parts, excluded, facts, fact_words, alternatives_to,
    null, null, ignored, array(select array_to_string(p.words, ' ') from unnest(parts) as p
      where p.is_required and case when alternatives_to is null then private.count_matches(p.query, 1) = 0
        else not exists (select from public.tools t where t.id = any (alternatives) and t.search @@ p.query) end), language, alternatives)::private.reading;
end $$;

-- The facets of public.tools that the parameters of a list ask for. An unknown value is the facet of no tool.
create function private.build_wanted_facets(pricing text, platform text, license text, alive text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['pricing:' || nullif(pricing, ''), 'platform:' || nullif(platform, ''),
    'license:' || nullif(license, ''), 'alive:' || nullif(alive, '')], null)
$$;
