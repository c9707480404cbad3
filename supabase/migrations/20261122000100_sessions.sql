-- Where one is signed in, to be seen and ended by oneself alone; and what a stolen password alone
-- must not do once there is a second factor.

-- Whether the caller has shown the second factor, or has none.
create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  if coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'
  ) then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The caller's sessions, the one used last first. Casts, because GoTrue has types of its own.
create function public.my_sessions()
returns table (id uuid, user_agent text, ip text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select s.id, s.user_agent::text, nullif(split_part(s.ip::text, '/', 1), ''), s.created_at,
      coalesce(s.refreshed_at::timestamptz, s.created_at),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s where s.user_id = auth.uid() order by 5 desc, 1;
end $$;
revoke execute on function public.my_sessions from public, anon;
grant execute on function public.my_sessions to authenticated;

-- Signs one of the caller's sessions out. Says whether there was one.
create function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions where id = session and user_id = auth.uid();
  return found;
end $$;
revoke execute on function public.end_my_session from public, anon;
grant execute on function public.end_my_session to authenticated;

create or replace function public.delete_account(keep_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  perform private.require_second_factor();
  if keep_reviews is null then
    raise exception 'Say whether your reviews stay' using errcode = 'null_value_not_allowed';
  end if;
  perform private.lock_for_departure(caller);
  if not keep_reviews then
    delete from public.reviews where user_id = caller;
  end if;
  delete from auth.users where id = caller;
end $$;
