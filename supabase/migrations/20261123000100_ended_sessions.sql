-- An access token outlives its session for up to an hour. What must not be left to a stolen one asks
-- the session itself: whether it still stands, and what was shown in it. Casts, because GoTrue has
-- types of its own.
create or replace function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  level text;
begin
  if auth.uid() is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(s.aal::text, 'aal1') into level from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id';
  if level is null then
    raise exception 'This session has ended. Please sign in again.' using errcode = 'insufficient_privilege';
  end if;
  if level <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'
  ) then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
end $$;
