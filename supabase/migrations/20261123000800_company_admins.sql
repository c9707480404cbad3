-- A company has an admin from its first moment to its last: its founder, whether or not the second
-- call of the browser arrives, and after the only admin the member who has been there longest.
create or replace function private.keep_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_founders (company_id, user_id) values (new.id, new.created_by);
  insert into public.company_members (company_id, user_id, role, is_admin)
    values (new.id, new.created_by, 'admin', true);
  update public.companies set created_by = null where id = new.id;
  return null;
end $$;

-- The second call (spec 1 §7) finds done what it asks for. For oneself alone: of others it would
-- tell who they are.
create function private.keep_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not distinct from coalesce(auth.uid(), new.user_id) and exists (
    select from public.company_members
    where company_id = new.company_id and user_id = new.user_id and is_admin
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger keep_appointment before insert on public.company_members
  for each row when (new.is_admin) execute function private.keep_appointment();

create function private.appoint_next(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two admins who leave at the same moment queue here, so that the second sees the first gone.
  perform from public.companies where id = company for no key update;
  if not exists (select from public.company_members where company_id = company and is_admin) then
    update public.company_members set role = 'admin', is_admin = true
    where company_id = company and user_id = (
      select user_id from public.company_members where company_id = company order by created_at, user_id limit 1);
  end if;
end $$;
create function private.appoint_next_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.appoint_next(old.company_id);
  return null;
end $$;
create trigger appoint_next_admin after delete on public.company_members
  for each row when (old.is_admin) execute function private.appoint_next_admin();

-- Those of before this: a founder whose second call was lost, else whoever has been there longest.
insert into public.company_members (company_id, user_id, role, is_admin)
select f.company_id, f.user_id, 'admin', true from private.company_founders f
where not exists (select from public.company_members m where m.company_id = f.company_id)
on conflict do nothing;
select private.appoint_next(c.id) from public.companies c
where not exists (select from public.company_members m where m.company_id = c.id and m.is_admin);
