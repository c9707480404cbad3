-- The copy of everything about oneself asks for the second factor, as the end of the account does.
alter function public.download_my_data() set schema private;
revoke execute on function private.download_my_data() from public, anon, authenticated;

create function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return private.download_my_data();
end $$;
revoke execute on function public.download_my_data from public, anon;
grant execute on function public.download_my_data to authenticated;
