-- Everyone on the internet holds the anonymous key, so nothing is granted by default: each later
-- migration says itself who may do what. (Supabase grants everything on new public objects.)
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Tables and functions that no client may name. The API exposes only the schema public.
create schema private;
grant usage on schema private to service_role;

-- What people type is text, never markup (spec 1 §5): scripts go with their content, other tags
-- and stray angle brackets go alone.
create function private.plain_text(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    value, '<(script|style)\M.*?</\1\s*>', '', 'gi'), '</?[a-z!][^<>]*>', '', 'gi'), '[<>]', '', 'g'),
    -- Also what btrim alone keeps: a review of ten line breaks would pass for a text.
    E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- No user name before the host and no backslash: both make an address look like another one's.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[^\s<>"''/?#@\\]+([/?#][^\s<>"''\\]*)?$' and length(value) <= 2048
$$;

-- Short, distinct, trimmed entries: what a list of pros or cons may hold.
create function private.is_tidy_list(list text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 20
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry = btrim(entry) and length(entry) between 1 and 200)
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.plain_text, private.is_web_address, private.is_tidy_list
  to anon, authenticated, service_role;

create function private.is_visitor() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() in ('anon', 'authenticated'), false)
$$;
