-- What members follow and what they are told: follows of tools, reminders of launches, notifications and the choice of
-- emails about them (spec 7 §4).

-- A member follows a tool. Its primary key is not (user_id, tool_id), for the reason in 08_reviews.sql.
create table public.tool_follows (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint tool_follows_once unique (user_id, tool_id)
);
create index tool_follows_tool_id_idx on public.tool_follows (tool_id);

-- A member wants to be told when the day of a launch begins.
create table public.launch_reminders (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_reminders_once unique (launch_id, user_id)
);
create index launch_reminders_user_id_idx on public.launch_reminders (user_id);

create function private.is_notification_kind(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value in ('decision', 'report', 'appeal', 'claim', 'edit', 'reply', 'review', 'follower', 'helpful_votes', 'launch')
$$;
grant execute on function private.is_notification_kind to anon, authenticated, service_role;

-- Something that a member is told. It has no text and no name of a person, which would outlive them.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null constraint notification_kind check (private.is_notification_kind(kind)),
  subject_type text not null check (private.is_subject_type(subject_type)),
  -- The id of a reply is that of its review. Null for a profile that was decided about.
  subject_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_subject_id_idx on public.notifications (subject_id, kind);
create index notifications_created_at_idx on public.notifications (created_at);

-- The emails that a member chose about a kind. Without a row the default of the kind holds.
create table public.notification_preferences (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null constraint notification_preference_kind check (private.is_notification_kind(kind)),
  email text not null constraint notification_preference_email check (email in ('immediately', 'weekly', 'never')),
  primary key (user_id, kind)
);

call private.secure_table('public.notifications');
create policy owner_select on public.notifications for select to authenticated using (user_id = (select auth.uid()));
grant select on public.notifications to authenticated;
alter publication supabase_realtime add table public.notifications;

call private.guard_member_table('public.tool_follows', 'follows');
call private.guard_member_table('public.launch_reminders', 'follows');
call private.guard_member_table('public.notification_preferences', is_for_suspended => true);
call private.secure_own_table('public.tool_follows');
call private.secure_own_table('public.launch_reminders');
call private.secure_own_table('public.notification_preferences');
grant select, insert (user_id, tool_id), delete on public.tool_follows to authenticated;
grant select, insert (launch_id, user_id), delete on public.launch_reminders to authenticated;
create policy owner_update on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- A past launch needs no reminder, and row security hides drafts of others.
create policy upcoming_insert on public.launch_reminders as restrictive for insert to authenticated
  with check (exists (select from private.launches l where l.id = launch_id and l.launch_date > (now() at time zone 'utc')::date));
-- The keys as well, for an upsert.
grant select, insert (user_id, kind, email), update (user_id, kind, email), delete on public.notification_preferences to authenticated;

-- These mails tell of rights that end, such as that to appeal.
create function private.validate_preference() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.kind in ('decision', 'report', 'appeal', 'claim') and new.email <> 'immediately' then
    raise exception 'E-mails about decisions, reports, appeals and claims are always sent.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger validate_preference before insert or update on public.notification_preferences
  for each row execute function private.validate_preference();

-- Marks the caller's notifications as read: these, or all.
create function public.mark_notifications_read(ids uuid[] default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  update public.notifications n set read_at = now()
    where n.user_id = auth.uid() and n.read_at is null
      and (mark_notifications_read.ids is null or n.id = any (mark_notifications_read.ids));
end $$;
grant execute on function public.mark_notifications_read to authenticated;

-- The functions that notify write all notifications of an event in one statement. They skip members whose account is
-- locked because it is being deleted: waiting for one that waits for the same tool would be a deadlock.

-- Tells members, except for the one who caused it. A notification does not name a profile that was decided about, as the
-- moderation log: the account may be deleted.
create function private.notify(recipients uuid[], kind text, subject_type text, subject_id uuid, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (user_id, kind, subject_type, subject_id, data)
    select p.user_id, notify.kind, notify.subject_type,
      case when notify.subject_type <> 'profile' then notify.subject_id end, notify.data
    from private.profiles p where p.user_id = any (recipients) and p.user_id is distinct from auth.uid()
    for key share of p skip locked
$$;

-- Whether a request of the API adds content, and not the operator, who loads many rows, and not a restoration.
create function private.is_new_event() returns boolean
language sql stable set search_path = '' as $$
  select auth.role() is not null and private.get_content_move() = ''
$$;

-- How often an author caused an event about a subject on the present UTC day; rows of earlier days are deleted.
-- For private.can_notify alone.
create table private.daily_events (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  event text not null,
  subject_id uuid not null,
  day date not null,
  count integer not null,
  primary key (user_id, event, subject_id)
);
call private.secure_internal_table('private.daily_events');

-- Returns true for the first three events of one kind that an author causes about one subject on a UTC day: an author can
-- withdraw and repeat a post, or change it, many times a day.
create function private.can_notify(event text, subject uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  counted integer;
begin
  if not private.is_new_event() then
    return false;
  end if;
  if auth.uid() is null then
    return true;
  end if;
  delete from private.daily_events e where e.user_id = auth.uid() and e.day < (now() at time zone 'utc')::date;
  insert into private.daily_events (user_id, event, subject_id, day, count)
    values (auth.uid(), event, subject, (now() at time zone 'utc')::date, 1)
    on conflict on constraint daily_events_pkey do update set count = private.daily_events.count + 1
    returning count into counted;
  return counted <= 3;
end $$;

-- Whether a restoration publishes for the first time what was held when it was written.
create function private.is_first_publication(subject uuid, written_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_content_move() = 'restore' and coalesce((
    select held.decided_at = written_at and (select count(*) from public.moderation_decisions later
      where later.subject_type = held.subject_type and later.subject_id = subject and later.number > held.number and later.action = 'restore') = 1
    from public.moderation_decisions held
    where held.subject_id = subject and held.action = 'hold' order by held.number desc limit 1), false)
$$;

-- Tells the confirmed members of the maker of new or changed reviews, and the followers of the tool of new ones. One that
-- its author deleted and wrote again is not new to them.
create function private.notify_of_reviews(reviews uuid[], are_new boolean) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (user_id, kind, subject_type, subject_id, data)
    select person.user_id, 'review', 'review', review.id, jsonb_build_object('tool', tool.name, 'slug', tool.slug,
      'is_new', are_new, 'is_maker', recipient.is_maker)
    from public.reviews review
    join public.tools tool on tool.id = review.tool_id
    join private.profiles author on author.user_id = review.user_id and author.profile_visibility <> 'private'
    cross join lateral (
      select single.user_id, bool_or(single.is_maker) as is_maker from (
        select m.user_id, true as is_maker from public.tool_makers k
          join public.company_members m on m.company_id = k.company_id and m.is_confirmed
          where k.tool_id = review.tool_id
        union all
        select f.user_id, false from public.tool_follows f
          where are_new and review.first_published_on is null and f.tool_id = review.tool_id
      ) single group by single.user_id
    ) recipient
    join private.profiles person on person.user_id = recipient.user_id and person.user_id <> author.user_id
    where review.id = any (reviews)
    for key share of person skip locked
$$;
-- After hold_posts, which has removed what it holds.
create function private.notify_of_new_reviews(added public.reviews[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.notify_of_reviews(array_agg(n.id), true) from unnest(added) n
    where private.can_notify('review', n.tool_id) or private.is_first_publication(n.id, n.created_at) having count(*) > 0;
  perform private.notify_of_reviews(array_agg(n.id), false) from unnest(added) n
    where n.updated_at > n.created_at and private.is_first_publication(n.id, n.updated_at) having count(*) > 0;
end $$;

-- If the change is held after this, its removal deletes the notifications.
create function private.notify_of_changed_review(review uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if private.can_notify('changed review', review) then
    perform private.notify_of_reviews(array[review], false);
  end if;
end $$;

create function private.notify_of_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.can_notify('reply', new.review_id) then
    perform private.notify(array[r.user_id], 'reply', 'reply', r.id,
        jsonb_build_object('tool', t.name, 'slug', t.slug, 'company_id', new.company_id))
      from public.reviews r join public.tools t on t.id = r.tool_id where r.id = new.review_id;
  end if;
  return null;
end $$;
create trigger notify_of_reply after insert on public.review_replies
  for each row execute function private.notify_of_reply();

-- Tells of a follower once: unfollowing and following again tells nothing.
create function private.notify_of_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_new_event() then
    insert into public.notifications (user_id, kind, subject_type, subject_id)
      select person.user_id, 'follower', 'profile', follower.user_id
      from new_rows f
      join private.profiles follower on follower.user_id = f.follower_id and follower.profile_visibility <> 'private'
      join private.profiles person on person.user_id = f.following_id
      where not exists (select from public.notifications n
        where n.subject_id = follower.user_id and n.kind = 'follower' and n.user_id = person.user_id)
      for key share of person skip locked;
  end if;
  return null;
end $$;
create trigger notify_of_followers after insert on public.user_follows
  referencing new table as new_rows for each statement execute function private.notify_of_followers();

-- Tells the author when the votes of people who are not private reach a number, once. The trigger that counts has locked
-- the review, so votes at the same time come here one after the other.
create function private.notify_of_helpful_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_new_event() then
    insert into public.notifications (user_id, kind, subject_type, subject_id, data)
      select person.user_id, 'helpful_votes', 'review', review.id,
        jsonb_build_object('tool', tool.name, 'slug', tool.slug, 'count', reached.number)
      from (
        select n.review_id, count(*) as votes from new_rows n
        join private.profiles voter on voter.user_id = n.user_id and voter.profile_visibility <> 'private' group by n.review_id
      ) added
      join public.reviews review on review.id = added.review_id
      join public.tools tool on tool.id = review.tool_id
      join private.profiles person on person.user_id = review.user_id
      cross join lateral (
        select count(*) as votes from (
          select from public.review_helpful_votes v
          join private.profiles voter on voter.user_id = v.user_id and voter.profile_visibility <> 'private'
          where v.review_id = review.id limit 100 + added.votes
        ) few
      ) counted
      cross join lateral (
        select max(number) as number from unnest('{1,5,10,25,50,100}'::integer[]) as number
        where number > counted.votes - added.votes and number <= counted.votes
      ) reached
      where reached.number is not null and not exists (select from public.notifications n
        where n.subject_id = review.id and n.kind = 'helpful_votes' and (n.data ->> 'count')::integer >= reached.number)
      for key share of person skip locked;
  end if;
  return null;
end $$;
create trigger notify_of_helpful_votes after insert on public.review_helpful_votes
  referencing new table as new_rows for each statement execute function private.notify_of_helpful_votes();

-- Tells the followers of a tool of its launch, when it is published.
create function private.notify_of_launch(new private.launches) returns void
language plpgsql set search_path = '' as $$
begin
  if new.is_draft or new.tool_id is null then return; end if;
  if private.can_notify('launch', new.tool_id) or private.is_first_publication(new.id, new.created_at) then
    perform private.notify(array(select f.user_id from public.tool_follows f
        where f.tool_id = new.tool_id and f.user_id is distinct from new.user_id), 'launch', 'launch', new.id,
        jsonb_build_object('tool', t.name, 'slug', t.slug, 'launch_date', new.launch_date))
      from public.tools t, private.profiles p
      where t.id = new.tool_id and p.user_id = new.user_id and p.profile_visibility <> 'private';
  end if;
end $$;

create function private.move_launch_notifications(launch private.launches) returns void
language sql set search_path = '' as $$
  update public.notifications n set data = n.data || jsonb_build_object('launch_date', launch.launch_date)
    where n.subject_id = launch.id and n.kind = 'launch'
$$;

-- What is deleted, removed or held takes the notifications about it along; a restoration does not bring them back.
-- Decisions, reports and appeals stay, which tell of removed content. The settings are those of the functions that count
-- (06_following.sql).
create function private.forget_notifications(subjects uuid[], kinds text[]) returns void
language plpgsql set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from public.notifications n using unnest(subjects) as subject where n.subject_id = subject and n.kind = any (kinds);
end $$;
-- A trigger; its arguments are the column with the id, and the kinds.
create function private.forget_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_notifications(array(select (to_jsonb(o) ->> tg_argv[0])::uuid from old_rows o), tg_argv[1]::text[]);
  return null;
end $$;
create trigger forget_notifications after delete on public.review_replies referencing old table as old_rows
  for each statement execute function private.forget_notifications('review_id', '{reply}');
create trigger forget_notifications after delete on private.profiles referencing old table as old_rows
  for each statement execute function private.forget_notifications('user_id', '{follower}');
