-- Functions that clean and check what people type. They read no table.

-- Trims white space and also the invisible characters that btrim keeps by default: a review of ten
-- line breaks is empty.
create function private.trim_text(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
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
-- no backslash, because both make an address look like that of another site.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[[:alnum:]]([[:alnum:].-]*[[:alnum:]])?(:[0-9]{1,5})?([/?#][^\s<>"''\\]*)?$'
    and length(value) <= 2048
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

-- A person's first or last name in the form that the table of profiles accepts. The combining
-- diacritics are letters as well, as in the Yoruba "Ẹ̀bùn": the class alpha does not contain them.
create function private.clean_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.strip_markup(normalize(value)), '[^[:alpha:]\u0300-\u036f ''’-]', '', 'g'), 50)), '')
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

-- Lower case, with a hyphen for each run of other characters and none at the ends (spec 2 §5).
create function private.slugify(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-')
$$;

-- What two addresses of one website have in common: host, path and query, without the parameters
-- that only say where a reader came from.
create function private.normalize_website(website text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(btrim(website) from '(?i)^https?://(?:www\.)?([^/:?#]+)'))
    || rtrim(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/')
    || coalesce('?' || nullif(btrim(regexp_replace(substring(btrim(website) from '\?([^#]*)'),
      '(^|&)(utm_[a-z]+|ref|source)=[^&]*', '', 'g'), '&'), ''), '')
$$;
