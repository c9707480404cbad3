-- What is known of signing in is part of one's data too; secrets and tokens are not. Casts, because
-- GoTrue has types of its own.
create or replace function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  data jsonb;
begin
  perform private.require_second_factor();
  data := private.download_my_data();
  return data || jsonb_build_object(
    'account', (data -> 'account') || (
      select jsonb_build_object('new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me));
end $$;
