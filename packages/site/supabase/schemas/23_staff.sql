-- Members who may not write, and the members who moderate the site. profiles.user_role is what a member chose at
-- sign-up and gives no right, and neither does a claim of a token.

-- A suspended member. A row whose end has passed has no effect.
create table private.suspensions (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  -- Null is without an end.
  expires_at timestamptz,
  decision bigint not null references public.moderation_decisions (number) on delete cascade
);
create index suspensions_decision_idx on private.suspensions (decision);
call private.secure_internal_table('private.suspensions');

create function private.is_suspended(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.suspensions
    where user_id = member and (expires_at is null or expires_at > now()))
$$;

-- Raises if the caller is suspended.
create function private.require_no_suspension() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  suspension record;
begin
  select * into suspension from private.suspensions
    where user_id = auth.uid() and (expires_at is null or expires_at > now());
  if found then
    raise exception '%', 'Your account is suspended'
        || coalesce(' until ' || to_char(suspension.expires_at at time zone 'utc', 'Mon FMDD, YYYY'), '')
        || '. You can still read, download your data and appeal.'
      using errcode = 'insufficient_privilege';
  end if;
end $$;

-- A member of staff. An admin may do everything that a moderator may.
create table private.staff (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  role text not null check (role in ('moderator', 'admin')),
  appointed_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index staff_appointed_by_idx on private.staff (appointed_by);
call private.secure_internal_table('private.staff');

-- The caller's role, or null. A suspended member has no rights of staff.
create function private.get_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from private.staff where user_id = auth.uid() and not private.is_suspended(user_id)
$$;

-- Whether the caller has the rights of a role: `moderator` or `admin`.
create function private.is_staff(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.get_staff_role() in (wanted, 'admin'), false)
$$;
grant execute on function private.is_staff to anon, authenticated, service_role;

create function private.require_staff(wanted text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff(wanted) then
    raise exception '%', case wanted when 'admin' then 'Only administrators can do this.' else 'Only moderators can do this.' end
      using errcode = 'insufficient_privilege';
  end if;
  -- Staff reads what members do not: a stolen password is not enough.
  perform private.require_factor();
end $$;

create function public.my_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.get_staff_role()
$$;
grant execute on function public.my_staff_role to authenticated;

-- Throws unless the site has another administrator who is not suspended.
create function private.refuse_last_admin(member uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(not exists (select from private.staff s
    where s.role = 'admin' and s.user_id <> member and not private.is_suspended(s.user_id)),
    'check_violation', 'The site needs at least one administrator. Make someone else an administrator first.');
end $$;

-- The same before a change. Two administrators who leave at the same moment come one after the other.
create function private.require_other_admin(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff'));
  perform private.refuse_last_admin(member);
end $$;

-- The last administrator can be neither removed nor demoted, nor deleted with the account.
create function private.refuse_losing_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_other_admin(old.user_id);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger refuse_removing_last_admin before delete on private.staff
  for each row when (old.role = 'admin') execute function private.refuse_losing_last_admin();
create trigger refuse_demoting_last_admin before update of role on private.staff
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.refuse_losing_last_admin();

-- The service role stands for the operator, who appoints the first administrator.
create function private.require_admin_or_service() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_staff('admin');
    perform private.require_second_factor();
  end if;
end $$;

create function public.staff_members() returns table (username text, role text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  return query
    select p.username, s.role, s.created_at from private.staff s join private.profiles p on p.user_id = s.user_id
    order by s.created_at, p.username;
end $$;
grant execute on function public.staff_members to authenticated, service_role;

-- Appoints a member, or changes the role. A null role removes the member from staff.
create function public.set_staff_role(username text, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.find_user_id(set_staff_role.username);
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(member is null, 'PT404', 'We could not find this member.');
  if set_staff_role.role is null then
    delete from private.staff where user_id = member;
  elsif set_staff_role.role in ('moderator', 'admin') then
    insert into private.staff as staff (user_id, role, appointed_by) values (member, set_staff_role.role, auth.uid())
      on conflict (user_id) do update set role = excluded.role, appointed_by = excluded.appointed_by
      where staff.role <> excluded.role;
  else
    raise exception 'A role is moderator or admin.' using errcode = 'check_violation';
  end if;
end $$;
grant execute on function public.set_staff_role to authenticated, service_role;
