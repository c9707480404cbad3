-- Pictures of people, logos of companies and pictures of launches: public buckets, files of at most 2 MB (spec 1 §5).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('logos', 'logos', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('launches', 'launches', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
-- Pictures of removed content, by bucket (29_removed_pictures.sql). No policy: only the service role reads and writes it.
('removed', 'removed', false, 2097152, null)
on conflict (id) do nothing;

-- Adds the policies of a bucket, which everyone reads.
--   writer  the role in the names of the policies
--   rule    whether the caller may write the file with a name
create procedure private.secure_bucket(bucket text, writer text, rule text)
language plpgsql set search_path = '' as $$
declare
  written constant text := format('(bucket_id = %L and %s)', bucket, rule);
begin
  execute format('create policy %1$s_anyone_select on storage.objects for select using (bucket_id = %1$L)', bucket);
  execute format('create policy %s_%s_insert on storage.objects for insert to authenticated with check %s', bucket, writer, written);
  execute format('create policy %s_%s_update on storage.objects for update to authenticated using %3$s with check %3$s', bucket, writer, written);
  execute format('create policy %s_%s_delete on storage.objects for delete to authenticated using %s', bucket, writer, written);
end $$;

-- A member writes the folder of the own id.
call private.secure_bucket('avatars', 'owner', '(storage.foldername(name))[1] = (select auth.uid())::text');
call private.secure_bucket('launches', 'owner', '(storage.foldername(name))[1] = (select auth.uid())::text');

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
create policy launches_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'launches' or private.has_profile());

-- An admin of a company writes the folder of the company's id, with the power that other changes of it need.
create function private.can_write_logos(folder text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.company_members m
    where m.company_id::text = folder and m.user_id = auth.uid() and m.is_admin and private.has_company_power(m.company_id, m.user_id));
end $$;
grant execute on function private.can_write_logos to anon, authenticated, service_role;
call private.secure_bucket('logos', 'admin', 'private.can_write_logos((storage.foldername(name))[1])');

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
