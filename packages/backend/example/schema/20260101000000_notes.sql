-- A board of notes: everybody reads what is public, and a member writes their own.
create table notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  is_public boolean not null default false,
  created_at timestamptz not null default now()
);
create index on notes (owner);
create index on notes (created_at) where is_public;

alter table notes enable row level security;
create policy select_public on notes for select to anon, authenticated using (is_public);
create policy select_own on notes for select to authenticated using (owner = (select auth.uid()));
create policy insert_own on notes for insert to authenticated with check (owner = (select auth.uid()));
create policy update_own on notes for update to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy delete_own on notes for delete to authenticated using (owner = (select auth.uid()));

grant select on notes to anon, authenticated;
grant insert (body, is_public), update (body, is_public), delete on notes to authenticated;
grant all on notes to service_role;
alter publication supabase_realtime add table notes;

-- Counts what the caller may see.
create function count_notes() returns bigint
language sql stable set search_path = ''
as $$ select count(*) from public.notes $$;

-- Pictures that everybody reads; a member writes below a folder with their id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 1048576, '{image/png,image/jpeg,image/webp}');
create policy insert_own_pictures on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy delete_own_pictures on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and owner_id = (select auth.uid())::text);
create policy select_own_pictures on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and owner_id = (select auth.uid())::text);
