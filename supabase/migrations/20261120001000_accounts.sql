-- Deletes the caller's account. Reviews stay as Anonymous or go, by choice; all else goes with it.
create function public.delete_account(keep_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  if caller is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  if keep_reviews is null then
    raise exception 'Say whether your reviews stay' using errcode = 'null_value_not_allowed';
  end if;
  -- Tools are locked in one order, or two who leave at the same moment could wait for each other.
  perform from public.tools where id in (select tool_id from public.reviews where user_id = caller)
    order by id for update;
  if not keep_reviews then
    delete from public.reviews where user_id = caller;
  end if;
  delete from auth.users where id = caller;
end $$;
grant execute on function public.delete_account to authenticated;

-- What was loaded as demo content, so that exactly that can be removed again.
create table private.demo_content (
  table_name text not null,
  row_id uuid not null,
  primary key (table_name, row_id)
);
alter table private.demo_content enable row level security;

create function public.has_demo_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_content)
$$;
grant execute on function public.has_demo_content to anon, authenticated, service_role;

-- Pictures of people: anyone sees them, each person keeps only his own folder (spec 1 §9: 2 MB).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}')
on conflict (id) do nothing;
create policy avatars_select_anyone on storage.objects for select using (bucket_id = 'avatars');
create policy avatars_insert_own on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_update_own on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_delete_own on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Where the login is no superuser, service_role cannot have BYPASSRLS: it passes by policy.
do $$
declare
  target record;
begin
  for target in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'all_service')
  loop
    execute format('create policy all_service on %s to service_role using (true) with check (true)', target.name);
  end loop;
end $$;
