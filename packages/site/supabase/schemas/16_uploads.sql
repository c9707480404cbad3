-- Pictures of people, logos of companies and pictures of launches: public buckets, files of at most 2 MB (spec 1 §9).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('logos', 'logos', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('launches', 'launches', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
-- Pictures of removed content, by bucket (29_removed_pictures.sql). No policy: only the service role reads and writes it.
('removed', 'removed', false, 2097152, null)
on conflict (id) do nothing;

-- A member writes the folder of the own id.
create policy avatars_anyone_select on storage.objects for select using (bucket_id = 'avatars');
create policy avatars_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Whether the caller has a profile: a token outlives its account, but uploads nothing then. The lock
-- makes the upload finish before the account is deleted, or fail.
create function private.has_profile() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.profiles where user_id = auth.uid() for key share;
  return found;
end $$;
grant execute on function private.has_profile to anon, authenticated, service_role;
create policy avatars_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_profile());

-- A member uploads pictures of launches to the folder of the own id.
create policy launches_anyone_select on storage.objects for select using (bucket_id = 'launches');
create policy launches_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'launches' or private.has_profile());

-- An admin of a company writes the folder of the company's id.
create function private.can_write_logos(folder text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members
    where company_id::text = folder and user_id = auth.uid() and is_admin)
$$;
grant execute on function private.can_write_logos to anon, authenticated, service_role;
create policy logos_anyone_select on storage.objects for select using (bucket_id = 'logos');
create policy logos_admin_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_update on storage.objects for update to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]))
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_delete on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));

-- The constraints avatar_url_own and company_logo_url_own check the path of a picture's address. The
-- host has to be that of the token's issuer, if the token names one.
create function private.refuse_foreign_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  host_pattern constant text := '(?i)^https?://([^/?#]+)';
  own_host text := lower(substring(auth.jwt() ->> 'iss' from host_pattern));
begin
  if private.get_content_move() = '' and lower(substring(to_jsonb(new) ->> tg_argv[0] from host_pattern)) <> own_host then
    raise exception 'The picture is not one of this site' using errcode = 'check_violation', constraint = tg_argv[1];
  end if;
  return new;
end $$;
create trigger refuse_foreign_picture before update of avatar_url on private.profiles
  for each row when (new.avatar_url is distinct from old.avatar_url)
  execute function private.refuse_foreign_picture('avatar_url', 'avatar_url_own');
create trigger refuse_foreign_picture before insert or update of logo_url on public.companies
  for each row when (new.logo_url is not null)
  execute function private.refuse_foreign_picture('logo_url', 'company_logo_url_own');
