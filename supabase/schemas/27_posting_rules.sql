-- What a member may post: nothing while suspended, within the limits of a day, and some of it only after a
-- moderator has approved it. All rules apply to statements of the API alone; functions of the schema, the
-- service role and imports pass them.

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The table is small and mostly empty: the function runs for its rows alone.
  if exists (select from private.suspensions where user_id = auth.uid()) then
    perform private.require_no_suspension();
  end if;
  return null;
end $$;

-- Limits of a UTC day. The first argument is the kind in private.daily_usage and in the message, the second the setting.
create function private.limit_daily_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use(tg_argv[0], coalesce(
    (select value from private.site_settings where key = tg_argv[1]), private.get_default_settings() -> tg_argv[1])::integer);
  return new;
end $$;

-- Adds to a table that members write what applies to all of them: the second factor, the limit of rows, and that a
-- suspended member adds and changes nothing. Such a member can still delete, which includes withdrawing votes and
-- follows. Rows with a limit of a day name their kind. Only statements of the API run as `authenticated`: functions of
-- the schema and cascades run as its owner.
create procedure private.guard_member_table(target regclass, kind text default null, is_for_suspended boolean default false)
language plpgsql set search_path = '' as $$
begin
  call private.require_factor_to_write(target);
  -- PostgreSQL fires triggers in the order of their names. This one has the first name among the triggers before a
  -- row, so that the others do no work for rows above the limit.
  execute format($trigger$create trigger check_row_limit before insert or update or delete on %s
    for each row when (current_user = 'authenticated') execute function private.check_row_limit()$trigger$, target);
  if not is_for_suspended then
    execute format($trigger$create trigger check_suspension before insert or update on %s
      for each statement when (current_user = 'authenticated') execute function private.refuse_suspended()$trigger$, target);
  end if;
  if kind is not null then
    execute format($trigger$create trigger limit_daily before insert on %s for each row when (current_user = 'authenticated')
      execute function private.limit_daily_posts(%L, %L)$trigger$, target, kind, 'daily_limit_' || kind);
  end if;
end $$;
-- Signing in writes it.
call private.guard_member_table('public.audit_logs', is_for_suspended => true);
call private.guard_member_table('public.companies');
call private.guard_member_table('public.company_follows', 'follows');
call private.guard_member_table('public.company_members');
call private.guard_member_table('public.launch_upvotes', 'votes');
call private.guard_member_table('public.review_helpful_votes', 'votes');
call private.guard_member_table('public.reviews', 'reviews');
call private.guard_member_table('public.tools', 'tools');
call private.guard_member_table('public.user_follows', 'follows');
call private.guard_member_table('private.launches', 'launches');

-- A suspended admin of a company can leave it, and cannot remove other members.
create trigger check_suspension_of_removal after delete on public.company_members for each row
  when (current_user = 'authenticated' and old.user_id is distinct from auth.uid())
  execute function private.refuse_suspended();

-- For the policies of the storage.
create function private.check_suspension() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_no_suspension();
  return true;
end $$;
grant execute on function private.check_suspension to anon, authenticated, service_role;
create policy check_suspension_insert on storage.objects as restrictive for insert to authenticated
  with check ((select private.check_suspension()));
create policy check_suspension_update on storage.objects as restrictive for update to authenticated
  using ((select private.check_suspension()));

-- Text as the word filter and the link rule compare it: without case, and without the invisible characters, widths
-- and white space that would hide a word from them.
create function private.fold_for_filter(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(normalize(private.strip_invisible(value), NFKC)),
    '\s+', ' ', 'g'))
$$;

-- Whether a text contains a word of the filter with an action. Matches anywhere, without case.
create function private.matches_word_filter(written text, wanted_action text, filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_array_elements(filter) entry
    where entry ->> 'action' = wanted_action and strpos(private.fold_for_filter(written), private.fold_for_filter(entry ->> 'text')) > 0)
$$;

-- The text of a row in the columns that the trigger names. The separator is no white space, so that no word of the
-- filter matches across two columns.
create function private.join_texts(row_data jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(case when jsonb_typeof(row_data -> name) = 'array'
      then (select string_agg(entry, E'\x1f') from jsonb_array_elements_text(row_data -> name) as entry)
      else row_data ->> name end, E'\x1f')
  from unnest(columns) as name
$$;

-- A trigger of profiles, companies, reviews, tools and launches; its arguments are the columns with text.
create function private.refuse_filtered_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  filter constant jsonb := (select value from private.site_settings where key = 'word_filter');
begin
  perform private.refuse_if(filter is not null and private.matches_word_filter(private.join_texts(to_jsonb(new), tg_argv), 'reject', filter),
    'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  return new;
end $$;
create trigger check_text before insert or update on public.reviews for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('title', 'content', 'pros', 'cons', 'used_version');
create trigger check_text before insert or update on public.tools for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('name', 'description', 'category', 'aliases');
create trigger check_text before insert or update on private.launches for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('tagline', 'description');
create trigger check_text before insert or update on public.companies for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('name', 'description');

-- PostgreSQL fires triggers in the order of their names: this one after check_second_factor and before
-- update_profile. A suspended member can change only the privacy setting.
create function private.check_profile_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'authenticated' or old.user_id is distinct from auth.uid() then
    return new;
  end if;
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_url, old.job_title, old.company_name, old.account_type)
    is distinct from
    (new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title, new.company_name, new.account_type)
  then
    perform private.require_no_suspension();
    perform private.refuse_if(private.matches_word_filter(concat_ws(E'\x1f', new.username, new.first_name, new.last_name, new.bio, new.job_title,
      new.company_name), 'reject', private.get_setting('word_filter')),
      'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  end if;
  return new;
end $$;
create trigger check_text instead of update on public.profiles
  for each row execute function private.check_profile_update();

-- A member whose review is removed or held cannot write another one of that tool.
create function private.refuse_review_after_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action, t.name into earlier
    from private.removed_content removed
    join public.moderation_decisions d on d.number = removed.decision
    join public.tools t on t.id = new.tool_id
    where removed.owner_id = new.user_id and removed.table_name = 'public.reviews'
      and removed.row_data ->> 'tool_id' = new.tool_id::text
      -- An older review that a merge removed is no decision against the author.
      and not exists (select from private.merged_rows m where m.removed_by = d.number)
    limit 1;
  if found then
    raise exception '%', case when earlier.action = 'hold' then format('Your review of %s is waiting for approval.', earlier.name)
        else format('We removed your review of %s (decision %s). You can appeal and add a corrected text.', earlier.name, earlier.number)
      end using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_review_after_removal before insert on public.reviews for each row
  when (current_user = 'authenticated') execute function private.refuse_review_after_removal();

-- A removed tool cannot be added again under its name or website. PostgreSQL fires triggers in the order of
-- their names: prepare_tool has set both before.
create function private.refuse_removed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action into earlier from public.moderation_decisions d
    where d.number = greatest(private.find_removing_decision_by_name(new.name),
      private.find_removing_decision_by_website(new.website_key));
  if earlier.action = 'merge' then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_website_key';
  elsif found then
    raise exception '%', case when earlier.action = 'hold' then 'This tool is waiting for approval.'
      else format('This tool was removed by a moderator (decision %s).', earlier.number) end
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_removed_tool before insert on public.tools for each row
  when (current_user = 'authenticated') execute function private.refuse_removed_tool();

-- Holds new posts for approval, and changed reviews: they are inserted and removed in one transaction, with a decision of
-- the action `hold`. No rule reads the rating. The first argument is the type of the subject, the others are
-- the columns with text.
--
-- Works by statement, and its name comes after those of the triggers that count: a row must be counted
-- before its removal subtracts it.
create function private.hold_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  settings jsonb;
  is_new_account boolean;
  visible_posts integer;
  post record;
  decision bigint;
begin
  select private.get_default_settings() || coalesce(jsonb_object_agg(key, value), '{}') into settings from private.site_settings;
  -- The defaults, with which nothing but a decision about the tool holds a review.
  if settings -> 'premoderate_first_posts' = '0' and settings -> 'premoderate_links' = 'false'
    and not settings -> 'word_filter' @> '[{"action": "hold"}]'
    and (tg_argv[0] <> 'review' or tg_op <> 'INSERT' or not exists (
      select from public.moderation_decisions where action = 'premoderate_reviews' and expires_at > now()))
  then
    return null;
  end if;
  if private.is_staff('moderator') or exists (select from private.premoderation_exemptions where user_id = member) then
    return null;
  end if;
  is_new_account := (select created_at from private.profiles where user_id = member)
    > now() - make_interval(hours => (settings -> 'new_account_hours')::integer);
  visible_posts := (select count(*) from public.reviews where user_id = member and id not in (select id from new_rows))
    + (select count(*) from public.tools where submitted_by = member and id not in (select id from new_rows))
    + (select count(*) from private.launches where user_id = member and not is_draft and id not in (select id from new_rows));
  -- A draft is a new post when it is published.
  for post in execute format($query$
      select to_jsonb(n) as data, private.join_texts(to_jsonb(n), $1) as written, %s as is_new
      from new_rows n where not to_jsonb(n) @> '{"is_draft": true}'$query$,
    case when tg_op = 'INSERT' then 'true'
      else $published$exists (select from old_rows o where o.id = n.id and to_jsonb(o) @> '{"is_draft": true}')$published$ end)
    using tg_argv[1:]
  loop
    if (post.is_new and visible_posts < (settings -> 'premoderate_first_posts')::integer)
      or (post.is_new and tg_argv[0] = 'review' and private.is_premoderated((post.data ->> 'tool_id')::uuid))
      or (settings -> 'premoderate_links' = 'true' and is_new_account and private.fold_for_filter(post.written) ~ '([a-z]://|\mwww\.)')
      or private.matches_word_filter(post.written, 'hold', settings -> 'word_filter')
    then
      decision := private.record_decision(tg_argv[0], (post.data ->> 'id')::uuid, 'hold', 'premoderation', null, null, null, 'rule', null);
      perform private.remove_content(decision, tg_argv[0], (post.data ->> 'id')::uuid, moved_as => 'hold');
    elsif post.is_new then
      visible_posts := visible_posts + 1;
    end if;
  end loop;
  return null;
end $$;
create trigger hold_new_posts after insert on public.reviews referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');
create trigger hold_changed_posts after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');
create trigger hold_new_posts after insert on public.tools referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('tool', 'name', 'description', 'aliases');
create trigger hold_new_posts after insert on private.launches referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('launch', 'tagline', 'description');
create trigger hold_changed_posts after update on private.launches
  referencing old table as old_rows new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('launch', 'tagline', 'description');
