-- An event of an account, as a sign-in or a changed password, for its owner to read. Rows are
-- never changed or deleted. Not public.user_activities, which everyone may read.
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (user_id) on delete cascade,
  action text not null check (length(action) between 1 and 100),
  resource_type text not null check (length(resource_type) between 1 and 100),
  metadata jsonb not null default '{}' check (length(metadata::text) <= 4000),
  created_at timestamptz not null default now()
);
create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at desc);
call private.secure_table('public.audit_logs');
create policy owner_select on public.audit_logs for select to authenticated using (user_id = (select auth.uid()));
-- A client records only signing in and out (spec 1 §7), because it knows the device. The database
-- records all other events: a stolen token must not forge them or bury them.
create policy owner_insert on public.audit_logs for insert to authenticated
  with check (user_id = (select auth.uid()) and action in ('sign_in', 'sign_out') and resource_type = 'session');
grant select, insert (action, resource_type, metadata) on public.audit_logs to authenticated;

create function private.prepare_session_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.audit_logs
      where user_id = new.user_id and action in ('sign_in', 'sign_out')
        and created_at > now() - interval '1 hour') >= 30 then
    raise exception 'Too many events of one hour' using errcode = 'check_violation';
  end if;
  new.metadata := jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(new.metadata ->> 'user_agent', 500), 'timestamp', now()));
  return new;
end $$;
create trigger prepare_session_event before insert on public.audit_logs
  for each row when (new.action in ('sign_in', 'sign_out')) execute function private.prepare_session_event();

-- Triggers record the other events, so that they are recorded whichever way a change is made.
create function private.record_account_event(person uuid, action text, resource_type text, details jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (user_id, action, resource_type, metadata)
  select user_id, action, resource_type, details || jsonb_build_object('timestamp', now())
  from private.profiles where user_id = person
$$;

-- A change before the address is confirmed is a part of the sign-up.
create function private.record_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    return null;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.record_account_event(new.id, 'password_changed', 'account');
  end if;
  if new.email is distinct from old.email then
    perform private.record_account_event(new.id, 'email_changed', 'account',
      jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  return null;
end $$;
create trigger record_account_change after update of encrypted_password, email on auth.users
  for each row execute function private.record_account_change();

create function private.record_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.profile_visibility <> old.profile_visibility then
    perform private.record_account_event(new.user_id, 'privacy_changed', 'profile',
      jsonb_build_object('from', old.profile_visibility, 'to', new.profile_visibility));
  end if;
  if new.username <> old.username then
    perform private.record_account_event(new.user_id, 'username_changed', 'profile',
      jsonb_build_object('from', old.username, 'to', new.username));
  end if;
  return null;
end $$;
create trigger record_profile_change after update of profile_visibility, username on private.profiles
  for each row execute function private.record_profile_change();

create function private.record_deleted_review(deleted public.reviews) returns void
language plpgsql set search_path = '' as $$
begin
  if deleted.user_id is not null and private.get_content_move() <> 'hold' then
    perform private.record_account_event(deleted.user_id,
      case private.get_content_move() when 'remove' then 'content_removed' else 'review_deleted' end, 'review',
      jsonb_build_object('tool_id', deleted.tool_id, 'title', deleted.title));
  end if;
end $$;

-- The caller's sessions, the last used first. The casts are for Supabase, whose columns have other types.
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
grant execute on function public.my_sessions to authenticated;

-- Ends one of the caller's sessions. Returns whether there was one.
create function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions where id = session and user_id = auth.uid();
  return found;
end $$;
grant execute on function public.end_my_session to authenticated;

-- Locks what the deletion of an account deletes or counts again. Deletions run one after the other:
-- a count that one transaction changes twice looks up its person's profile again, which that person's
-- own deletion may have locked. Then the rows are locked in the order of every other change: a vote
-- before its review, a review before its tool, the counts of people last.
create function private.lock_account_rows(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('delete account'));
  perform from private.profiles where user_id = person for update;
  perform from public.user_follows where follower_id = person or following_id = person
    order by follower_id, following_id for update;
  perform from public.review_helpful_votes
    where user_id = person or review_id in (select id from public.reviews where user_id = person)
    order by review_id, user_id for update;
  perform from public.reviews
    where user_id = person or id in (select review_id from public.review_helpful_votes where user_id = person)
    order by id for update;
  -- The weaker lock lets others insert a review of the same tool until they have to count it.
  perform from public.tools where id in (select tool_id from public.reviews where user_id = person)
    order by id for no key update;
  perform from private.launches
    where user_id = person or id in (select launch_id from public.launch_upvotes where user_id = person)
    order by id for no key update;
  perform from public.companies where id in (select company_id from public.company_follows where user_id = person)
    order by id for no key update;
  perform from public.user_stats
    where user_id = person
      or user_id in (select following_id from public.user_follows where follower_id = person)
      or user_id in (select follower_id from public.user_follows where following_id = person)
      or user_id in (select r.user_id from public.reviews r
        join public.review_helpful_votes v on v.review_id = r.id where v.user_id = person)
    order by user_id for update;
end $$;

-- For accounts that an administrator deletes.
create function private.lock_account_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_account_rows(old.id);
  return old;
end $$;
create trigger lock_account_before_delete before delete on auth.users
  for each row execute function private.lock_account_before_delete();

-- Deletes the caller's account. The reviews stay without an author or are deleted, as the caller
-- chooses; everything else is deleted with the account.
create function public.delete_account(keep_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  perform private.require_second_factor();
  perform private.refuse_if(keep_reviews is null, 'null_value_not_allowed', 'Say whether your reviews stay');
  perform private.lock_account_rows(caller);
  if not keep_reviews then
    delete from public.reviews where user_id = caller;
  end if;
  delete from auth.users where id = caller;
end $$;
grant execute on function public.delete_account to authenticated;

-- Everything that the site knows about the caller, except for secrets and tokens. The casts are for
-- Supabase, whose columns have other types.
create function public.download_my_data() returns jsonb
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
    'earlier_versions', (select coalesce(jsonb_agg(to_jsonb(v) order by v.review_id, v.number), '[]')
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.user_id = me),
    'deleted_reviews', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'first_published_on', d.first_published_on,
        'found_relationship', d.found_relationship,
        'deleted_at', d.deleted_at) order by d.deleted_at), '[]')
      from private.deleted_reviews d join public.tools t on t.id = d.tool_id where d.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]')
      from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]')
      from public.tools t where submitted_by = me),
    'suggested_edits', (select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('tool', t.name) order by e.created_at), '[]')
      from public.tool_edits e join public.tools t on t.id = e.tool_id where e.suggested_by = me),
    'launches', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from private.launches l where user_id = me),
    'upvotes', (select coalesce(jsonb_agg(to_jsonb(u) order by created_at), '[]') from public.launch_upvotes u where user_id = me),
    'following', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.following_id where f.follower_id = me),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.follower_id where f.following_id = me),
    'companies_followed', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.company_follows f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'is_confirmed', m.is_confirmed, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_left', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'left_at', f.left_at) order by f.left_at), '[]')
      from private.former_members f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'tool_claims', (select coalesce(jsonb_agg(to_jsonb(c) - '{token,claimant_id}'::text[]
        || jsonb_build_object('tool', t.name, 'company', f.name) order by c.created_at), '[]')
      from private.tool_claims c join public.tools t on t.id = c.tool_id join public.companies f on f.id = c.company_id
      where c.claimant_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'lists', (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('tools', (
        select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'note', i.note) order by i.position), '[]')
        from public.list_items i join public.tools t on t.id = i.tool_id where i.list_id = l.id)) order by l.created_at), '[]')
      from public.lists l where l.user_id = me),
    'tools_followed', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.tool_follows f join public.tools t on t.id = f.tool_id where f.user_id = me),
    'launch_reminders', (select coalesce(jsonb_agg(jsonb_build_object('launch', r.launch_id, 'since', r.created_at) order by r.created_at), '[]')
      from public.launch_reminders r where r.user_id = me),
    'notifications', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.created_at), '[]') from public.notifications n where n.user_id = me),
    'notification_preferences', (select coalesce(jsonb_object_agg(n.kind, n.email), '{}') from public.notification_preferences n where n.user_id = me),
    'mails_stopped_by_links', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'link', s.link, 'choice_before', s.email)
        order by s.kind), '[]')
      from private.stopped_mails s where s.user_id = me),
    'weekly_email_covers_until', (select d.covered_until from private.digests d where d.user_id = me),
    'lists_copied', (select coalesce(jsonb_agg(c.list_id order by c.list_id), '[]') from private.list_copies c where c.user_id = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id in ('avatars', 'launches') and name like me || '/%'
        or bucket_id = 'removed' and (storage.foldername(name))[2] = me::text),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me),
    'daily_events', (select coalesce(jsonb_agg(jsonb_build_object('event', event, 'subject_id', subject_id, 'day', day, 'count', count)
        order by day, event, subject_id), '[]')
      from private.daily_events where user_id = me),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'subject_type', subject_type, 'subject_id', subject_id,
        'reason', reason, 'details', details, 'good_faith', good_faith, 'status', status, 'created_at', created_at,
        'decision', decision) order by number), '[]')
      from private.reports where reporter_id = me),
    'moderation_decisions', (select coalesce(jsonb_agg(to_jsonb(d) order by d.number), '[]')
      from private.decision_parties p join public.moderation_decisions d on d.number = p.decision where p.affected_user = me),
    'removed_content', (select coalesce(jsonb_agg(jsonb_build_object('table', table_name, 'decision', decision,
        'row', row_data - '{search,name_folded,website_host,website_key}'::text[]) order by id), '[]')
      from private.removed_content where owner_id = me
        or (table_name = 'public.tools' and row_data ->> 'submitted_by' = me::text)
        or (owner_id is null and table_name = 'public.tool_edits' and row_data ->> 'suggested_by' = me::text)),
    'appeals', (select coalesce(jsonb_agg(to_jsonb(a) - 'resolved_by' order by number), '[]')
      from private.appeals a where user_id = me),
    'staff_role', (select role from private.staff where user_id = me),
    'suspension', (select to_jsonb(s) - 'user_id' from private.suspensions s where user_id = me),
    'posts_need_no_approval', exists (select from private.premoderation_exemptions where user_id = me),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'data', data, 'due_at', due_at, 'sent_at', sent_at)
        order by id), '[]')
      from private.email_queue where user_id = me),
    'invitation', (select jsonb_build_object('address', email, 'invited_at', created_at, 'used_at', used_at)
      from private.invitations where used_by = me),
    -- Without the addresses, which are other people's.
    'invitations_sent', (select coalesce(jsonb_agg(jsonb_build_object('invited_at', created_at, 'expires_at', expires_at,
        'used_at', used_at) order by created_at), '[]')
      from private.invitations where invited_by = me),
    'moderator_notes', (select coalesce(jsonb_agg(to_jsonb(n) - 'author_id' order by id), '[]')
      from private.moderator_notes n where author_id = me));
end $$;
grant execute on function public.download_my_data to authenticated;
