-- What happens when a launch is written, in this order (50_tool_writes.sql says how).

create function private.before_row_of_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
begin
  if is_member then perform private.check_row_limit(tg_op); end if;
  if tg_op = 'DELETE' then
    if is_member then perform private.refuse_launch_change(old, null); end if;
    return old;
  end if;
  if is_member and tg_op = 'INSERT' then perform private.limit_daily_posts('launches'); end if;
  new := private.prepare_launch(new, old);
  if is_member then
    if tg_op = 'UPDATE' then perform private.refuse_launch_change(old, new); end if;
    perform private.refuse_filtered_text('{tagline,product_name,description,featured_image,product_url}', to_jsonb(old), to_jsonb(new));
  end if;
  return new;
end $$;

create function private.after_insert_of_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
  added constant private.launches[] := array(select n::private.launches from new_rows n);
begin
  perform private.announce('launches');
  perform private.notify_of_launch(n), private.record_change('launch', n.id, null, n) from unnest(added) n;
  perform private.count_launches('{}', added);
  if is_member then
    perform private.hold_posts('launch', 'id', '{tagline,product_name,description}', '{featured_image,product_url}',
      null, array(select to_jsonb(n) from new_rows n));
  end if;
  return null;
end $$;

create function private.after_update_of_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
  before constant private.launches[] := array(select o::private.launches from old_rows o order by id);
  after constant private.launches[] := array(select n::private.launches from new_rows n order by id);
  old private.launches;
  new private.launches;
begin
  for place in 1 .. cardinality(after) loop
    old := before[place];
    new := after[place];
    perform private.announce_changed_launch(old, new);
    if old.launch_date <> new.launch_date then perform private.move_launch_notifications(new); end if;
    -- A draft that is published, and a launch that had no tool when it was.
    if old.is_draft or old.tool_id is null and new.tool_id is not null then perform private.notify_of_launch(new); end if;
    if old.upvotes_count <> new.upvotes_count then perform private.send_upvotes(new); end if;
    if (private.to_ledger_text(old), old.is_draft) is distinct from (private.to_ledger_text(new), new.is_draft) then
      perform private.record_change('launch', new.id, old, new);
    end if;
  end loop;
  if exists (select launch_date, is_draft from old_rows except all select launch_date, is_draft from new_rows) then
    perform private.count_launches(before, after);
  end if;
  if is_member then
    perform private.hold_posts('launch', 'id', '{tagline,product_name,description}', '{featured_image,product_url}',
      array(select to_jsonb(o) from unnest(before) o), array(select to_jsonb(n) from unnest(after) n));
  end if;
  return null;
end $$;

create function private.after_delete_of_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted constant private.launches[] := array(select o::private.launches from old_rows o);
begin
  perform private.announce('launches', 'launch:' || o.id), private.record_change('launch', o.id, o, null) from unnest(deleted) o;
  perform private.count_launches(deleted, '{}');
  perform private.forget_notifications(array(select id from old_rows), '{launch}');
  return null;
end $$;

call private.require_factor_to_write('private.launches');
call private.add_dispatchers('private.launches', 'tool_id, tagline, description, launch_date, featured_image, is_draft,
  product_name, product_url');
create trigger after_update after update on private.launches referencing old table as old_rows new table as new_rows
  for each statement when (private.note_writer(current_user)) execute function private.after_update_of_launches();
