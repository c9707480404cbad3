-- Run by a superuser only: the owner of everything below, who is none. The session then becomes
-- this role, so that neither a migration nor a request has more than Supabase would give it.
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

-- Whoever may call set_config may say who he is; requests never may.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
grant execute on function pg_catalog.set_config(text, text, boolean) to toolmark_owner;
