-- The emails of notifications, the links that stop them, the weekly digest, and reminders of launches (spec 7 §5).

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

-- The name of a person; null of a deleted account. The callers leave private profiles out.
create function private.get_shown_name(person private.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.username)
$$;

-- The key of the links that stop emails. Whoever reads it can stop emails, and nothing else.
create table private.unsubscribe_keys (
  key text primary key default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex')
);
call private.secure_table('private.unsubscribe_keys');
grant select on private.unsubscribe_keys to service_role;
insert into private.unsubscribe_keys default values;

-- The secret in the address that stops the emails of a kind to a member: both of them, and a code that only the site can
-- make. It stays valid, because mails are kept.
create function private.create_unsubscribe_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select subject.text || '-' || left(encode(sha256(convert_to(k.key || encode(sha256(convert_to(k.key || subject.text, 'utf8')), 'hex'), 'utf8')), 'hex'), 32)
  from private.unsubscribe_keys k, (select kind || '-' || replace(person::text, '-', '') as text) subject
$$;

-- The company in whose name a launch is: the maker of the tool, if its author acts for it. Else null.
create function private.find_launching_company(launch private.launches) returns text
language sql stable security definer set search_path = '' as $$
  select c.name from public.tool_makers k
    join public.companies c on c.id = k.company_id
    join public.company_members m on m.company_id = c.id and m.is_confirmed and m.user_id = launch.user_id
    where k.tool_id = launch.tool_id
$$;

-- The tool of an email about a review, with what its mark draws.
create function private.describe_rated_tool(t public.tools) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('tool', t.name, 'slug', t.slug, 'rated', jsonb_build_object('rating_average', t.rating_average,
    'review_count', t.review_count, 'counted_reviews', t.counted_reviews, 'adjusted_rating', t.adjusted_rating, 'rating_high', t.rating_high))
$$;

-- What an email about a notification says, read when it is sent. No value if its member has chosen otherwise since, or if
-- its subject is not public anymore, or is a followed tool's or a follower's and the follow has ended.
create function private.describe_notification(notification uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case n.kind
    when 'reply' then (
      select private.describe_rated_tool(t) || jsonb_build_object('review', r.id, 'title', r.title, 'company', c.name, 'content', reply.content)
      from public.review_replies reply
      join public.reviews r on r.id = reply.review_id
      join public.tools t on t.id = r.tool_id
      join public.companies c on c.id = reply.company_id
      where reply.review_id = n.subject_id)
    when 'review' then (
      select private.describe_rated_tool(t) || jsonb_build_object('review', r.id, 'title', r.title, 'rating', r.rating, 'content', r.content,
        'author', private.get_shown_name(author), 'is_new', n.data -> 'is_new', 'is_maker', n.data -> 'is_maker')
      from public.reviews r
      join public.tools t on t.id = r.tool_id
      left join private.profiles author on author.user_id = r.user_id
      where r.id = n.subject_id and author.profile_visibility is distinct from 'private'
        and (n.data @> '{"is_maker": true}' or exists (select from public.tool_follows f where f.user_id = n.user_id and f.tool_id = t.id)))
    when 'helpful_votes' then (
      select private.describe_rated_tool(t) || jsonb_build_object('review', r.id, 'title', r.title, 'count', n.data -> 'count')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.id = n.subject_id)
    when 'follower' then (
      select jsonb_build_object('name', private.get_shown_name(follower), 'username', follower.username)
      from private.profiles follower
      join public.user_follows f on f.follower_id = follower.user_id and f.following_id = n.user_id
      where follower.user_id = n.subject_id and follower.profile_visibility <> 'private')
    when 'launch' then (
      select jsonb_build_object('launch', l.id, 'tool', t.name, 'tagline', l.tagline, 'launch_date', l.launch_date,
        'author', private.get_shown_name(maker), 'company', private.find_launching_company(l),
        'is_reminder', coalesce(n.data -> 'is_reminder', 'false'))
      from private.launches l
      left join public.tools t on t.id = l.tool_id
      left join private.profiles maker on maker.user_id = l.user_id
      where l.id = n.subject_id and not l.is_draft and maker.profile_visibility is distinct from 'private'
        and (n.data @> '{"is_reminder": true}' or exists (select from public.tool_follows f where f.user_id = n.user_id and f.tool_id = t.id)))
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
  perform private.refuse_if(person is null or private.create_unsubscribe_token(person, kind) <> token,
    'PT404', 'This link is not complete, or the account does not exist anymore.');
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

-- What the links of emails stopped, so that they can undo it: the choice before, null for the default.
create table private.stopped_mails (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null,
  -- The kind of the link.
  link text not null,
  email text,
  primary key (user_id, kind)
);
call private.secure_internal_table('private.stopped_mails');

create function private.forget_stopped_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.stopped_mails s where (s.user_id, s.kind) in ((new.user_id, new.kind), (old.user_id, old.kind));
  return null;
end $$;
create trigger forget_stopped_mail after insert or update or delete on public.notification_preferences
  for each row when (current_user = 'authenticated') execute function private.forget_stopped_mail();

-- Stops the emails of the token's kind. Returns {kind, previous}, of which `previous` undoes it.
create function public.unsubscribe(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
  previous jsonb;
begin
  select * into mail from private.read_unsubscribe_token(unsubscribe.token);
  previous := private.list_stoppable(mail.person, mail.kind);
  insert into private.stopped_mails (user_id, kind, link, email)
    select mail.person, stopped.key, mail.kind, stopped.value #>> '{}' from jsonb_each(previous) as stopped where stopped.value <> '"never"'
    on conflict (user_id, kind) do update set link = excluded.link, email = excluded.email;
  insert into public.notification_preferences (user_id, kind, email)
    select mail.person, stopped, 'never' from jsonb_object_keys(previous) as stopped
    on conflict (user_id, kind) do update set email = excluded.email;
  return jsonb_build_object('kind', mail.kind, 'previous', previous);
end $$;

-- Undoes public.unsubscribe: chooses again what was chosen before, of the kinds that a link of this kind stopped, unless the
-- member has chosen since. A mail that was passed on must not choose for its recipient.
--   previous  of the answer of public.unsubscribe; a kind that it does not name stays stopped
create function public.undo_unsubscribe(token text, previous jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
  stopped private.stopped_mails;
begin
  select * into mail from private.read_unsubscribe_token(undo_unsubscribe.token);
  perform private.refuse_if(jsonb_typeof(previous) is distinct from 'object',
    'check_violation', 'Please send the choice of before as an object.');
  perform private.refuse_if(exists (select from jsonb_each_text(previous) where value not in ('immediately', 'weekly', 'never')),
    'check_violation', 'Please send the choice of before as an object.');
  for stopped in
    delete from private.stopped_mails s where s.user_id = mail.person and s.link = mail.kind and undo_unsubscribe.previous ? s.kind returning *
  loop
    if stopped.email is null then
      delete from public.notification_preferences p where p.user_id = mail.person and p.kind = stopped.kind and p.email = 'never';
    else
      update public.notification_preferences p set email = stopped.email
        where p.user_id = mail.person and p.kind = stopped.kind and p.email = 'never';
    end if;
  end loop;
end $$;
grant execute on function public.get_unsubscription, public.unsubscribe, public.undo_unsubscribe to anon, authenticated, service_role;

-- The digest goes out on Mondays at 07:00 UTC. Until when each member's one has told; a row exists since a kind was weekly.
create table private.digests (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  covered_until timestamptz not null
);
create index digests_covered_until_idx on private.digests (covered_until);
call private.secure_internal_table('private.digests');

-- The last time of a digest until then.
create function private.get_last_digest(as_of timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select (date_trunc('week', (as_of at time zone 'utc') - interval '7 hours') + interval '7 hours') at time zone 'utc'
$$;

-- The first digest is the next one, and tells of the week before it.
create function private.schedule_digest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.digests (user_id, covered_until) values (new.user_id, private.get_last_digest(now())) on conflict do nothing;
  return null;
end $$;
create trigger schedule_digest after insert or update on public.notification_preferences
  for each row when (new.email = 'weekly') execute function private.schedule_digest();

-- What a digest tells a member of this time: one line for each tool and kind, in the order of `rank`. It has notifications of
-- weekly kinds that were not mailed, and of followed tools also changed facts and replies, if reviews are weekly. An edit is
-- a change of the tool and names nobody, so those of private people count.
create function private.list_digest_lines(member uuid, since timestamptz, until timestamptz)
returns table (rank integer, happened_at timestamptz, line jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with told as (
    select n.kind, n.subject_id, n.data, n.created_at
    from public.notification_preferences p
    join public.notifications n on n.user_id = p.user_id and n.kind = p.kind and n.created_at > since and n.created_at <= until
    where p.user_id = member and p.email = 'weekly' and private.is_kind_on(n.kind)
      -- One that waits is not sent anymore, because its kind is weekly now.
      and not exists (select from private.email_queue q where q.notification_id = n.id and q.sent_at is not null)
  ), followed as (
    select t.id, t.name, t.slug from public.tool_follows f join public.tools t on t.id = f.tool_id
    where f.user_id = member and exists (select from public.notification_preferences p
      where p.user_id = member and p.kind = 'review' and p.email = 'weekly')
  )
  select 1, changed.happened_at, jsonb_build_object('kind', 'facts', 'tool', f.name, 'slug', f.slug, 'before', present.facts || changed.before,
    'now', present.facts)
  from followed f
  cross join lateral (
    -- Of a field that changed twice, the first value before.
    select max(e.decided_at) as happened_at, jsonb_object_agg(field.key, field.value -> 0 order by e.number desc) as before
    from public.tool_edits e cross join lateral jsonb_each(e.changes) field
    where e.tool_id = f.id and e.status = 'accepted' and e.decided_at > since and e.decided_at <= until
      and e.suggested_by is distinct from member
      and field.key in ('price_from', 'price_currency', 'price_period', 'pricing_model', 'platforms', 'license', 'discontinued_on', 'is_archived')
  ) changed
  cross join lateral (
    select jsonb_build_object('price_from', x.price_from, 'price_currency', x.price_currency, 'price_period', x.price_period,
      'pricing_model', x.pricing_model, 'platforms', x.platforms, 'license', x.license, 'discontinued_on', x.discontinued_on,
      'is_archived', (select v.value from private.list_read_values(f.id) v where v.field = 'is_archived')) as facts
    from (select f.id) tool left join public.tool_facts x on x.tool_id = tool.id
  ) present
  where present.facts || changed.before <> present.facts
  union all
  select 2, n.created_at, private.describe_rated_tool(t) || jsonb_build_object('kind', 'reply', 'review', r.id, 'company', c.name)
  from told n
  join public.review_replies reply on reply.review_id = n.subject_id
  join public.reviews r on r.id = reply.review_id
  join public.tools t on t.id = r.tool_id
  join public.companies c on c.id = reply.company_id
  where n.kind = 'reply'
  union all
  select 3, max(n.created_at), private.describe_rated_tool(t) || jsonb_build_object('kind', 'reviews', 'is_new', n.data -> 'is_new',
    'count', count(distinct r.id), 'title', (array_agg(r.title order by n.created_at desc))[1], 'rating', (array_agg(r.rating order by n.created_at desc))[1])
  from told n
  join public.reviews r on r.id = n.subject_id
  join public.tools t on t.id = r.tool_id
  left join private.profiles author on author.user_id = r.user_id
  where n.kind = 'review' and author.profile_visibility is distinct from 'private'
    and (n.data @> '{"is_maker": true}' or t.id in (select f.tool_id from public.tool_follows f where f.user_id = member))
  group by t.id, n.data -> 'is_new'
  union all
  select 4, max(reply.created_at), jsonb_build_object('kind', 'replies', 'tool', f.name, 'slug', f.slug, 'count', count(*))
  from followed f
  join public.review_replies reply on reply.tool_id = f.id and reply.created_at > since and reply.created_at <= until
  join public.reviews r on r.id = reply.review_id and r.user_id is distinct from member
  where private.is_area_on('makers') and not exists (select from public.company_members m
    where m.company_id = reply.company_id and m.user_id = member and m.is_confirmed)
  group by f.id, f.name, f.slug
  union all
  select 5, max(n.created_at), jsonb_build_object('kind', 'launch', 'launch', l.id, 'tool', t.name, 'tagline', l.tagline, 'launch_date', l.launch_date,
    'author', private.get_shown_name(maker), 'company', private.find_launching_company(l))
  from told n
  join private.launches l on l.id = n.subject_id and not l.is_draft
  left join public.tools t on t.id = l.tool_id
  left join private.profiles maker on maker.user_id = l.user_id
  where n.kind = 'launch' and maker.profile_visibility is distinct from 'private'
    and (n.data @> '{"is_reminder": true}' or t.id in (select f.tool_id from public.tool_follows f where f.user_id = member))
  group by l.id, t.name, maker.user_id
  union all
  select 6, n.created_at, jsonb_build_object('kind', 'edit', 'tool', t.name, 'slug', t.slug, 'status', n.data -> 'status')
  from told n join public.tools t on t.id = n.subject_id where n.kind = 'edit'
  union all
  select 7, max(n.created_at), private.describe_rated_tool(t) || jsonb_build_object('kind', 'helpful_votes', 'review', r.id,
    'count', max((n.data ->> 'count')::integer))
  from told n join public.reviews r on r.id = n.subject_id join public.tools t on t.id = r.tool_id
  where n.kind = 'helpful_votes' group by r.id, t.id
  union all
  select 8, max(n.created_at), jsonb_build_object('kind', 'followers', 'count', count(*),
    'name', (array_agg(private.get_shown_name(follower) order by n.created_at desc))[1],
    'username', (array_agg(follower.username order by n.created_at desc))[1])
  from told n join private.profiles follower on follower.user_id = n.subject_id and follower.profile_visibility <> 'private'
  join public.user_follows f on f.follower_id = follower.user_id and f.following_id = member
  where n.kind = 'follower' having count(*) > 0;
end $$;

-- A member's reviews whose writing, last change or confirmation has an anniversary in this time.
create function private.list_reviews_to_confirm(member uuid, since timestamptz, until timestamptz)
returns table (review_id uuid, title text, tool text, dated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, r.title, t.name, dated.at
  from public.reviews r
  join public.tools t on t.id = r.tool_id
  cross join lateral (select greatest(r.created_at, r.edited_at, r.confirmed_on::timestamp at time zone 'utc') as at) dated
  cross join lateral (select extract(year from age(until at time zone 'utc', dated.at at time zone 'utc'))::integer as number) years
  where r.user_id = member and years.number >= 1 and dated.at + make_interval(years => years.number) > since
    and exists (select from public.notification_preferences p where p.user_id = member and p.email = 'weekly')
$$;

-- What a digest says: at most ten lines, how many there are more, and the reviews that it asks about. No value if nothing.
create function private.describe_digest(member uuid, since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lines', lines, 'more', more, 'reviews', reviews, 'more_reviews', more_reviews,
    'unsubscribe', private.create_unsubscribe_token(member, 'digest'))
  from (
    select coalesce(jsonb_agg(d.line order by d.at) filter (where d.at <= 10), '[]') as lines, greatest(count(*) - 10, 0) as more
    from (select l.line, row_number() over (order by l.rank, l.happened_at desc, l.line) as at
      from private.list_digest_lines(member, since, until) l) d
  ) news, (
    select coalesce(jsonb_agg(jsonb_build_object('review', d.review_id, 'title', d.title, 'tool', d.tool) order by d.at) filter (where d.at <= 10), '[]') as reviews,
      greatest(count(*) - 10, 0) as more_reviews
    from (select r.*, row_number() over (order by r.dated_at, r.review_id) as at
      from private.list_reviews_to_confirm(member, since, until) r) d
  ) questions
  where lines <> '[]' or reviews <> '[]'
$$;

-- Queues the digests that are due, of up to 50 members, and returns how many members that were. Run again it queues what is
-- left, and after a pause one digest of the whole time. It skips members whose account is being deleted, as private.notify.
create function public.queue_digests(as_of timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  monday constant timestamptz := private.get_last_digest(coalesce(as_of, now()));
  due_members integer;
begin
  with due as (
    select d.user_id, d.covered_until from private.digests d join private.profiles p on p.user_id = d.user_id
    where d.covered_until < monday order by d.covered_until, d.user_id limit 50 for update of d skip locked for key share of p skip locked
  ), covered as (
    update private.digests d set covered_until = monday from due where d.user_id = due.user_id
  ), queued as (
    insert into private.email_queue (kind, user_id, data)
      select 'digest', due.user_id, jsonb_build_object('since', due.covered_until, 'until', monday)
      from due where exists (select from private.list_digest_lines(due.user_id, due.covered_until, monday))
        or exists (select from private.list_reviews_to_confirm(due.user_id, due.covered_until, monday))
  )
  select count(*) into due_members from due;
  if due_members > 0 then
    perform pg_notify('jobs', '');
  end if;
  return due_members;
end $$;
grant execute on function public.queue_digests to service_role;

-- Tells those who asked for it of launches whose day has begun, and forgets that they asked: up to a thousand. Returns how
-- many had asked.
create function public.remind_of_launches(as_of timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (coalesce(as_of, now()) at time zone 'utc')::date;
  due_reminders integer;
begin
  with due as (
    select r.id, r.user_id, l.id as launch_id, l.user_id as maker_id, l.tool_id, l.launch_date, l.tagline
    from public.launch_reminders r join private.launches l on l.id = r.launch_id join private.profiles p on p.user_id = r.user_id
    where l.launch_date <= today and not l.is_draft order by r.id limit 1000 for update of r skip locked for key share of p skip locked
  ), told as (
    insert into public.notifications (user_id, kind, subject_type, subject_id, data)
      select due.user_id, 'launch', 'launch', due.launch_id, jsonb_build_object('tool', coalesce(t.name, due.tagline), 'slug', t.slug,
        'launch_date', due.launch_date, 'is_reminder', true)
      from due
      left join public.tools t on t.id = due.tool_id
      left join private.profiles maker on maker.user_id = due.maker_id
      where due.maker_id is distinct from due.user_id and maker.profile_visibility is distinct from 'private'
  ), forgotten as (
    delete from public.launch_reminders r using due where r.id = due.id
  )
  select count(*) into due_reminders from due;
  return due_reminders;
end $$;
grant execute on function public.remind_of_launches to service_role;

-- Dates an own review as still true.
create function public.confirm_review(review uuid) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  author uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select r.user_id into author from public.reviews r where r.id = confirm_review.review for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(author is distinct from auth.uid(), 'insufficient_privilege', 'Only the author can do this.');
  update public.reviews r set confirmed_on = today where r.id = confirm_review.review and r.confirmed_on is distinct from today;
  return today;
end $$;
grant execute on function public.confirm_review to authenticated;

-- What a queued email says. No value if it must not be sent anymore.
create function private.get_email_data(email private.email_queue) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not private.is_kind_on(email.kind) then null when email.kind = 'digest' then private.describe_digest(email.user_id, (email.data ->> 'since')::timestamptz,
      (email.data ->> 'until')::timestamptz)
    when email.notification_id is not null then private.describe_notification(email.notification_id)
    else email.data end;
end $$;
