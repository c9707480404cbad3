-- Uploaded pictures of launches, in a bucket of their own.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('launches', 'launches', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}')
on conflict (id) do nothing;

create policy launches_anyone_select on storage.objects for select using (bucket_id = 'launches');
create policy launches_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'launches' or private.has_profile());

alter table private.launches drop constraint launch_pictures_format,
  add constraint launch_pictures_format check (
    cardinality(pictures) <= 3 and array_position(pictures, null) is null
    and array_to_string(pictures, ' ') ~ ('^((drawn/[a-z]+|uploaded/' || coalesce(user_id::text, '[0-9a-f-]{36}')
      || '/[A-Za-z0-9._-]+)( |$))*$'));
grant insert (pictures) on private.launches to authenticated;
grant insert (pictures) on public.product_launches to authenticated;

create or replace function private.prepare_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.tagline := private.strip_markup(new.tagline);
  new.description := nullif(private.strip_markup(new.description), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  if private.is_client_request() then
    if new.launch_date < (now() at time zone 'utc')::date then
      raise exception 'Launch date cannot be in the past' using errcode = 'check_violation';
    end if;
    if array_to_string(new.pictures, ' ') like '%drawn/%' then
      raise exception 'Only the site draws pictures' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function private.remove_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.removed_files') is not null then
    delete from storage.objects
      where bucket_id in ('avatars', 'launches') and starts_with(name, old.user_id || '/');
  end if;
  return null;
end $$;

-- A launch stays when its maker's account is deleted. Its uploaded pictures are deleted with the account.
create function private.forget_uploaded_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.launches set pictures = '{}'
    where user_id = old.user_id and array_to_string(pictures, ' ') like '%uploaded/%';
  return old;
end $$;
create trigger forget_uploaded_pictures before delete on private.profiles
  for each row execute function private.forget_uploaded_pictures();

create or replace function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'said_at_sign_up', raw_user_meta_data,
        'new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me),
    'profile', (select to_jsonb(p) from private.profiles p where user_id = me),
    'stats', (select to_jsonb(s) from public.user_stats s where user_id = me),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('tool', t.name) order by r.created_at), '[]')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]')
      from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]')
      from public.tools t where submitted_by = me),
    'launches', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from private.launches l where user_id = me),
    'upvotes', (select coalesce(jsonb_agg(to_jsonb(u) order by created_at), '[]') from public.launch_upvotes u where user_id = me),
    'following', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.following_id where f.follower_id = me),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.follower_id where f.following_id = me),
    'companies_followed', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.company_follows f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id in ('avatars', 'launches') and name like me || '/%'),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me));
end $$;
