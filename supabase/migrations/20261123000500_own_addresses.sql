-- The whole of a picture's address is looked at, and not its end alone; its host is the one that
-- the token names as its issuer, where it names one.
update private.profiles set avatar_url = null
  where avatar_url !~ ('^https?://[^/?#@\\]+/storage/v1/object/public/avatars/' || user_id || '/[A-Za-z0-9._-]+$');
alter table private.profiles drop constraint avatar_url_own, add constraint avatar_url_own
  check (avatar_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/avatars/' || user_id || '/[A-Za-z0-9._-]+$'));
update public.companies set logo_url = null
  where logo_url !~ ('^https?://[^/?#@\\]+/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$');
alter table public.companies drop constraint company_logo_url_own, add constraint company_logo_url_own
  check (logo_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$'));

create function private.refuse_foreign_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  host constant text := '(?i)^https?://([^/?#]+)';
  here text := lower(substring(auth.jwt() ->> 'iss' from host));
begin
  if lower(substring(to_jsonb(new) ->> tg_argv[0] from host)) <> here then
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
