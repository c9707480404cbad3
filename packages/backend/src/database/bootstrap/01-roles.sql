-- The three roles of tokens, as in a Supabase project. Idempotent; runs before the migrations. It
-- needs a superuser, or a login with CREATEROLE that owns the database.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit;
  end if;
exception
  -- Roles belong to the cluster: the start of another database may create them concurrently.
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  -- Only a superuser may give BYPASSRLS before PostgreSQL 16; the policies name service_role too.
  if (select rolsuper from pg_roles where rolname = current_user)
     and not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
  if (select rolsuper from pg_roles where rolname = current_user) then
    grant anon, authenticated, service_role to toolmark_owner;
  end if;
end $$;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

grant usage on schema public, extensions to anon, authenticated, service_role;
revoke create on schema public from public;

-- Supabase grants everything on new objects in public and relies on row security. The same here, so
-- that a migration without the necessary revoke fails the tests. Only before the first migration,
-- which revokes these rights.
do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  end if;
end $$;
