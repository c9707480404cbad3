-- Runs only if the session is a superuser: creates the role that owns everything below. The session
-- then becomes this role, so that migrations and requests have no more rights than on Supabase.
do $$
begin
  if not exists (select from pg_roles where rolname = 'toolmark_owner') then
    create role toolmark_owner nologin createrole bypassrls;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant create, temporary on database %I to toolmark_owner', current_database());
end $$;
alter schema public owner to toolmark_owner;
create schema if not exists extensions authorization toolmark_owner;

-- set_config can set request.jwt.claims, which identify the caller: requests must not execute it.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
grant execute on function pg_catalog.set_config(text, text, boolean) to toolmark_owner;
