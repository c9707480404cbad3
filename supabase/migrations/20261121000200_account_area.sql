-- What the account area needs beyond the first migrations.

-- A picture of a person is one that this person uploaded here: an address elsewhere would learn who
-- looks at the profile.
alter table private.profiles add constraint avatar_url_own
  check (avatar_url ~ ('/storage/v1/object/public/avatars/' || user_id || '/[A-Za-z0-9._-]+$'));

-- Logos of companies: anyone sees them, their admins keep the company's own folder.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logos', 'logos', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}')
on conflict (id) do nothing;
create function private.keeps_logos_of(folder text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members
    where company_id::text = folder and user_id = auth.uid() and is_admin)
$$;
grant execute on function private.keeps_logos_of to anon, authenticated, service_role;
create policy logos_select_anyone on storage.objects for select using (bucket_id = 'logos');
create policy logos_insert_admin on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and private.keeps_logos_of((storage.foldername(name))[1]));
create policy logos_update_admin on storage.objects for update to authenticated
  using (bucket_id = 'logos' and private.keeps_logos_of((storage.foldername(name))[1]))
  with check (bucket_id = 'logos' and private.keeps_logos_of((storage.foldername(name))[1]));
create policy logos_delete_admin on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and private.keeps_logos_of((storage.foldername(name))[1]));
alter table public.companies add constraint company_logo_url_own
  check (logo_url ~ ('/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$'));

-- Who looked at whose profile last, so that a reader counts once a day. For user_stats alone:
-- nobody reads it, not even the person looked at.
create table private.profile_views (
  person uuid not null references private.profiles (user_id) on delete cascade,
  viewer uuid not null references private.profiles (user_id) on delete cascade,
  day date not null,
  primary key (person, viewer)
);
create index profile_views_viewer_idx on private.profile_views (viewer);
alter table private.profile_views enable row level security;
create policy all_service on private.profile_views to service_role using (true) with check (true);
grant select, insert, update, delete on private.profile_views to service_role;

-- Counts the caller's look at a profile; not one's own, nor a visitor's, who cannot be told apart.
create function public.count_profile_view(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  looker uuid := auth.uid();
begin
  if looker is null or looker = person or private.is_hidden(person)
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
grant execute on function public.count_profile_view to authenticated;

-- What happens to an account is noted where it happens, whichever way it was asked for. Signing in
-- and out are noted by the site (spec 1 §7), which knows the device.
create function private.note(person uuid, action text, resource_type text, about jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (user_id, action, resource_type, metadata)
  select user_id, action, resource_type, about || jsonb_build_object('timestamp', now())
  from private.profiles where user_id = person
$$;

create function private.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.note(new.id, 'password_changed', 'account');
  end if;
  if new.email is distinct from old.email then
    perform private.note(new.id, 'email_changed', 'account', jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  return null;
end $$;
create trigger note_account_change after update of encrypted_password, email on auth.users
  for each row execute function private.note_account_change();

create function private.note_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.profile_visibility <> old.profile_visibility then
    perform private.note(new.user_id, 'privacy_changed', 'profile',
      jsonb_build_object('from', old.profile_visibility, 'to', new.profile_visibility));
  end if;
  if new.username <> old.username then
    perform private.note(new.user_id, 'username_changed', 'profile',
      jsonb_build_object('from', old.username, 'to', new.username));
  end if;
  return null;
end $$;
create trigger note_profile_change after update of profile_visibility, username on private.profiles
  for each row execute function private.note_profile_change();

create function private.note_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note(old.user_id, 'review_deleted', 'review', jsonb_build_object('tool_id', old.tool_id, 'title', old.title));
  return null;
end $$;
create trigger note_deleted_review after delete on public.reviews
  for each row when (old.user_id is not null) execute function private.note_deleted_review();

-- Everything that the site holds about the caller, for the caller alone.
create function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if me is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'said_at_sign_up', raw_user_meta_data)
      from auth.users where id = me),
    'profile', (select to_jsonb(p) from private.profiles p where user_id = me),
    'stats', (select to_jsonb(s) from public.user_stats s where user_id = me),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('tool', t.name) order by r.created_at), '[]')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]') from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]') from public.tools t where submitted_by = me),
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
      where bucket_id = 'avatars' and name like me || '/%'));
end $$;
grant execute on function public.download_my_data to authenticated;
