-- Those who leave queue here: a count changed twice in one transaction asks for its person's
-- profile again, which that person's own departure holds. Then all that goes or is counted anew is
-- locked in the order that every other change of a count follows: a vote before its review, the
-- review before its tool, people's counts last.
create function private.lock_for_departure(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('departure'));
  perform from private.profiles where user_id = person for update;
  perform from public.user_follows where follower_id = person or following_id = person
    order by follower_id, following_id for update;
  perform from public.review_helpful_votes
    where user_id = person or review_id in (select id from public.reviews where user_id = person)
    order by review_id, user_id for update;
  perform from public.reviews
    where user_id = person or id in (select review_id from public.review_helpful_votes where user_id = person)
    order by id for update;
  -- The weaker lock lets others begin a review of the same tool; they wait only to be counted.
  perform from public.tools where id in (select tool_id from public.reviews where user_id = person)
    order by id for no key update;
  perform from private.launches
    where user_id = person or id in (select launch_id from public.launch_upvotes where user_id = person)
    order by id for no key update;
  perform from public.companies where id in (select company_id from public.company_follows where user_id = person)
    order by id for no key update;
  perform from public.user_stats
    where user_id = person
      or user_id in (select following_id from public.user_follows where follower_id = person)
      or user_id in (select follower_id from public.user_follows where following_id = person)
      or user_id in (select r.user_id from public.reviews r
        join public.review_helpful_votes v on v.review_id = r.id where v.user_id = person)
    order by user_id for update;
end $$;

create function private.prepare_departure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_for_departure(old.id);
  return old;
end $$;
-- Here, so that an account which an administrator removes goes the same way.
create trigger prepare_departure before delete on auth.users
  for each row execute function private.prepare_departure();

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
  perform private.lock_for_departure(caller);
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
