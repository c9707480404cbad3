-- Whoever has only typed an address in has no profile: nothing of it is public, and no username is
-- held for it. The profile is made of what was said with the sign-up whose mail was opened.

-- Else a name that says nothing about the person: part of an address would.
create or replace function private.free_username(wanted text, email text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := left(regexp_replace(coalesce(private.plain_text(wanted), ''), '[^A-Za-z0-9_-]', '', 'g'), 50);
  candidate text;
  attempt integer := 1;
begin
  -- Sign-ups queue here: one person's "ana" with a number may be what another one asked for.
  perform pg_advisory_xact_lock(hashtext('username'));
  candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8) else base end;
  while exists (select from private.profiles where lower(username) = lower(candidate))
     or private.is_reserved_username(candidate)
  loop
    attempt := attempt + 1;
    candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8)
      else left(base, 44) || attempt end;
  end loop;
  return candidate;
end $$;

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  if new.email_confirmed_at is null or exists (select from private.profiles where user_id = new.id) then
    return new;
  end if;
  insert into private.profiles (user_id, username, first_name, last_name, job_title, company_name, account_type, user_role)
  values (
    new.id,
    private.free_username(said ->> 'username', new.email),
    private.as_name(said ->> 'first_name'),
    private.as_name(said ->> 'last_name'),
    nullif(left(private.plain_text(said ->> 'job_title'), 100), ''),
    nullif(left(private.plain_text(said ->> 'company_name'), 100), ''),
    case when said ->> 'account_type' = 'business' then 'business' else 'personal' end,
    case when said ->> 'user_role' in ('member', 'admin', 'manager', 'developer')
      then said ->> 'user_role' else 'member' end
  );
  insert into public.user_stats (user_id) values (new.id);
  return new;
end $$;
create trigger create_profile_once_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();

-- The password of a sign-up is not a changed one.
create or replace function private.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    return null;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.note(new.id, 'password_changed', 'account');
  end if;
  if new.email is distinct from old.email then
    perform private.note(new.id, 'email_changed', 'account', jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  return null;
end $$;

-- Those of before this, who could never sign in.
delete from private.profiles p using auth.users u
where u.id = p.user_id and u.email_confirmed_at is null;
