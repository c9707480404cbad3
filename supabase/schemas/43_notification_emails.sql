-- The emails of notifications, and the links that stop them (spec 7 §4).

-- The notification that an email is about. It may be gone, and then the email is not sent: checking a thousand references
-- when they are queued would take 10 ms.
alter table private.email_queue add column notification_id uuid;
create index email_queue_notification_id_idx on private.email_queue (notification_id) where notification_id is not null;

-- Whether a member who has chosen nothing gets an email at once. Decisions, reports, appeals and claims queue their own.
create function private.is_mailed_by_default(kind text, data jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select kind = 'reply' or kind = 'review' and data @> '{"is_maker": true}' or kind = 'edit' and data @> '{"status": "declined"}'
$$;

-- Queues the emails of an event. The settings are those of the functions that count (06_following.sql).
create function private.queue_notification_emails() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into private.email_queue (kind, user_id, notification_id)
    select case when n.kind = 'edit' then 'edit_' || (n.data ->> 'status') else n.kind end, n.user_id, n.id
    from new_rows n left join public.notification_preferences p on p.user_id = n.user_id and p.kind = n.kind
    where n.kind not in ('decision', 'report', 'appeal', 'claim')
      and (p.email = 'immediately' or p.email is null and private.is_mailed_by_default(n.kind, n.data));
  if found then
    perform pg_notify('jobs', '');
  end if;
  return null;
end $$;
create trigger queue_notification_emails after insert on public.notifications
  referencing new table as new_rows for each statement execute function private.queue_notification_emails();

-- The name of a person whose profile is not private; null of a deleted account.
create function private.get_shown_name(person private.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.username)
$$;

-- The key of the links that stop emails. Whoever reads it can stop emails, and nothing else.
create table private.unsubscribe_keys (
  key text primary key default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex')
);
alter table private.unsubscribe_keys enable row level security;
create policy service_all on private.unsubscribe_keys to service_role using (true) with check (true);
grant select on private.unsubscribe_keys to service_role;
insert into private.unsubscribe_keys default values;

-- The secret in the address that stops the emails of a kind to a member: both of them, and a code that only the site can
-- make. It stays valid, because mails are kept.
create function private.create_unsubscribe_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select subject.text || '-' || left(encode(sha256(convert_to(k.key || encode(sha256(convert_to(k.key || subject.text, 'utf8')), 'hex'), 'utf8')), 'hex'), 32)
  from private.unsubscribe_keys k, (select kind || '-' || replace(person::text, '-', '') as text) subject
$$;

-- What an email about a notification says, read when it is sent. No value if its member has chosen otherwise since, or if
-- its subject is not public anymore.
create function private.describe_notification(notification uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case n.kind
    when 'reply' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'company', c.name, 'content', reply.content)
      from public.review_replies reply
      join public.reviews r on r.id = reply.review_id
      join public.tools t on t.id = r.tool_id
      join public.companies c on c.id = reply.company_id
      where reply.review_id = n.subject_id)
    when 'review' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'rating', r.rating, 'content', r.content,
        'author', private.get_shown_name(author), 'is_new', n.data -> 'is_new', 'is_maker', n.data -> 'is_maker')
      from public.reviews r
      join public.tools t on t.id = r.tool_id
      left join private.profiles author on author.user_id = r.user_id
      where r.id = n.subject_id and author.profile_visibility is distinct from 'private')
    when 'helpful_votes' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'count', n.data -> 'count')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.id = n.subject_id)
    when 'follower' then (
      select jsonb_build_object('name', private.get_shown_name(follower), 'username', follower.username)
      from private.profiles follower where follower.user_id = n.subject_id and follower.profile_visibility <> 'private')
    when 'launch' then (
      select jsonb_build_object('launch', l.id, 'tool', t.name, 'tagline', l.tagline, 'launch_date', l.launch_date,
        'is_reminder', coalesce(n.data -> 'is_reminder', 'false'))
      from private.launches l
      left join public.tools t on t.id = l.tool_id
      left join private.profiles maker on maker.user_id = l.user_id
      where l.id = n.subject_id and not l.is_draft and maker.profile_visibility is distinct from 'private')
    when 'edit' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'reason', e.reason)
      from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = (n.data ->> 'edit')::uuid)
    end || jsonb_build_object('unsubscribe', private.create_unsubscribe_token(n.user_id, n.kind))
  from public.notifications n left join public.notification_preferences p on p.user_id = n.user_id and p.kind = n.kind
  where n.id = describe_notification.notification
    and (p.email = 'immediately' or p.email is null and private.is_mailed_by_default(n.kind, n.data))
$$;

-- Raises unless a token is the site's and its member has an account.
create function private.read_unsubscribe_token(token text, out person uuid, out kind text)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := regexp_match(token, '^([a-z_]{1,20})-([0-9a-f]{32})-[0-9a-f]{32}$');
begin
  kind := parts[1];
  select p.user_id into person from private.profiles p where p.user_id = parts[2]::uuid;
  if person is null or private.create_unsubscribe_token(person, kind) <> token then
    raise exception 'This link is not complete, or the account does not exist anymore.' using errcode = 'PT404';
  end if;
end $$;

-- The kinds of emails that a token stops: {kind: chosen, or null by default}. The digest has every kind that is sent weekly.
create function private.list_stoppable(person uuid, wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when wanted = 'digest' then
      (select coalesce(jsonb_object_agg(p.kind, p.email), '{}') from public.notification_preferences p
        where p.user_id = person and p.email = 'weekly')
    else jsonb_build_object(wanted, (select p.email from public.notification_preferences p
        where p.user_id = person and p.kind = wanted)) end
$$;

-- What the link of an email stops, and whether it is stopped: {kind, is_stopped}. It changes nothing: mail gateways open
-- every link.
create function public.get_unsubscription(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', t.kind, 'is_stopped', case when t.kind = 'digest' then s.choices = '{}' else s.choices ->> t.kind is not distinct from 'never' end)
  from private.read_unsubscribe_token(get_unsubscription.token) t, private.list_stoppable(t.person, t.kind) as s (choices)
$$;

-- Stops the emails of the token's kind. Returns {kind, previous}, of which `previous` undoes it.
create function public.unsubscribe(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
  previous jsonb;
begin
  select * into mail from private.read_unsubscribe_token(unsubscribe.token);
  previous := private.list_stoppable(mail.person, mail.kind);
  insert into public.notification_preferences (user_id, kind, email)
    select mail.person, stopped, 'never' from jsonb_object_keys(previous) as stopped
    on conflict (user_id, kind) do update set email = excluded.email;
  return jsonb_build_object('kind', mail.kind, 'previous', previous);
end $$;

-- Undoes public.unsubscribe: chooses again what was chosen before.
create function public.undo_unsubscribe(token text, previous jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
begin
  select * into mail from private.read_unsubscribe_token(undo_unsubscribe.token);
  if jsonb_typeof(previous) is distinct from 'object' then
    raise exception 'Please send the choice of before as an object.' using errcode = 'check_violation';
  end if;
  delete from public.notification_preferences p
    where p.user_id = mail.person and p.email = 'never'
      and (p.kind = mail.kind or mail.kind = 'digest' and undo_unsubscribe.previous ->> p.kind = 'weekly');
  insert into public.notification_preferences (user_id, kind, email)
    select mail.person, chosen.key, chosen.value from jsonb_each_text(undo_unsubscribe.previous) chosen
    where chosen.value is not null and (chosen.key = mail.kind or mail.kind = 'digest' and chosen.value = 'weekly')
    on conflict do nothing;
end $$;
grant execute on function public.get_unsubscription, public.unsubscribe, public.undo_unsubscribe to anon, authenticated, service_role;

-- What a queued email says. No value if it must not be sent anymore.
create function private.get_email_data(email private.email_queue) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when email.notification_id is null then email.data
    else private.describe_notification(email.notification_id) end;
end $$;
