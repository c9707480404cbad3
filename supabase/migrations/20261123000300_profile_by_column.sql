-- Two saves at the same moment each change their own columns: whoever only edits a bio must not write
-- back the visibility that the form was opened with.
create or replace function private.update_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and old.user_id is distinct from auth.uid() then
    return null;
  end if;
  if new.username is distinct from old.username and private.is_reserved_username(btrim(new.username)) then
    raise exception 'This username is already in use. Please choose another.'
      using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
  update private.profiles p set
    username = case when new.username is distinct from old.username then btrim(new.username) else p.username end,
    first_name = case when new.first_name is distinct from old.first_name
      then nullif(private.plain_text(new.first_name), '') else p.first_name end,
    last_name = case when new.last_name is distinct from old.last_name
      then nullif(private.plain_text(new.last_name), '') else p.last_name end,
    bio = case when new.bio is distinct from old.bio then private.plain_text(new.bio) else p.bio end,
    avatar_url = case when new.avatar_url is distinct from old.avatar_url
      then nullif(new.avatar_url, '') else p.avatar_url end,
    job_title = case when new.job_title is distinct from old.job_title
      then private.plain_text(new.job_title) else p.job_title end,
    company_name = case when new.company_name is distinct from old.company_name
      then private.plain_text(new.company_name) else p.company_name end,
    account_type = case when new.account_type is distinct from old.account_type
      then new.account_type else p.account_type end,
    profile_visibility = case
      when new.profile_visibility is distinct from old.profile_visibility then new.profile_visibility
      -- public_profile is only another way to say it; sent alone it moves the visibility.
      when new.public_profile is distinct from old.public_profile
        then case when new.public_profile then 'public' else 'professional' end
      else p.profile_visibility end
  where p.user_id = old.user_id
  returning p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title, p.company_name,
    p.account_type, p.profile_visibility, p.public_profile
  into new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title,
    new.company_name, new.account_type, new.profile_visibility, new.public_profile;
  return new;
end $$;
