-- What a session may not do that has not shown the account's second factor: a stolen password is not
-- enough for it. There are two checks, of the token for all writes and of the live session where an
-- account is deleted or copied. The casts are for Supabase, whose columns have other types.

-- Whether the token is of the level aal2, or the account has no verified factor. The token is signed,
-- and while it is valid, its level can only be too low, or too high for an account that has removed
-- its factors. Looking up the live session as well would cost each write another query.
create function private.has_required_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
$$;
-- Raises instead of returning false, so that an update or a delete is refused as an insert is, and does
-- not look as if it had found no row.
create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(not private.has_required_factor(), 'insufficient_privilege', 'The code of two-step sign-in is needed');
  return true;
end $$;
grant execute on function private.has_required_factor, private.require_factor to anon, authenticated, service_role;

-- Three policies for each table that members write. The sub-select runs once per statement instead of
-- once per row.
create procedure private.require_factor_to_write(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format($policy$create policy require_factor_insert on %s as restrictive for insert to authenticated
    with check ((select private.require_factor()))$policy$, target);
  execute format($policy$create policy require_factor_update on %s as restrictive for update to authenticated
    using ((select private.require_factor()))$policy$, target);
  execute format($policy$create policy require_factor_delete on %s as restrictive for delete to authenticated
    using ((select private.require_factor()))$policy$, target);
end $$;
call private.require_factor_to_write('storage.objects');
create policy require_factor_select on public.audit_logs as restrictive for select to authenticated
  using ((select private.has_required_factor()));

-- Raises unless the caller's session is live and has shown the second factor, if the account has one.
-- A token is valid for up to an hour after its session has ended, so it proves neither.
create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  level text;
begin
  perform private.refuse_if(auth.uid() is null, 'insufficient_privilege', 'Authentication required');
  select coalesce(s.aal::text, 'aal1') into level from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id';
  perform private.refuse_if(level is null, 'insufficient_privilege', 'This session has ended. Please sign in again.');
  if level <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'
  ) then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
end $$;
