-- Everyone on the internet has the anonymous key, so no right is given by default: each file here
-- grants what a role needs. (Supabase grants everything on new objects of the schema public.)
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- service_role passes row security by a policy `service_all` on every table: without a superuser,
-- PostgreSQL 15 cannot give it BYPASSRLS.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Tables and functions that no client can name: the API exposes only the schema public.
create schema private;
grant usage on schema private to service_role;

-- How this statement moves content: 'hold', 'remove', 'restore', 'merge' or 'import', or 'label' if it labels reviews, else
-- ''. Triggers that prepare what clients write leave moved rows as they are (21_decisions.sql). Clients cannot set it.
create function private.get_content_move() returns text
language sql stable set search_path = '' as $$
  select coalesce(current_setting('toolmark.moving_content', true), '')
$$;

-- Whether a statement comes from a client of the API, signed in or not, and not from the operator. A
-- moderator who moves content is no such client.
create function private.is_client_request() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() in ('anon', 'authenticated'), false) and private.get_content_move() = ''
$$;
