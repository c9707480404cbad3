-- Adds invitations and blocked domains of addresses, and reserves the username of the page /imprint.
create or replace function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    'admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous',
    'null', 'undefined', 'settings', '_',
    'about', 'account-settings', 'add-tool', 'all-tools', 'api', 'auth', 'categories', 'company',
    'company-dashboard', 'compare', 'contact', 'dashboard', 'explain', 'figures', 'guidelines', 'imprint', 'launch', 'launches', 'moderation',
    'moderation-log', 'my-reports', 'offline', 'privacy',
    'profile-settings', 'report', 'reset-password', 'review', 'sitemaps', 'start-your-team', 'submit-launch', 'terms', 'tool',
    'tools', 'trust', 'trust-center', 'update-password', 'user', 'write-review',
    'assets', 'pictures', 'realtime', 'rest', 'storage'
  ])
$$;

alter table private.email_queue drop constraint email_queue_kind_check;
alter table private.email_queue add constraint email_queue_kind_check check (kind in ('report_received', 'report_resolved',
  'urgent_report', 'content_decision', 'account_decision', 'appeal_resolved', 'edit_declined', 'invitation'));

create or replace function private.default_settings() returns jsonb
language sql immutable set search_path = '' as $$
  select '{
    "premoderate_first_posts": 0, "premoderate_links": false, "new_account_hours": 24, "word_filter": [],
    "daily_limit_tools": 100, "daily_limit_reviews": 200, "daily_limit_launches": 50,
    "daily_limit_votes": 2000, "daily_limit_follows": 1000, "daily_limit_edits": 100,
    "require_staff_2fa": false, "invite_only": false, "blocked_email_domains": []
  }'::jsonb
$$;

create or replace function public.update_site_settings(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  is_valid boolean;
begin
  perform private.require_staff('admin');
  perform private.require_second_factor();
  if jsonb_typeof(changes) is distinct from 'object' then
    raise exception 'Please send the settings to change as an object.' using errcode = 'check_violation';
  end if;
  for changed in select key, value, private.default_settings() -> key as initial from jsonb_each(changes) loop
    is_valid := case
      when changed.initial is null then false
      when changed.key = 'word_filter' then jsonb_typeof(changed.value) = 'array' and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'object'
            or not coalesce(length(private.fold_for_filter(entry ->> 'text')) between 2 and 200, false)
            or not coalesce(entry ->> 'action' in ('hold', 'reject'), false))
      when changed.key = 'blocked_email_domains' then jsonb_typeof(changed.value) = 'array'
        and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'string' or length(entry #>> '{}') > 253
            or entry #>> '{}' !~* '^[a-z0-9_-]+(\.[a-z0-9_-]+)+$')
      when jsonb_typeof(changed.initial) = 'number' then jsonb_typeof(changed.value) = 'number'
        and changed.value::text ~ '^[0-9]{1,6}$'
      else jsonb_typeof(changed.value) = jsonb_typeof(changed.initial)
    end;
    if not is_valid then
      raise exception '%', case when changed.initial is null then 'There is no setting ' || left(changed.key, 50) || '.'
        else 'This value does not fit the setting ' || changed.key || '.' end using errcode = 'check_violation';
    end if;
  end loop;
  insert into private.site_settings (key, value) select key, value from jsonb_each(changes)
    on conflict (key) do update set value = excluded.value;
end $$;

-- An invitation to sign up, until its address is confirmed. A used one is deleted with its account.
create table private.invitations (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  invited_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  used_by uuid references private.profiles (user_id) on delete cascade,
  used_at timestamptz
);
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_used_by_idx on private.invitations (used_by);
alter table private.invitations enable row level security;
create policy service_all on private.invitations to service_role using (true) with check (true);
grant select, insert, update, delete on private.invitations to service_role;

-- Whether the domain of an address, or a domain above it, is blocked.
create function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from jsonb_array_elements_text(private.setting('blocked_email_domains')) domain
    where '.' || substring(lower(address) from '@([^@]*)$') like '%.' || replace(lower(domain), '_', '\_'))
$$;

-- Why no account may have an address, as {error_code, msg} of the auth service, or null.
create function private.refuse_address(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.is_blocked_address(address)
    then jsonb_build_object('error_code', 'email_address_invalid', 'msg', 'Please provide a valid email address.') end
$$;

-- Why no account may be made for an address, in the same form. It does not depend on whether there is an account, so
-- that the answer does not reveal one.
create function private.refuse_sign_up(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.refuse_address(address), case
    when private.setting('invite_only') = 'true' and not exists (select from private.invitations i
        where i.email = lower(address) and i.used_by is null and i.expires_at > now())
      then jsonb_build_object('error_code', 'invitation_required', 'msg', 'Sign-up is by invitation only.')
  end)
$$;

-- The rules hold for every way to an account, except for the operator, who makes accounts with the service key. They
-- are checked again when an address is confirmed: they may be stricter than at sign-up. A member who changes the
-- address needs no invitation. The auth service reads the error code in the details.
create function private.check_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant jsonb := case
    when tg_op = 'INSERT' or old.email_confirmed_at is null and new.email_confirmed_at is not null
      then private.refuse_sign_up(new.email::text)
    when old.email is distinct from new.email then private.refuse_address(new.email::text) end;
begin
  if refusal is not null and auth.role() is distinct from 'service_role' then
    raise exception '%', refusal ->> 'msg'
      using errcode = 'check_violation', constraint = 'sign_up_rules', detail = refusal ->> 'error_code';
  end if;
  return new;
end $$;
create trigger check_sign_up before insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.check_sign_up();

-- An account has a profile once its address is confirmed. A sign-up alone does not prove that the address is right.
create function private.use_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations i set used_by = new.user_id, used_at = now()
    from auth.users u where u.id = new.user_id and i.email = lower(u.email) and i.used_by is null;
  return null;
end $$;
create trigger use_invitation after insert on private.profiles
  for each row execute function private.use_invitation();

-- The email of an invitation names its address.
create function private.forget_invited_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_queue where kind = 'invitation' and address = old.email;
  return null;
end $$;
create trigger forget_invited_address after delete on private.invitations
  for each row execute function private.forget_invited_address();

-- Invites an address, or invites it again, and sends an email with the note. The answer is the same for an address
-- with an account.
create function public.invite(email text, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(invite.email));
  written constant text := nullif(private.trim_text(invite.note), '');
  end_of_invitation timestamptz;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  if address is null or length(address) > 254 or private.is_blocked_address(address)
    or address !~ '^[^@\s<>",;:()]+@[^@\s<>",;:()]+\.[^@\s<>",;:()]+$'
  then
    raise exception 'Please provide a valid email address.' using errcode = 'check_violation';
  end if;
  if length(written) > 500 then
    raise exception 'Please keep the note to 500 characters.' using errcode = 'check_violation';
  end if;
  insert into private.invitations as invitation (email, invited_by) values (address, auth.uid())
    on conflict on constraint invitations_pkey do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation.used_by is null
    returning expires_at into end_of_invitation;
  if not found then
    raise exception 'This invitation has been used already.' using errcode = 'PT409';
  end if;
  perform private.queue_email('invitation',
    jsonb_build_object('note', written, 'expires_at', end_of_invitation), null, address);
end $$;
grant execute on function public.invite to authenticated;

-- All invitations, the newest first.
create function public.list_invitations()
returns table (email text, created_at timestamptz, expires_at timestamptz, used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  return query select i.email, i.created_at, i.expires_at, i.used_at from private.invitations i
    order by i.created_at desc, i.email;
end $$;
grant execute on function public.list_invitations to authenticated;

-- Deletes an invitation that was not used, its email, and an account that has not confirmed the address: its
-- confirmation would need no invitation any more.
create function public.revoke_invitation(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited record;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  delete from private.invitations i where i.email = lower(btrim(revoke_invitation.email)) and i.used_by is null
    returning i.email into invited;
  if found then
    delete from auth.users u where lower(u.email) = invited.email and u.email_confirmed_at is null
      and private.setting('invite_only') = 'true';
  elsif exists (select from private.invitations i where i.email = lower(btrim(revoke_invitation.email))) then
    raise exception 'This invitation has been used already.' using errcode = 'PT409';
  else
    raise exception 'We could not find this invitation.' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.revoke_invitation to authenticated;

create or replace function public.purge_closed_reports(as_of timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cutoff constant timestamptz := coalesce(as_of, now()) - interval '12 months';
begin
  update private.reports r set snapshot = null, details = null, reporter_name = null, reporter_email = null
    where r.status <> 'open' and r.closed_at < cutoff
      and (r.snapshot is not null or r.details is not null or r.reporter_name is not null or r.reporter_email is not null)
      and not exists (select from private.appeals a where a.decision = r.decision
        and (a.status = 'open' or a.resolved_at >= cutoff));
  update private.appeals a set statement = null, revised_content = null
    where a.status <> 'open' and a.resolved_at < cutoff and (a.statement is not null or a.revised_content is not null);
  delete from private.removed_content removed
    using public.moderation_decisions d
    where d.number = removed.decision and d.decided_at < cutoff
      and not exists (select from private.appeals a where a.decision = d.number and a.status = 'open');
  -- What it removed is purged as well.
  delete from private.tool_merges m using public.moderation_decisions d where d.number = m.decision and d.decided_at < cutoff;
  delete from private.email_queue where sent_at < coalesce(as_of, now()) - interval '30 days' or due_at < cutoff;
  delete from private.invitations where used_by is null and expires_at < coalesce(as_of, now()) - interval '30 days';
  delete from private.deleted_reviews where deleted_at < coalesce(as_of, now()) - interval '1 year';
  delete from private.daily_usage where day < (coalesce(as_of, now()) at time zone 'utc')::date - 30;
end $$;

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
    'earlier_versions', (select coalesce(jsonb_agg(to_jsonb(v) order by v.review_id, v.number), '[]')
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.user_id = me),
    'deleted_reviews', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'first_published_on', d.first_published_on,
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
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id in ('avatars', 'launches') and name like me || '/%'
        or bucket_id = 'removed' and (storage.foldername(name))[2] = me::text),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me),
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
