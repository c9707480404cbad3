-- Everyone on the internet has the anonymous key, so no right is given by default: each file here
-- grants what a role needs. (Supabase grants everything on new objects of the schema public.)
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Tables and functions that no client can name: the API exposes only the schema public.
create schema private;
grant usage on schema private to service_role;

-- Row security of a table that service_role passes. It does so by a policy on every table: without a superuser,
-- PostgreSQL 15 cannot give it BYPASSRLS.
create procedure private.secure_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy service_all on %s to service_role using (true) with check (true)', target);
end $$;

-- Secures a table in the schema private, on which Supabase gives service_role no rights by default.
create procedure private.secure_internal_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('grant select, insert, update, delete on %s to service_role', target);
end $$;

-- Secures a table that everyone reads.
create procedure private.secure_public_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('create policy anyone_select on %s for select using (true)', target);
  execute format('grant select on %s to anon, authenticated', target);
end $$;

-- Secures a table whose rows a member reads, adds and deletes alone. The grants follow it.
create procedure private.secure_own_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('create policy owner_select on %s for select to authenticated using (user_id = (select auth.uid()))', target);
  execute format('create policy owner_insert on %s for insert to authenticated with check (user_id = (select auth.uid()))', target);
  execute format('create policy owner_delete on %s for delete to authenticated using (user_id = (select auth.uid()))', target);
end $$;

-- Calls a function of the schema private after each statement that inserts into a table or deletes from it. The function
-- reads the rows from `changed_rows`.
create procedure private.add_statement_triggers(target regclass, called text)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %1$s_on_insert after insert on %2$s referencing new table as changed_rows
    for each statement execute function private.%1$s()', called, target);
  execute format('create trigger %1$s_on_delete after delete on %2$s referencing old table as changed_rows
    for each statement execute function private.%1$s()', called, target);
end $$;

-- Calls a function of the schema private for each row of a table whose update changes one of these columns.
create procedure private.add_update_trigger(target regclass, name text, columns text[], called text)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %s after update on %s for each row when ((%s) is distinct from (%s)) execute function private.%s',
    name, target, (select string_agg('old.' || entry, ', ') from unnest(columns) as entry),
    (select string_agg('new.' || entry, ', ') from unnest(columns) as entry), called);
end $$;

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

-- Whether the statement that fired this trigger is a member's own, and not one of a function or a cascade, which run as the
-- owner. Triggers of tools, reviews and launches run as the owner as well: their condition notes who writes.
create function private.is_member_statement() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('toolmark.writer', true) = 'authenticated'
$$;

-- The condition of such a trigger. Requests cannot execute set_config.
create function private.note_writer(writer name) returns boolean
language sql security definer set search_path = '' as $$
  select set_config('toolmark.writer', writer, true) is not null
$$;
grant execute on function private.note_writer to anon, authenticated, service_role;

-- Adds the triggers of a table that call its steps in written order (50_tool_writes.sql and the files after it). That after an
-- update is not among them: it is by row or by statement.
--   columns  of which an update runs the rules before a row
create procedure private.add_dispatchers(target regclass, columns text)
language plpgsql set search_path = '' as $$
declare
  relation constant text := (select relname from pg_catalog.pg_class where oid = target);
  noted constant text := 'when (private.note_writer(current_user)) execute function private.';
begin
  execute format('create trigger before_statement before insert or update or truncate on %s for each statement %sbefore_statement()', target, noted);
  execute format('create trigger before_row before insert or delete or update of %s on %s for each row %sbefore_row_of_%s()',
    columns, target, noted, relation);
  execute format('create trigger after_insert after insert on %s referencing new table as new_rows for each statement %safter_insert_of_%s()',
    target, noted, relation);
  execute format('create trigger after_delete after delete on %s referencing old table as old_rows for each statement execute function private.after_delete_of_%s()',
    target, relation);
end $$;

-- Raises an error of packages/backend/docs/contract.md if a check fails. `code` is a condition name or an SQLSTATE. A message that needs a
-- query has its own `raise`, because PostgreSQL computes arguments before each call; so do functions with the rights of
-- the client, which cannot call this one. Like every `perform` it sets `found`.
create function private.refuse_if(is_refused boolean, code text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  if is_refused then
    raise exception using errcode = code, message = refuse_if.message;
  end if;
end $$;
