-- Lists of tools that members keep, order and share (spec 7 §3).

create table public.lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  name text not null constraint list_name_length check (length(name) between 1 and 80),
  description text not null default '' constraint list_description_length check (length(description) <= 500),
  -- Everybody who has its address sees an unlisted list; no other page or read of the API names it.
  visibility text not null default 'private' constraint list_visibility check (visibility in ('private', 'unlisted', 'public')),
  tool_count integer not null default 0,
  -- How many other members copied it, and how many of them were trusted then: these order public lists.
  copies integer not null default 0,
  trusted_copies integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lists_user_id_idx on public.lists (user_id, created_at);
create index lists_public_idx on public.lists (trusted_copies desc, id desc) where visibility = 'public';

create table public.list_items (
  list_id uuid not null references public.lists (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  note text not null default '' constraint list_note_length check (length(note) <= 280),
  -- From 0; a new tool is the last.
  position integer,
  primary key (list_id, tool_id)
);
create index list_items_tool_id_idx on public.list_items (tool_id);

call private.secure_table('public.lists');
create policy reader_select on public.lists for select using (visibility = 'public' or user_id = (select auth.uid()));
create policy owner_insert on public.lists for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_update on public.lists for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_delete on public.lists for delete to authenticated using (user_id = (select auth.uid()));
grant select on public.lists to anon, authenticated;
grant insert (user_id, name, description, visibility), update (name, description, visibility), delete
  on public.lists to authenticated;
grant select, insert, update, delete on public.lists to service_role;

-- Whether the choice of a member counts for others: that of staff, of members whose posts need no approval, and of accounts
-- that are not new and have a review, a tool or a launch that was public for a day.
create function private.is_trusted(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_suspended(member) and (
    exists (select from private.staff where user_id = member)
    or exists (select from private.premoderation_exemptions where user_id = member)
    or not private.was_new_account(member, now()) and (
      exists (select from public.reviews where user_id = member and created_at < now() - interval '1 day')
      or exists (select from public.tools where submitted_by = member and created_at < now() - interval '1 day')
      or exists (select from private.launches where user_id = member and not is_draft and created_at < now() - interval '1 day')))
$$;

-- Whether the caller owns a list.
create function private.owns_list(list uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.lists l where l.id = list and l.user_id = auth.uid())
$$;
grant execute on function private.owns_list to anon, authenticated, service_role;

call private.secure_table('public.list_items');
create policy reader_select on public.list_items for select
  using (exists (select from public.lists l where l.id = list_id));
create policy owner_insert on public.list_items for insert to authenticated with check (private.owns_list(list_id));
create policy owner_update on public.list_items for update to authenticated
  using (private.owns_list(list_id)) with check (private.owns_list(list_id));
create policy owner_delete on public.list_items for delete to authenticated using (private.owns_list(list_id));
grant select on public.list_items to anon, authenticated;
grant insert (list_id, tool_id, note), update (note), delete on public.list_items to authenticated;
grant select, insert, update, delete on public.list_items to service_role;

call private.guard_member_table('public.lists', 'lists');
call private.guard_member_table('public.list_items');
call private.announce_truncate('public.lists');
call private.announce_truncate('public.list_items');
call private.guard_posts('public.lists', 'list', '{name}', '{description}', preparation => 'prepare_list', others => '{visibility}');
call private.guard_posts('public.list_items', 'list', '{}', '{note}', subject => 'list_id', preparation => 'prepare_list_item');

-- Of a member.
create function private.get_lists_max() returns integer
language sql immutable set search_path = '' as $$ select 50 $$;

create function private.prepare_list(new public.lists, old public.lists) returns public.lists
language plpgsql set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := coalesce(private.strip_markup(new.description), '');
  if old.id is not null then
    new.updated_at := now();
  else
    -- One at a time, so that two requests do not both make the last list.
    perform from private.profiles where user_id = new.user_id for no key update;
    perform private.refuse_if((select count(*) from public.lists where user_id = new.user_id) >= private.get_lists_max()
        and private.get_content_move() <> 'restore',
      'check_violation', format('You can have at most %s lists.', private.get_lists_max()));
  end if;
  return new;
end $$;

create function private.prepare_list_item(new public.list_items, old public.list_items) returns public.list_items
language plpgsql set search_path = '' as $$
declare
  list public.lists;
begin
  new.note := coalesce(private.strip_markup(new.note), '');
  if old.list_id is null then
    -- Locks the list: the last tool is counted once.
    select * into list from public.lists l where l.id = new.list_id for no key update;
    if list.tool_count >= 200 and private.get_content_move() <> 'restore'
      -- Saving it again changes nothing.
      and not exists (select from public.list_items i where i.list_id = new.list_id and i.tool_id = new.tool_id)
    then
      raise exception 'A list can have at most 200 tools.' using errcode = 'check_violation';
    end if;
    new.position := coalesce(new.position, (select max(i.position) + 1 from public.list_items i where i.list_id = new.list_id), 0);
  end if;
  return new;
end $$;

create function private.count_list_item() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.lists set tool_count = tool_count + case when tg_op = 'INSERT' then 1 else -1 end,
      updated_at = case private.get_content_move() when '' then now() else updated_at end
    where id = case when tg_op = 'INSERT' then new.list_id else old.list_id end;
  return null;
end $$;
create trigger count_list_item after insert or delete on public.list_items
  for each row execute function private.count_list_item();

-- The pages of tools show the public lists that have them.
create function private.announce_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', 'lists'), pg_notify('page_tags', 'list:' || coalesce(new.id, old.id));
  if tg_op <> 'INSERT' and (old.name, old.visibility, old.copies, old.trusted_copies) is distinct from (new.name, new.visibility, new.copies, new.trusted_copies)
    and 'public' in (old.visibility, coalesce(new.visibility, ''))
  then
    perform pg_notify('page_tags', 'tool-lists:' || i.tool_id) from public.list_items i where i.list_id = old.id;
  end if;
  return null;
end $$;
create trigger announce_tags after insert or update or delete on public.lists
  for each row execute function private.announce_list();
create trigger announce_tags after insert or update or delete on public.list_items
  for each row execute function private.announce_tags('list:list_id', 'tool-lists:tool_id');

-- A list by its address: also an unlisted one.
create function public.shown_list(list uuid) returns setof public.lists
language sql stable security definer rows 1 set search_path = '' as $$
  select l.* from public.lists l where l.id = list and (l.visibility <> 'private' or l.user_id = auth.uid())
$$;
create function public.shown_list_items(list uuid) returns setof public.list_items
language sql stable security definer set search_path = '' as $$
  select i.* from public.list_items i join public.shown_list(shown_list_items.list) l on l.id = i.list_id order by i.position, i.tool_id
$$;
grant execute on function public.shown_list, public.shown_list_items to anon, authenticated, service_role;

-- The public lists that the page of a tool shows, at most five: those of trusted members, and those that a trusted member
-- copied. It looks at 500 lists, because one tool may be in very many.
create function public.lists_with_tool(tool uuid) returns setof public.lists
language sql stable security definer rows 5 set search_path = '' as $$
  select likely.* from (
    select l.* from public.list_items i join public.lists l on l.id = i.list_id
    where i.tool_id = lists_with_tool.tool and l.visibility = 'public'
    order by l.trusted_copies desc, l.id desc limit 500
  ) likely
  where likely.trusted_copies > 0 or private.is_trusted(likely.user_id)
  order by likely.trusted_copies desc, likely.id desc limit 5
$$;
grant execute on function public.lists_with_tool to anon, authenticated, service_role;

-- Orders the tools of an own list as in the argument; the others follow in their order.
create function public.order_list(list uuid, tools uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  perform from public.lists l where l.id = order_list.list and l.user_id = auth.uid() for no key update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this list.');
  update public.list_items i set position = ordered.place
    from (
      select item.tool_id, row_number() over (order by array_position(order_list.tools, item.tool_id), item.position, item.tool_id) - 1 as place
      from public.list_items item where item.list_id = order_list.list
    ) ordered
    where i.list_id = order_list.list and i.tool_id = ordered.tool_id and i.position is distinct from ordered.place;
end $$;
grant execute on function public.order_list to authenticated;

-- Who copied a list: each member counts once.
create table private.list_copies (
  list_id uuid not null references public.lists (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  primary key (list_id, user_id)
);
create index list_copies_user_id_idx on private.list_copies (user_id);
call private.secure_internal_table('private.list_copies');

-- Copies a list with its notes to a private one of the caller, and returns its id.
create function public.copy_list(list uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.lists;
  copied uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select * into source from public.shown_list(copy_list.list);
  perform private.refuse_if(not found, 'PT404', 'We could not find this list.');
  perform private.count_daily_use('lists', private.get_setting('daily_limit_lists')::integer);
  insert into public.lists (user_id, name, description) values (auth.uid(), source.name, source.description) returning id into copied;
  insert into public.list_items (list_id, tool_id, note, position)
    select copied, i.tool_id, i.note, i.position from public.list_items i where i.list_id = source.id order by i.position;
  if source.user_id <> auth.uid() then
    insert into private.list_copies (list_id, user_id) values (source.id, auth.uid()) on conflict do nothing;
    if found then
      update public.lists set copies = copies + 1, trusted_copies = trusted_copies + private.is_trusted(auth.uid())::integer
        where id = source.id;
    end if;
  end if;
  return copied;
end $$;
grant execute on function public.copy_list to authenticated;

-- Joins the tools that a browser kept before the sign-in to the caller's private list "Saved tools", each once, and
-- returns those that the browser need not keep: what the list has now, and tools that do not exist any more. A slug may be
-- a former one, of a tool that was renamed or merged since. With as many lists as a member may have, or a full one, the others stay in the browser.
create function public.join_saved_tools(slugs text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  joined uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  perform from private.profiles where user_id = auth.uid() for no key update;
  select l.id into joined from public.lists l
    where l.user_id = auth.uid() and l.name = 'Saved tools' and l.visibility = 'private' order by l.created_at limit 1;
  if joined is null then
    if (select count(*) from public.lists l where l.user_id = auth.uid()) >= private.get_lists_max() then
      return '{}';
    end if;
    insert into public.lists (user_id, name) values (auth.uid(), 'Saved tools') returning id into joined;
  end if;
  insert into public.list_items (list_id, tool_id)
    select joined, t.id from unnest(slugs[:200]) with ordinality as saved (slug, place)
      left join public.tool_redirects former on former.slug = saved.slug
      join public.tools t on t.slug = saved.slug or t.id = former.tool_id
    where not exists (select from public.list_items i where i.list_id = joined and i.tool_id = t.id)
    group by t.id order by min(saved.place)
    limit greatest(0, 200 - (select l.tool_count from public.lists l where l.id = joined));
  return array(
    select saved.slug from unnest(slugs) with ordinality as saved (slug, place)
      left join public.tool_redirects former on former.slug = saved.slug
      left join public.tools t on t.slug = saved.slug or t.id = former.tool_id
    where t.id is null or exists (select from public.list_items i where i.list_id = joined and i.tool_id = t.id)
    order by saved.place);
end $$;
grant execute on function public.join_saved_tools to authenticated;
