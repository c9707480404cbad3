-- Names that a moderator checks before others see them: those that look like another name, and those that people type to
-- search for something else (spec 5 §1). Imports and staff pass these rules.

-- What names look like.
create function private.list_looks(names text[]) returns text[]
language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(private.fold_look(called)), '{}') from unnest(names) as called
$$;
grant execute on function private.list_looks to anon, authenticated, service_role;
create index tools_looks_idx on public.tools using gin (private.list_looks(name || former_names));
create index tools_former_names_idx on public.tools (id) where former_names <> '{}';
-- Terms without their spaces, as a search finds names.
create index search_terms_joined_idx on private.search_terms (replace(term, ' ', ''));
create index search_terms_joined_trigrams_idx on private.search_terms using gin (replace(term, ' ', '') extensions.gin_trgm_ops)
  where language = 'en';
create index companies_look_idx on public.companies (private.fold_look(name));

-- Words that claim to be what the name beside them means.
create function private.list_claiming_words() returns text[]
language sql immutable set search_path = '' as $$
  select '{authentic,authorized,certified,genuine,hq,legit,legitimate,official,officially,original,real,support,true,verified}'::text[]
$$;

-- Words that people add to the name of a tool or to a use.
create function private.list_adding_words() returns text[]
language sql immutable set search_path = '' as $$
  select private.list_ignored_words() || private.list_claiming_words()
    || '{clone,cost,costs,coupon,customer,deal,demo,discount,download,instead,later,login,new,number,or,pricing,price,prices,replace,
      review,reviews,signin,signup,than,trial,versus,without}'::text[]
    -- Editions of a product.
    || '{deluxe,desktop,edition,express,hd,lite,max,mini,mobile,plus,premium,pro,super,ultimate,ultra}'::text[]
$$;

-- What people write before or behind a name in one word with it: "OpenSlack", "iSlack", "Slackify".
create function private.list_affixes() returns text[]
language sql stable set search_path = '' as $$
  select array(select word from unnest(private.list_adding_words()) as word where length(word) > 1)
    || '{ai,anti,base,board,bot,box,chat,cloud,desk,e,er,flow,free,get,go,gpt,gram,hub,i,ify,io,ish,kit,lab,labs,libre,ly,neo,next,now,open,os,
      plugin,post,re,space,ster,try,un,v,verse,x,zone}'::text[]
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

-- Words that say of a product what it does with what stands beside them, and their usual abbreviations.
create function private.list_making_words() returns text[]
language sql immutable set search_path = '' as $$
  select '{analyzer,analyzers,builder,builders,calculator,calculators,checker,checkers,compressor,compressors,converter,converters,creator,
      creators,cutter,cutters,downloader,downloaders,editor,editors,extractor,extractors,generator,generators,helper,helpers,maker,makers,
      management,manager,managers,merger,mergers,optimizer,optimizers,organizer,organiser,planner,planners,player,players,provider,
      providers,reader,readers,recorder,recorders,remover,removers,resizer,resizers,scanner,scanners,scheduler,schedulers,splitter,
      splitters,tracker,trackers,translator,translators,utility,utilities,vendor,vendors,viewer,viewers,
      admin,appl,biz,mangr,mgmnt,mgmt,mgr,mgt,mngmt,mngr,mnger,prog,progs,soft,softw,svc,svcs,sw,sys,util,utils,
      ersteller,verwalter,verwaltung,programme,createur,editeur,generateur,gestion,gestionnaire,createurs,administrador,creador,editor,
      generador,gestor,gestores,programa,programas,criador,gerador,gerenciador,gestao,creatore,generatore,gestione,gestore,
      beheer,beheerder,maken,menedzer,kreator,edytor,zarzadzanie,zarzadzania,менеджер,конструктор,редактор,управление,управления,
      管理,作成,管理器,编辑器,生成器,制作}'::text[]
$$;

-- A text with Chinese signs as they are written in China, of those that terms have. The pairs are those of OpenCC 1.4.2.
create function private.simplify_chinese(written text) returns text
language sql immutable set search_path = '' as $$
  select translate(written,
    '佈係俬倉個們備傭傳僱價儀優儲兒內兩冊凈別創劃動匯區協卹卽厤員問單嗎嚮國圖埰報場墰墻壇壓壜學寀實審寫專'
    '尋對導層師帶幫庫廣彆彈彔彙後復態慣憶戶拚捲掃採換摳據擬攔攝敎數於時曆曏書會朮東査構樂標機檔檢檯權歷殺'
    '決洩淨測準溝滙滲滿潛瀏為無熱燈營爭爲牆狀獲現環產産畫畵發監盤眾確碼礎稅積穫競筆箇簡簽籤糰紀約紅級終組'
    '結絡給經綫維網緣編緩練縮績繪繫繳續纔罈罎羣義習聯職聽脅脩脫腦臺與舖蒐藝處虛蟲衆術衕補製複覈見規視覺覽'
    '觸訂計訊討訓託記訪設註証評詞詢試話誌認語誠誤課調談請論證識譯議護讀變讓財貨買資賣質賬賴蹤較輯輸輿轉辦'
    '迴連進運達遞遠選邊郵釦鈅鈡銀銷鋪錄錯録錶鍾鏈鏡鐘鑰門間閤閱閲闆關陸際險隱雙離雲電靈靜頁項預頭頻題類風'
    '颱養饋驗髮鬥麪麫麯麴麵麼麽點齣務團應業統線薦費軟還開隊體',
    '布系私仓个们备佣传雇价仪优储儿内两册净别创划动汇区协恤即历员问单吗向国图采报场坛墙坛压坛学采实审写专'
    '寻对导层师带帮库广别弹录汇后复态惯忆户拼卷扫采换抠据拟拦摄教数于时历向书会术东查构乐标机档检台权历杀'
    '决泄净测准沟汇渗满潜浏为无热灯营争为墙状获现环产产画画发监盘众确码础税积获竞笔个简签签团纪约红级终组'
    '结络给经线维网缘编缓练缩绩绘系缴续才坛坛群义习联职听胁修脱脑台与铺搜艺处虚虫众术同补制复核见规视觉览'
    '触订计讯讨训托记访设注证评词询试话志认语诚误课调谈请论证识译议护读变让财货买资卖质账赖踪较辑输舆转办'
    '回连进运达递远选边邮扣钥钟银销铺录错录表钟链镜钟钥门间合阅阅板关陆际险隐双离云电灵静页项预头频题类风'
    '台养馈验发斗面面曲曲面么么点出务团应业统线荐费软还开队体')
$$;

-- Whether words name a use and nothing else: all are parts of terms, describe no tool, are facts or numbers. A term of several
-- words is found in any form of them, one of a single word in forms of about its length.
--   words    folded, without those of facts
--   fillers  of English
create function private.names_only_terms(words text[], fillers text[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  is_known boolean[] := array(select word <> 'vs' and (word ~ '^[0-9]+$' or word = any (fillers || private.list_making_words())
      or exists (select from private.search_phrases p where p.phrase = word and p.kind in ('function', 'generic')))
    from unnest(words) with ordinality as w (word, place) order by place);
  place integer;
  better text;
begin
  if cardinality(words) not between 2 and 10 then return false; end if;
  for place in select i from generate_subscripts(words, 1) as i where not is_known[i] and not exists (
    select from private.list_languages() l join private.search_terms t on t.language = l.language and t.stems @> array[private.stem_word(words[i], l.language)])
  loop
    -- Without its typing error.
    better := private.correct_word(words[place]);
    if better is null then return false; end if;
    words[place] := better;
    is_known[place] := better = any (fillers || private.list_making_words());
  end loop;
  return not false = any (array(
    with stems as materialized (
      select l.language, array(select private.stem_word(word, l.language) from unnest(words) with ordinality as w (word, place) order by w.place) as single
      from private.list_languages() l
    ), places as materialized (
      select i from stems s join private.search_terms t on t.language = s.language and t.stems && s.single and t.stems <@ s.single,
        generate_subscripts(words, 1) as i
      where s.single[i] = any (t.stems) and (cardinality(t.stems) > 1 or abs(length(t.term) - length(words[i])) < 3)
    )
    select is_known[i] and exists (select from places) or i in (select p.i from places p) from generate_subscripts(words, 1) as i));
end $$;

-- Whether a word is an ordinary one that three terms of several words have.
create function private.is_usual_word(word text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.common_words c where c.word = is_usual_word.word and c.language = 'en')
    and (select count(*) from private.search_terms t
      where t.language = 'en' and t.term like '% %' and t.stems @> array[private.stem_word(is_usual_word.word)]) > 2
$$;

-- Whether words are all of the vocabulary, though no term has them together: "cloud storage", "file sharing".
--   words  without those that people add
create function private.has_only_usual_words(words text[]) returns boolean
language sql stable set search_path = '' as $$
  select cardinality(words) > 1 and not exists (select from unnest(words) as typed (word)
    where typed.word <> all (private.list_making_words()) and not private.is_usual_word(typed.word))
$$;

-- A use in one word as its words, "filesharing" as "file sharing", and without an affix around it, "icrm" as "crm": a term, or two
-- usual words that stand side by side in one, or that five terms begin with and five end with. A word that begins a fact ("open")
-- begins no use, and an affix that names a place of work (GitLab) or a version is part of a name. Null for another word.
create function private.split_generic_word(word text) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  no_affixes constant text[] := '{lab,labs,next,space,ster}'::text[] || private.list_ignored_words();
  affixes constant text[] := '{best,e,easy,free,get,go,i,my,open,simple,the,top,try,use,x}'::text[] || array(
    select affix from unnest(private.list_affixes()) as affix where affix <> all (no_affixes));
  fore constant integer[] := array(select 0 union all select length(a) from unnest(affixes) as a where starts_with(word, a));
  aft constant integer[] := array(select 0 union all select length(a) from unnest(affixes) as a where word like '%' || a);
  cores constant text[] := array(select distinct core from unnest(fore) as f, unnest(aft) as a, substr(word, f + 1, length(word) - f - a) as core
    where f + a < length(word) - 2);
  usual text[];
  found text;
begin
  if length(word) not between 4 and 40 then return null; end if;
  select core into found from unnest(cores) as core where core <> word
    and exists (select from private.search_terms t where t.language = 'en' and replace(t.term, ' ', '') = any (array[core, core || 's']))
    order by length(core) desc limit 1;
  if found is not null then return found; end if;
  usual := array(select c.word from private.common_words c where c.language = 'en' and private.is_usual_word(c.word)
    and c.word = any (array(select piece from unnest(cores) as core, generate_series(3, length(core) - 3) as cut,
      unnest(array[left(core, cut), substr(core, cut + 1)]) as piece)));
  return (select first || ' ' || last from unnest(usual) as first, unnest(usual) as last
    where first || last = any (cores)
      and (exists (select from private.search_terms t where t.language = 'en' and (' ' || t.term || ' ') like '% ' || first || ' ' || last || ' %')
        or (select count(*) from private.search_terms t where t.language = 'en' and t.term like first || ' %') > 4
          and not exists (select from private.list_facet_phrases() p where p.phrase like first || ' %')
          and (select count(*) from private.search_terms t where t.language = 'en'
            and t.term ~ (' ' || last || '($| (app|for|in|of|software|to|tool|with)\M)')) > 4)
    order by length(first || last) desc limit 1);
end $$;

-- Whether a word is one of a term and has a meaning of its own there: people search for "backup" as for "backup software".
create function private.is_word_of_terms(word text) returns boolean
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select exists (select from private.search_terms t
      where array_to_tsvector(string_to_array(t.term, ' ')) @@ private.build_any_query(array[word, word || 's', regexp_replace(word, '(?<=..)s$', '')])
        and not exists (select from private.search_phrases p
          where p.language = t.language and p.phrase = word and p.kind in ('function', 'generic')))
    -- In one word, as in German.
    or exists (select from unnest(private.list_making_words() || '{app,apps,software,tool,tools}'::text[]) as made
      join private.search_terms t on replace(t.term, ' ', '') = word || made)
$$;

-- Whether a name is one that people type to find something else: a term, or a word of one, a category, a fact, words of the search's own
-- language, or the name of another tool alone, with a word or misspelled.
--   own_name   of the tool; for its own name null
--   tool       whose names are its own
--   author     whose other tools are no others
create function private.acts_as_search(called text, own_name text, tool uuid, author uuid) returns boolean
language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = 0.2 set enable_seqscan = off set jit = off as $$
declare
  folded constant text := private.normalize_search_text(normalize(private.strip_invisible(called), NFKC));
  words constant text[] := string_to_array(folded, ' ');
  fillers constant text[] := private.list_adding_words();
  affixes constant text[] := private.list_affixes();
  factless constant text := private.strip_facts(folded);
  rest constant text[] := array(select word from string_to_table(factless, ' ') with ordinality as typed (word, place)
    where word <> '' and word <> all (fillers) order by place);
  own_words constant text := ' ' || coalesce(private.normalize_search_text(own_name), '') || ' ';
  lettered text[];
  parts text[];
  keys text[];
begin
  if folded = '' or folded = btrim(own_words) then
    return false;
  end if;
  -- The search's own language.
  if folded ~ '\m(alternatives?|competitors?|replacements?|substitutes?|instead of|similar to|compared? (to|with)|differences? between)\M'
    or folded ~ '. (vs|versus) .|^(for|like|replace|compare|better than|cheaper than)\M|^(vs|versus|instead|similar|or|not|without|except)$'
  then
    return true;
  end if;
  -- "App", "Startups", "Alternativa": a word that searches read as no name.
  if cardinality(words) = 1 and exists (select from private.search_phrases p
    where p.phrase = folded and (p.language = 'en' or p.kind not in ('function', 'generic')))
  then
    return true;
  end if;
  if cardinality(rest) = 0 then
    -- "My Tool" is an ordinary name; "free app", "for mac" and "best tools" are searches.
    return own_name is not null or words && '{beginner,beginners,best,better,cheap,easy,for,freelancer,freelancers,from,great,good,how,large,
        most,nice,popular,recommended,simple,small,to,top,vs,want,what,which,with}'
      or factless <> folded;
  end if;
  if private.names_only_terms(string_to_array(btrim(regexp_replace(private.cut_runs(private.simplify_chinese(factless)), ' +', ' ', 'g')), ' '), fillers)
    or private.has_only_usual_words(rest)
  then
    return true;
  end if;
  -- The same in one word.
  lettered := array(select word from unnest(rest) with ordinality as typed (word, place) where word !~ '^[0-9]+$' order by place);
  parts := array(select unnest(string_to_array(coalesce(private.split_generic_word(word), word), ' '))
    from unnest(lettered) with ordinality as typed (word, place) order by place);
  if parts <> lettered and (private.has_only_usual_words(parts) or cardinality(parts) = 1) then
    return true;
  end if;
  -- A search finds a name by its letters, wherever the spaces are. Numbers beside a name tell nothing of a tool.
  keys := array[array_to_string(words, ''), array_to_string(rest, '')];
  if (select count(*) = 1 and private.is_word_of_terms(min(word)) from unnest(rest) as word where word !~ '^[0-9]+$' and word <> all (private.list_making_words())) then
    return true;
  end if;
  keys := keys || array(select numberless from unnest(keys) as key, regexp_replace(key, '[0-9]', '', 'g') as numberless where length(numberless) > 2);
  -- A term, also in one word, spaced or misspelled: "KanbanBoard", "CRM 24", "pasword manager"; and a misspelled fact.
  if exists (select from private.search_terms t where replace(t.term, ' ', '') = any (array(select unnest(array[key, private.simplify_chinese(key), key || 's', regexp_replace(key, 's$', '')])
      from unnest(keys) as key)))
    or exists (select from unnest(keys) as key join private.search_terms t on t.language = 'en' and replace(t.term, ' ', '') operator(extensions.%) key
      and private.is_misspelling(key, replace(t.term, ' ', '')) and private.is_within_edits(key, replace(t.term, ' ', ''), 1))
    or exists (select from unnest(keys) as key, private.list_facet_phrases() p
      where length(p.phrase) > 8 and p.language = 'en' and private.is_misspelling(key, replace(p.phrase, ' ', '')))
  then
    return true;
  end if;
  -- The whole name of another tool, also with its words in one, "git hub", and in one word with others: "NotionApp", "OpenSlack".
  -- A name of four letters or that is a word of its own is in many words by chance, so it needs an affix that is usual.
  keys := keys || array(select affix.key from unnest(keys || words) as written, generate_series(4, length(written) - 1) as size,
      lateral (values (left(written, size), substr(written, size + 1)), (right(written, size), left(written, -size))) as affix (key, rest)
    where affix.rest = any (affixes) or length(affix.key) > 4 and written = any (words)
      and not exists (select from private.common_words c where c.language = 'en' and c.word = affix.key)
      and not exists (select from private.search_terms t where t.stems @> array[private.stem_word(written)]));
  if exists (select from public.tools t
    where t.search @@ private.build_any_query(array(select '=' || key from unnest(keys) as key where key <> ''))
      and t.id <> acts_as_search.tool and keys && private.list_name_keys(private.list_names(t))
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
      and named.phrase <> all (fillers)
      and exists (select from unnest(words[:n.first_place - 1] || words[n.last_place + 1:]) as word where word ~ '^[^0-9]{2,}$'))
  then
    return true;
  end if;
  -- Misspelled or in another order: as many words, of which one differs at most.
  return exists (select from (
      select t.id, t.submitted_by, t.name from public.tools t where t.name_folded operator(extensions.%) array_to_string(rest, ' ')
      union all
      select t.id, t.submitted_by, former from public.tools t, unnest(t.former_names) as former
        where t.former_names <> '{}' and private.fold_text(former) operator(extensions.%) array_to_string(rest, ' ')) t
    cross join lateral (select string_to_array(private.normalize_search_text(t.name), ' ') as words) listed
    where t.id <> acts_as_search.tool
      and (author is null or t.submitted_by is distinct from author)
      and cardinality(listed.words) = cardinality(rest)
      and strpos(own_words, ' ' || array_to_string(listed.words, ' ') || ' ') = 0
      and (rest @> listed.words and rest <@ listed.words
        or (select count(*) = 1 and bool_and(private.is_misspelling(rest[place], listed.words[place]))
          from generate_subscripts(rest, 1) as place where rest[place] <> listed.words[place])));
end $$;

-- What a name looks like: as it is, without "(official)", and with letters for the signs and digits that stand for them.
create function private.list_looks_of(called text) returns text[]
language sql immutable set search_path = '' as $$
  select array[private.fold_look(called), private.fold_look(private.spell_signs(translate(
      regexp_replace(lower(called), '(?<=[[:alnum:]])[!¡](?=[[:alnum:]])', 'l', 'g'), '§₿¤°○●◯⊙+†‡∩269', 'sbooooootttnzgg'))),
    private.fold_look(array_to_string(array(
      select word from regexp_split_to_table(private.normalize_search_text(called), ' ') with ordinality as split (word, place)
      where translate(word, 'i10345', 'lloeas') <> all (array(select translate(claiming, 'i', 'l') from unnest(private.list_claiming_words()) as claiming))
      order by place), ' '))]
$$;

-- The other companies whose names look like a name, or equal it.
create function private.list_companies_named(called text, subject uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  looks constant text[] := private.list_looks_of(called);
begin
  return query select c.* from public.companies c
    where private.fold_look(c.name) = any (looks) and c.id <> subject and c.name not in ('Removed company', 'Company in review');
end $$;

-- A pattern of the names that a name with signs may stand for: a run of signs that separate no words is one to three letters, as in
-- "Tre//o", "N()tion" and "Z∅om". Null for a name without such signs, or with fewer than three letters.
create function private.read_signs_as_letters(called text) returns text
language sql immutable set search_path = '' as $$
  select '^' || replace(replace(replace(regexp_replace(regexp_replace(marked, '[-._&''’+]+', '', 'g'),
      '[li1]', '[li1]', 'g'), 'o', '[o0]'), ' ', ' ?'), E'\u0001', '.{1,3}') || '$'
  from (select regexp_replace(btrim(lower(private.latinize(private.strip_accents(private.strip_invisible(called))))),
    '[^a-z0-9 ]*[^a-z0-9 \-._&''’+][^a-z0-9 ]*', E'\u0001', 'g') as marked) read
  where marked ~ E'\u0001' and length(regexp_replace(marked, '[^a-z]', '', 'g')) > 2
$$;

-- Whether a name looks like another one, of a listed tool or a company, or has letters of two scripts.
create function private.looks_like_other(called text, subject uuid) returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  looks constant text[] := private.list_looks_of(called);
  plain constant text := private.normalize_name(called);
  pattern constant text := private.read_signs_as_letters(called);
begin
  return private.mixes_scripts(called)
    or exists (select from public.tools t where private.list_looks(t.name || t.former_names) && looks and t.id <> subject
      and (private.normalize_name(t.name) <> plain or t.former_names <> '{}' and looks[1] = any (private.list_looks(t.former_names))))
    or exists (select from public.tools t where t.name_folded ~ pattern and t.id <> subject and private.normalize_name(t.name) <> plain)
    or exists (select from public.companies c where lower(c.name) ~ pattern and c.id <> subject and private.normalize_name(c.name) <> plain)
    or exists (select from private.list_companies_named(called, subject) c where private.normalize_name(c.name) <> plain);
end $$;

-- What a name reads as: without the signs of marks, and with letters for signs and digits in words: "Slack™ Pro", "0penSlack".
create function private.list_spellings(called text) returns text[]
language sql immutable set search_path = '' as $$
  select case when plain ~ '[0-9@$€£!|]' then array(select distinct unnest(plain || private.list_readings(private.fold_for_filter(plain)))) else array[plain] end
    from translate(called, '™℠®©', '') as plain
$$;

-- Whether the names of a tool wait for a moderator.
create function private.has_name_to_check(tool uuid, name text, aliases text[], author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select name is not null and (private.looks_like_other(name, tool)
      or exists (select from unnest(private.list_spellings(name)) as spelled where private.acts_as_search(spelled, null, tool, author)))
    or exists (select from unnest(aliases) as alias, unnest(private.list_spellings(alias)) as spelled
      where private.looks_like_other(alias, tool)
        or private.acts_as_search(spelled, coalesce(has_name_to_check.name, (select t.name from public.tools t where t.id = has_name_to_check.tool)), tool, author))
$$;

-- Whether a company, also one that has proved a website, would be taken for another one that has proved its own: two may
-- have one name, but a token of one website says nothing about the name.
create function private.is_named_as_maker(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.companies own, private.list_companies_named(own.name, own.id) other
    where own.id = company and (other.verified or exists (select from public.tool_makers m where m.company_id = other.id)))
$$;

-- Whether a launch is of a tool whose maker the caller does not act for, also by its website, or of a product that is named as
-- a listed tool or as a version of one.
create function private.speaks_for_other(tool uuid, product_name text, product_url text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.tool_makers m where m.tool_id = speaks_for_other.tool) and not private.acts_for_maker(speaks_for_other.tool)
    or exists (select from public.tools t join public.tool_makers m on m.tool_id = t.id
      where t.website_key = private.normalize_website(speaks_for_other.product_url) and not private.acts_for_maker(t.id))
    or product_name is not null and (private.has_name_to_check(gen_random_uuid(), product_name, null, null)
      or exists (select from unnest(array[product_name, regexp_replace(product_name, '\s+(v|version)?\s*[0-9][0-9.x]*$', '', 'i')]) as called,
        private.find_tool_by_name(called)));
end $$;

-- New names of members come one after the other: each is compared with those before. The lock precedes those of rows.
create function private.queue_names() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('names'));
  return null;
end $$;
create trigger queue_names before insert or update of name on public.companies
  for each statement when (current_user = 'authenticated') execute function private.queue_names();
create trigger queue_names before insert on public.tools
  for each statement when (current_user = 'authenticated') execute function private.queue_names();
