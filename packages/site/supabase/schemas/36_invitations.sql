-- Sign-up by invitation, and domains of addresses that cannot sign up.

-- An invitation to sign up, until its address is confirmed. A used one is deleted with its account.
create table private.invitations (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  invited_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  used_by uuid references private.profiles (user_id) on delete cascade,
  used_at timestamptz
);
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_used_by_idx on private.invitations (used_by);
call private.secure_internal_table('private.invitations');

-- Whether the domain of an address, or a domain above it, is blocked.
create function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from jsonb_array_elements_text(private.get_setting('blocked_email_domains')) domain
    where '.' || substring(lower(address) from '@([^@]*)$') like '%.' || replace(lower(domain), '_', '\_'))
$$;

-- Why no account may have an address, as {error_code, msg} of the auth service, or null.
create function private.refuse_address(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.is_blocked_address(address)
    then jsonb_build_object('error_code', 'email_address_invalid', 'msg', 'Please provide a valid email address.') end
$$;

-- Why no account may be made for an address, in the same form. It does not depend on whether there is an account, so
-- that the answer does not reveal one.
create function private.refuse_sign_up(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.refuse_address(address), case
    when private.get_setting('invite_only') = 'true' and not exists (select from private.invitations i
        where i.email = lower(address) and i.used_by is null and i.expires_at > now())
      then jsonb_build_object('error_code', 'invitation_required', 'msg', 'Sign-up is by invitation only.')
  end)
$$;

-- Whether a new account needs an invitation: the sign-up page says so before its form.
create function public.is_by_invitation() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_setting('invite_only') = 'true'
$$;
grant execute on function public.is_by_invitation to anon, authenticated, service_role;

-- Why the names in the metadata of a sign-up cannot be stored, in the same form.
create function private.refuse_names(metadata jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error_code', 'validation_failed', 'msg',
      label || ' may only contain letters, spaces, periods, hyphens and apostrophes')
    from (values ('first_name', 'First name'), ('last_name', 'Last name')) as fields (key, label),
      nullif(left(private.strip_markup(normalize(metadata ->> key)), 50), '') as name
    where not private.is_person_name(name) limit 1
$$;

-- The rules hold for every way to an account, except for the operator, who makes accounts with the service key. They
-- are checked again when an address is confirmed: they may be stricter than at sign-up. A member who changes the
-- address needs no invitation. The auth service reads the error code in the details.
create function private.check_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant jsonb := case
    -- With a provider of another site there is no form that could ask for another name.
    when tg_op = 'INSERT' and new.encrypted_password <> '' and private.refuse_names(new.raw_user_meta_data) is not null
      then private.refuse_names(new.raw_user_meta_data)
    when tg_op = 'INSERT' or old.email_confirmed_at is null and new.email_confirmed_at is not null
      then private.refuse_sign_up(new.email::text)
    when old.email is distinct from new.email then private.refuse_address(new.email::text) end;
begin
  if refusal is not null and auth.role() is distinct from 'service_role' then
    raise exception '%', refusal ->> 'msg'
      using errcode = 'check_violation', constraint = 'sign_up_rules', detail = refusal ->> 'error_code';
  end if;
  return new;
end $$;
create trigger check_sign_up before insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.check_sign_up();

-- An account has a profile once its address is confirmed. A sign-up alone does not prove that the address is right.
create function private.use_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations i set used_by = new.user_id, used_at = now()
    from auth.users u where u.id = new.user_id and i.email = lower(u.email) and i.used_by is null;
  return null;
end $$;
create trigger use_invitation after insert on private.profiles
  for each row execute function private.use_invitation();

-- The email of an invitation names its address.
create function private.forget_invited_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_queue where kind = 'invitation' and address = old.email;
  return null;
end $$;
create trigger forget_invited_address after delete on private.invitations
  for each row execute function private.forget_invited_address();

-- Invites an address, or invites it again, and sends an email with the note. The answer is the same for an address
-- with an account.
create function public.invite(email text, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(invite.email));
  written constant text := nullif(private.trim_text(invite.note), '');
  end_of_invitation timestamptz;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  perform private.refuse_if(address is null or length(address) > 254 or private.is_blocked_address(address)
    or address !~ '^[^@\s<>",;:()]+@[^@\s<>",;:()]+\.[^@\s<>",;:()]+$', 'check_violation', 'Please provide a valid email address.');
  perform private.refuse_if(length(written) > 500, 'check_violation', 'Please keep the note to 500 characters.');
  insert into private.invitations as invitation (email, invited_by) values (address, auth.uid())
    on conflict on constraint invitations_pkey do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation.used_by is null
    returning expires_at into end_of_invitation;
  perform private.refuse_if(not found, 'PT409', 'This invitation has been used already.');
  perform private.queue_email('invitation',
    jsonb_build_object('note', written, 'expires_at', end_of_invitation), null, address);
end $$;
grant execute on function public.invite to authenticated;

-- All invitations, the newest first.
create function public.list_invitations()
returns table (email text, created_at timestamptz, expires_at timestamptz, used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  return query select i.email, i.created_at, i.expires_at, i.used_at from private.invitations i
    order by i.created_at desc, i.email;
end $$;
grant execute on function public.list_invitations to authenticated;

-- Deletes an invitation that was not used, its email, and an account that has not confirmed the address: its
-- confirmation would need no invitation any more.
create function public.revoke_invitation(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited record;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  delete from private.invitations i where i.email = lower(btrim(revoke_invitation.email)) and i.used_by is null
    returning i.email into invited;
  if found then
    delete from auth.users u where lower(u.email) = invited.email and u.email_confirmed_at is null
      and private.get_setting('invite_only') = 'true';
  elsif exists (select from private.invitations i where i.email = lower(btrim(revoke_invitation.email))) then
    raise exception 'This invitation has been used already.' using errcode = 'PT409';
  else
    raise exception 'We could not find this invitation.' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.revoke_invitation to authenticated;
