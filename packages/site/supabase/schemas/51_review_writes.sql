-- What happens when a review is written, in this order (50_tool_writes.sql says how).

create function private.before_row_of_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
begin
  if is_member then perform private.check_row_limit(tg_op); end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'INSERT' or is_member or (old.tool_id, old.relationship) is distinct from (new.tool_id, new.relationship) then
    new := private.label_review(new, old);
  end if;
  if is_member and tg_op = 'INSERT' then perform private.limit_daily_posts('reviews'); end if;
  -- A merge of two tools moves a review as it is.
  if tg_op = 'INSERT' or old.tool_id = new.tool_id then new := private.prepare_review(new, old); end if;
  if tg_op = 'INSERT' and new.campaign_id is not null then perform private.refuse_ended_campaign(new); end if;
  if is_member then
    if tg_op = 'INSERT' then perform private.refuse_review_after_removal(new); end if;
    perform private.refuse_filtered_text('{title,pros,cons,used_version,content}', to_jsonb(old), to_jsonb(new));
  end if;
  return case tg_op when 'INSERT' then private.set_first_published(new) else private.revise_review(new, old) end;
end $$;

create function private.after_insert_of_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
  added constant public.reviews[] := array(select n::public.reviews from new_rows n);
begin
  perform private.announce('reviews', 'reviews:' || n.tool_id, 'user:' || n.user_id),
    private.record_change('review', n.id, null, n) from unnest(added) n;
  perform private.count_reviews(added, 1);
  -- After count_reviews, so that every statement locks tools before days.
  perform private.count_reviews_per_period('{}', added);
  if is_member then
    perform private.hold_posts('review', 'id', '{title,pros,cons,used_version,content}', '{}', null, array(select to_jsonb(n) from new_rows n));
  end if;
  -- The pros of reviews are words of their tools.
  perform private.index_tools(array(select distinct tool_id from new_rows where pros <> '{}'));
  perform private.notify_of_new_reviews(added);
  return null;
end $$;

create function private.after_update_of_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
  before constant public.reviews[] := array(select o::public.reviews from old_rows o order by id);
  after constant public.reviews[] := array(select n::public.reviews from new_rows n order by id);
  old public.reviews;
  new public.reviews;
begin
  for place in 1 .. cardinality(after) loop
    old := before[place];
    new := after[place];
    perform private.announce('reviews', 'reviews:' || old.tool_id, 'reviews:' || new.tool_id, 'user:' || old.user_id, 'user:' || new.user_id);
    -- A vote changes a count alone.
    continue when to_jsonb(old) - 'helpful_count' = to_jsonb(new) - 'helpful_count';
    if (old.rating, old.relationship, old.incentive) is distinct from (new.rating, new.relationship, new.incentive) then
      perform private.count_changed_rating(old, new);
    end if;
    if (old.tool_id, old.pros) is distinct from (new.tool_id, new.pros) then
      perform private.index_tools(array[old.tool_id, new.tool_id]);
    end if;
    if old.tool_id <> new.tool_id then perform private.move_reply(new); end if;
    -- If the change is held below, its removal deletes the notifications.
    if old.revision <> new.revision then perform private.notify_of_changed_review(new.id); end if;
    if private.to_ledger_text(old) <> private.to_ledger_text(new) then
      perform private.record_change('review', new.id, old, new);
    end if;
  end loop;
  if exists (select from old_rows o join new_rows n using (id) where n.tool_id <> o.tool_id) then
    perform private.count_moved_reviews(before, after);
  end if;
  if exists (select tool_id, created_at, rating, user_id is null from old_rows
    except all select tool_id, created_at, rating, user_id is null from new_rows)
  then
    perform private.count_reviews_per_period(before, after);
  end if;
  if is_member then
    perform private.hold_posts('review', 'id', '{title,pros,cons,used_version,content}', '{}',
      array(select to_jsonb(o) from unnest(before) o), array(select to_jsonb(n) from unnest(after) n));
  end if;
  return null;
end $$;

create function private.after_delete_of_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted constant public.reviews[] := array(select o::public.reviews from old_rows o);
begin
  perform private.announce('reviews', 'reviews:' || o.tool_id, 'user:' || o.user_id), private.record_change('review', o.id, o, null),
    private.record_deleted_review(o), private.remember_deleted_review(o) from unnest(deleted) o;
  perform private.count_reviews(deleted, -1);
  perform private.count_reviews_per_period(deleted, '{}');
  perform private.forget_notifications(array(select id from old_rows), '{review,reply,helpful_votes}');
  perform private.index_tools(array(select distinct tool_id from old_rows where pros <> '{}'));
  return null;
end $$;

call private.require_factor_to_write('public.reviews');
call private.add_dispatchers('public.reviews', 'tool_id, rating, title, content, pros, cons, used_version, used_plan,
  used_from, used_until, relationship, incentive, used_for');
create trigger after_update after update on public.reviews referencing old table as old_rows new table as new_rows
  for each statement when (private.note_writer(current_user)) execute function private.after_update_of_reviews();
