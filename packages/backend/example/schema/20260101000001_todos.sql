-- Todos: everybody reads what is public, and a member writes their own.
create table todos (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  is_done boolean not null default false,
  is_public boolean not null default false,
  created_at timestamptz not null default now()
);
create index on todos (owner);
create index on todos (created_at) where is_public;

alter table todos enable row level security;
create policy select_public on todos for select to anon, authenticated using (is_public);
create policy select_own on todos for select to authenticated using (owner = (select auth.uid()));
create policy insert_own on todos for insert to authenticated with check (owner = (select auth.uid()));
create policy update_own on todos for update to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy delete_own on todos for delete to authenticated using (owner = (select auth.uid()));

grant select on todos to anon, authenticated;
grant insert (title, is_done, is_public), update (title, is_done, is_public), delete on todos to authenticated;
grant all on todos to service_role;
alter publication supabase_realtime add table todos;

-- Counts what the caller may see.
create function count_todos() returns bigint
language sql stable set search_path = ''
as $$ select count(*) from public.todos $$;
grant execute on function count_todos to anon, authenticated, service_role;

-- Pictures that everybody reads; a member writes below a folder with their id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif}');
create policy insert_own_avatars on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy delete_own_avatars on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text);
create policy select_own_avatars on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text);
