-- Where an account has a verified second factor, a session that has not shown it writes nothing and
-- reads no audit log. The level is the token's: it is signed, and a token outlives a change of it only
-- by going up, or when the account has no factor any more. Asking for the live session as well would
-- cost each write another look-up; require_second_factor does so where an account ends or is copied.
-- A cast, because GoTrue has a type of its own.
create function private.has_required_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
$$;
-- Raises in place of returning false, so that an update or a delete is refused as an insert is, and
-- does not look as if it had found no row.
create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_required_factor() then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke execute on function private.has_required_factor, private.require_factor from public;
grant execute on function private.has_required_factor, private.require_factor to anon, authenticated, service_role;

-- The sub-select runs once for each statement, and not for each row.
do $$
declare
  target text;
begin
  foreach target in array array[
    'public.audit_logs', 'public.companies', 'public.company_follows', 'public.company_members',
    'public.launch_upvotes', 'public.review_helpful_votes', 'public.reviews', 'public.tools',
    'public.user_follows', 'private.launches', 'storage.objects'
  ] loop
    execute format($policy$create policy require_factor_insert on %s as restrictive for insert to authenticated
      with check ((select private.require_factor()))$policy$, target);
    execute format($policy$create policy require_factor_update on %s as restrictive for update to authenticated
      using ((select private.require_factor()))$policy$, target);
    execute format($policy$create policy require_factor_delete on %s as restrictive for delete to authenticated
      using ((select private.require_factor()))$policy$, target);
  end loop;
end $$;
create policy require_factor_select on public.audit_logs as restrictive for select to authenticated
  using ((select private.has_required_factor()));

-- The view of profiles writes by a trigger that runs as its owner, past row security.
create function private.require_factor_for_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_factor();
  end if;
  return new;
end $$;
revoke execute on function private.require_factor_for_row from public, anon, authenticated;
-- The name comes before update_profile, since PostgreSQL fires triggers in the order of their names.
create trigger a_require_factor instead of update on public.profiles
  for each row execute function private.require_factor_for_row();

-- A profile is shown at either level, so its view is not counted and nothing fails.
create or replace function public.count_profile_view(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  looker uuid := auth.uid();
begin
  if looker is null or looker = person or private.is_hidden(person)
     or not private.has_required_factor()
     -- Either may be gone: a token outlives its account for a while.
     or (select count(*) from private.profiles where user_id in (looker, person)) < 2 then
    return;
  end if;
  insert into private.profile_views as known (person, viewer, day)
  values (person, looker, (now() at time zone 'utc')::date)
  on conflict on constraint profile_views_pkey do update set day = excluded.day where known.day < excluded.day;
  if found then
    update public.user_stats set profile_views = profile_views + 1 where user_id = person;
  end if;
end $$;
