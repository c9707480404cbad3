-- Names that a moderator checks before others see them: those that look like another name, and those that people type to
-- search for something else (spec 5 §1). Imports and staff pass these rules.

create index tools_look_idx on public.tools (private.fold_look(name));
create index companies_look_idx on public.companies (private.fold_look(name));

-- Words that claim to be what the name beside them means.
create function private.list_claiming_words() returns text[]
language sql immutable set search_path = '' as $$
  select '{authentic,authorized,certified,genuine,hq,legit,legitimate,official,officially,original,real,support,true,verified}'::text[]
$$;

-- Words that people add to the name of a tool when they search.
create function private.list_adding_words() returns text[]
language sql immutable set search_path = '' as $$
  select private.list_ignored_words() || private.list_claiming_words()
    || '{clone,cost,costs,coupon,customer,deal,demo,discount,download,instead,later,login,new,number,or,pricing,price,prices,replace,
      review,reviews,signin,signup,than,trial,versus,without}'::text[]
$$;

-- The words of a search without those of facts, the longest phrases first.
create function private.strip_facts(folded text) returns text
language plpgsql stable set search_path = '' as $$
declare
  rest text := ' ' || replace(folded, ' ', '  ') || ' ';
  fact text;
begin
  for fact in select replace(p.phrase, ' ', '  ') from private.list_facet_phrases() p order by length(p.phrase) desc loop
    rest := replace(rest, ' ' || fact || ' ', ' ');
  end loop;
  return btrim(regexp_replace(rest, ' +', ' ', 'g'));
end $$;

-- The words of a search without those that describe no tool and those of facts.
create function private.strip_search_words(folded text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select word from regexp_split_to_table(private.strip_facts(folded), ' ') with ordinality as typed (word, place)
    where word <> '' and word <> all (private.list_adding_words()) order by place);
end $$;

-- Whether a name is one that people type to find something else: a term, a category, a fact, words of the search's own
-- language, or the name of another tool alone, with a word or misspelled.
--   own_name   of the tool; for its own name null
--   tool       whose names are its own
--   author     whose other tools are no others
create function private.acts_as_search(called text, own_name text, tool uuid, author uuid) returns boolean
language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = 0.2 as $$
declare
  folded constant text := private.normalize_search_text(normalize(private.strip_invisible(called), NFKC));
  words constant text[] := string_to_array(folded, ' ');
  rest constant text[] := private.strip_search_words(folded);
  own_words constant text := ' ' || coalesce(private.normalize_search_text(own_name), '') || ' ';
  keys text[];
begin
  if folded = '' or folded = btrim(own_words) then
    return false;
  end if;
  -- The search's own language.
  if folded ~ '\m(alternatives?|competitors?|replacements?|substitutes?|instead of|similar to|compared? (to|with)|differences? between)\M'
    or folded ~ '. (vs|versus) .|^(like|replace|compare|better than|cheaper than)\M|^(vs|versus|instead|similar|or|not|without|except)$'
  then
    return true;
  end if;
  if cardinality(rest) = 0 then
    -- "My Tool" is an ordinary name; "free app", "for mac" and "best tools" are searches.
    return own_name is not null or words && '{beginner,beginners,best,better,cheap,easy,for,freelancer,freelancers,from,great,good,how,large,
        most,nice,popular,recommended,simple,small,to,top,vs,want,what,which,with}'
      or private.strip_facts(folded) <> folded;
  end if;
  -- A term of several words in any form of them, and one of a single word as it is and in the plural.
  if exists (select from private.list_languages() l cross join unnest(array[folded, array_to_string(rest, ' ')]) as written
      cross join private.stem_term(written, l.language) as named (stems) join private.search_terms t on t.language = l.language and t.stems @> named.stems and t.stems <@ named.stems and cardinality(t.stems) > 1)
  then
    return true;
  end if;
  -- A search finds a name by its letters, wherever the spaces are. Numbers beside a name tell nothing of a tool.
  keys := array[array_to_string(words, ''), array_to_string(rest, '')];
  keys := keys || array(select numberless from unnest(keys) as key, regexp_replace(key, '[0-9]', '', 'g') as numberless where length(numberless) > 2);
  -- A term, also in one word, spaced or misspelled: "KanbanBoard", "CRM 24", "pasword manager"; and a misspelled fact.
  -- Comparing two words letter by letter costs much, so that only English terms of about the same length are compared.
  if exists (select from (select replace(t.term, ' ', '') as term, t.language = 'en' as is_english from private.search_terms t
      union all
      select replace(p.phrase, ' ', ''), p.language = 'en' from private.list_facet_phrases() p where length(p.phrase) > 8) known, unnest(keys) as key
    where known.term in (key, key || 's') or known.term || 's' = key
      or case when known.is_english and abs(length(known.term) - length(key)) <= 2 and left(known.term, 1) in (left(key, 1), substr(key, 2, 1))
        then private.is_misspelling(key, known.term) else false end)
  then
    return true;
  end if;
  -- The whole name of another tool, also with its words in one: "git hub", "NotionApp".
  keys := keys || array(select affix.key from unnest(keys) as written, unnest(private.list_adding_words() || '{get,go,try}'::text[]) as word,
      unnest(array[case when written like '%' || word then left(written, -length(word)) end,
        case when written like word || '%' then substr(written, length(word) + 1) end]) as affix (key)
    where length(word) > 1 and length(affix.key) > 3);
  if exists (select from public.tools t
    where t.search @@ private.build_any_query(array(select '=' || key from unnest(keys) as key where key <> ''))
      and t.id <> acts_as_search.tool and keys && private.list_name_keys(t.name, t.aliases)
      and (author is null or t.submitted_by is distinct from author)
      and strpos(replace(own_words, ' ', ''), replace(private.normalize_search_text(t.name), ' ', '')) = 0)
  then
    return true;
  end if;
  -- With another word. Names that are words of their own, and numbers and letters beside a name, prove nothing.
  if exists (select from private.find_named_tools(words) n join public.tools t on t.id = n.tool_id
    cross join lateral (select array_to_string(words[n.first_place:n.last_place], ' ') as phrase) named
    where n.tool_id <> acts_as_search.tool and n.last_place - n.first_place + 1 < cardinality(words)
      and (author is null or t.submitted_by is distinct from author) and length(named.phrase) > 2
      and strpos(own_words, ' ' || named.phrase || ' ') = 0
      and not exists (select from private.search_terms s where s.term = named.phrase)
      and named.phrase <> all (private.list_adding_words())
      and exists (select from unnest(words[:n.first_place - 1] || words[n.last_place + 1:]) as word where word ~ '^[^0-9]{2,}$'))
  then
    return true;
  end if;
  -- Misspelled or in another order: as many words, of which one differs at most.
  return exists (select from public.tools t
    cross join lateral (select string_to_array(private.normalize_search_text(t.name), ' ') as words) listed
    where t.name_folded operator(extensions.%) array_to_string(rest, ' ') and t.id <> acts_as_search.tool
      and (author is null or t.submitted_by is distinct from author)
      and cardinality(listed.words) = cardinality(rest)
      and strpos(own_words, ' ' || array_to_string(listed.words, ' ') || ' ') = 0
      and (rest @> listed.words and rest <@ listed.words
        or (select count(*) = 1 and bool_and(private.is_misspelling(rest[place], listed.words[place]))
          from generate_subscripts(rest, 1) as place where rest[place] <> listed.words[place])));
end $$;

-- Whether a name looks like another one, of a listed tool or a company, or has letters of two scripts.
create function private.looks_like_other(called text, subject uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  look constant text := private.fold_look(called);
  plain constant text := private.normalize_name(called);
  -- Without "(official)".
  bare constant text := array_to_string(array(select word from regexp_split_to_table(private.normalize_search_text(called), ' ')
    with ordinality as split (word, place) where word <> all (private.list_claiming_words()) order by place), ' ');
begin
  return private.mixes_scripts(called)
    or exists (select from public.tools t where private.fold_look(t.name) in (look, private.fold_look(bare)) and t.id <> subject
      and private.normalize_name(t.name) <> plain)
    or exists (select from public.companies c where private.fold_look(c.name) in (look, private.fold_look(bare)) and c.id <> subject
      and private.normalize_name(c.name) <> plain and c.name not in ('Removed company', 'Company in review'));
end $$;

-- Whether the names of a tool wait for a moderator.
create function private.has_name_to_check(tool uuid, name text, aliases text[], author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select name is not null and (private.looks_like_other(name, tool) or private.acts_as_search(name, null, tool, author))
    or exists (select from unnest(aliases) as alias
      where private.looks_like_other(alias, tool)
        or private.acts_as_search(alias, coalesce(has_name_to_check.name, (select t.name from public.tools t where t.id = has_name_to_check.tool)), tool, author))
$$;

-- Whether a launch is of a tool whose maker the caller does not act for, or of a product that is named as a listed tool.
create function private.speaks_for_other(tool uuid, product_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.tool_makers m where m.tool_id = speaks_for_other.tool) and not private.acts_for_maker(speaks_for_other.tool)
    or product_name is not null and (exists (select from private.find_tool_by_name(product_name))
      or private.has_name_to_check(gen_random_uuid(), product_name, null, null));
end $$;
