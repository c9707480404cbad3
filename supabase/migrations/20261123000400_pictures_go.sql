-- Whichever way an account goes, its pictures go with it. On Supabase, whose storage refuses any
-- deletion but by its own API, the browser's removal is all there is.
create function private.remove_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.removed_files') is not null then
    delete from storage.objects where bucket_id = 'avatars' and starts_with(name, old.user_id || '/');
  end if;
  return null;
end $$;
create trigger remove_pictures after delete on private.profiles
  for each row execute function private.remove_pictures();

-- A token outlives its account: nothing is uploaded with it. Locks the profile, so that a picture is
-- there before the account goes, or not at all.
create function private.has_profile() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.profiles where user_id = auth.uid() for key share;
  return found;
end $$;
grant execute on function private.has_profile to anon, authenticated, service_role;
create policy avatars_insert_member on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_profile());
