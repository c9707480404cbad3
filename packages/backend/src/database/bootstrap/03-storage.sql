-- The part of Supabase's schema storage that the embedded backend uses. The bytes of an object are in
-- a file; row security on its row decides about access.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete restrict,
  name text not null,
  owner uuid,
  owner_id text,
  version text not null default gen_random_uuid()::text,
  metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);

-- Each upload first sums the size of the member's uploads.
create index if not exists objects_owner_id_idx on storage.objects (owner_id);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
grant select, insert, update, delete on storage.objects to anon, authenticated;

create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create or replace function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create or replace function storage.extension(name text) returns text language sql immutable as $$
  select nullif(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;

-- Files whose row was deleted or replaced. The backend deletes the file, then the row here.
create table if not exists storage.removed_files (
  id uuid not null,
  version text not null,
  removed_at timestamptz not null default now(),
  primary key (id, version)
);
create or replace function storage.note_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.removed_files (id, version) values (old.id, old.version) on conflict do nothing;
  perform pg_notify('removed_files', '');
  return null;
end $$;
create or replace trigger note_removed_file after delete on storage.objects
  for each row execute function storage.note_removed_file();
create or replace trigger note_replaced_file after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function storage.note_removed_file();

-- Running backups: until they end, no file is deleted. A backup whose process died expires at `until`.
create table if not exists storage.copies_under_way (
  id uuid primary key,
  until timestamptz not null
);
