-- Redirects of former addresses, renaming and merging of tools, and the import of tools.

-- Former addresses of tools, and the function that renames a tool.

-- A slug that a tool had before it was renamed, or that a tool had which was merged into this one. Its pages
-- redirect to the tool permanently.
create table public.tool_redirects (
  slug text primary key,
  tool_id uuid not null references public.tools (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index tool_redirects_tool_id_idx on public.tool_redirects (tool_id);
alter table public.tool_redirects enable row level security;
create policy anyone_select on public.tool_redirects for select using (true);
create policy service_all on public.tool_redirects to service_role using (true) with check (true);
grant select on public.tool_redirects to anon, authenticated;

-- `tools`: a page that was missing may redirect now.
create trigger announce_tags after insert or update or delete on public.tool_redirects
  for each row execute function private.announce_tags('tools', 'tool:tool_id');
create trigger announce_truncate after truncate on public.tool_redirects
  for each statement execute function private.announce_all_tags();

-- The redirects of removed tools, whose slugs stay reserved.
create index removed_content_redirect_idx on private.removed_content ((row_data ->> 'slug'))
  where table_name = 'public.tool_redirects';

-- Whether a text can be the slug of a tool. A slug in the form of an id is never found.
create function private.is_slug(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 100
    and value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- The decision that removed the tool with a slug, or with a redirect from it, or null.
create function private.find_slug_remover(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(decision) from (
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tools' and removed.row_data ->> 'slug' = wanted
    union all
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = wanted
  ) found
$$;

-- The decision that removed the tool with a website, or null.
create function private.find_website_remover(key text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(removed.decision) from private.removed_content removed
    where removed.table_name = 'public.tools' and removed.row_data ->> 'website_key' = key
$$;

-- After the statement: an insert waits for a rename that frees its slug, and sees the redirect only then.
create function private.refuse_redirecting_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.tool_redirects where slug = new.slug) then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_slug_key';
  end if;
  return null;
end $$;
create trigger refuse_redirecting_slug after insert or update of slug on public.tools
  for each row execute function private.refuse_redirecting_slug();

-- The activities of profiles name the tool of each review.
create function private.name_tool_in_activities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_activities activity
    set metadata = activity.metadata || jsonb_build_object('tool_name', new.name, 'tool_slug', new.slug)
    from public.reviews review where review.tool_id = new.id and activity.review_id = review.id;
  return null;
end $$;
create trigger name_tool_in_activities after update of name, slug on public.tools
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug))
  execute function private.name_tool_in_activities();

-- Gives a tool another name, another slug or both. The old slug redirects from now on. Null keeps the name or
-- the slug.
create function public.rename_tool(tool uuid, name text, slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.tools;
  new_name constant text := private.strip_markup(rename_tool.name);
  new_slug constant text := btrim(rename_tool.slug);
  wrong text;
begin
  perform private.require_decider();
  select * into before from public.tools t where t.id = rename_tool.tool for update;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  if new_slug <> before.slug then
    if not private.is_slug(new_slug) then
      raise exception 'An address has 1 to 100 lower-case letters and digits, with single hyphens between them.'
        using errcode = 'check_violation';
    end if;
    if exists (select from public.tools t where t.slug = new_slug) then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end if;
    if exists (select from public.tool_redirects r where r.slug = new_slug and r.tool_id <> before.id) then
      raise exception 'This address redirects to another tool.' using errcode = 'PT409';
    end if;
    -- The slug of a tool that was merged into this one redirects here, although a removed tool has it.
    delete from public.tool_redirects r where r.slug = new_slug;
    if not found and private.find_slug_remover(new_slug) is not null then
      raise exception 'This address belongs to a removed tool.' using errcode = 'PT409';
    end if;
    begin
      update public.tools t set slug = new_slug, updated_at = now() where t.id = before.id;
    exception when unique_violation then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end;
    insert into public.tool_redirects (slug, tool_id) values (before.slug, before.id);
  end if;
  if new_name <> before.name then
    wrong := private.check_tool_value('name', to_jsonb(new_name));
    if wrong is not null then
      raise exception '%', wrong using errcode = 'check_violation';
    end if;
    perform private.apply_tool_changes(before.id,
      jsonb_build_object('name', jsonb_build_array(before.name, new_name)));
    perform private.record_tool_edit(before.id, jsonb_build_object('name', jsonb_build_array(before.name, new_name)),
      null, null, auth.uid());
  end if;
end $$;
grant execute on function public.rename_tool to authenticated;

-- Merging two entries of one tool (docs/decisions/0019). The merged tool is removed by the decision `merge`; its
-- reviews, launches and edits move to the other tool before. Restoring the merged tool takes all of it back.

-- A merge that can be taken back: the merged tool, the tool that has its content now, and the slugs that
-- redirected to the merged tool.
create table private.tool_merges (
  decision bigint primary key references public.moderation_decisions (number) on delete cascade,
  source_id uuid not null,
  target_id uuid not null,
  redirects text[] not null default '{}'
);
alter table private.tool_merges enable row level security;
create policy service_all on private.tool_merges to service_role using (true) with check (true);
grant select, insert, update, delete on private.tool_merges to service_role;

-- A row that a merge moved to the other tool, or a review that it removed because its author had reviewed both
-- tools, or both.
create table private.merged_rows (
  decision bigint not null references private.tool_merges (decision) on delete cascade,
  table_name text not null,
  row_id uuid not null,
  has_moved boolean not null,
  -- The decision that removed the older review.
  removed_by bigint,
  -- The number of an accepted edit of the merged tool.
  edit_number integer,
  primary key (decision, table_name, row_id)
);
create index merged_rows_removed_by_idx on private.merged_rows (removed_by) where removed_by is not null;
alter table private.merged_rows enable row level security;
create policy service_all on private.merged_rows to service_role using (true) with check (true);
grant select, insert, update, delete on private.merged_rows to service_role;

-- The reviews of two tools by the same members: for each member the older one, which a merge removes.
create function private.find_duplicate_reviews(source uuid, target uuid)
returns table (older uuid, newer uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when s.created_at < t.created_at then s.id else t.id end,
    case when s.created_at < t.created_at then t.id else s.id end, s.user_id
  from public.reviews s join public.reviews t on t.user_id = s.user_id and t.tool_id = target
  where s.tool_id = source
$$;

-- Moves rows that were removed from one tool, so that they come back to the other one.
create function private.move_removed_rows(from_tool uuid, to_tool uuid, rows uuid[] default null) returns setof private.removed_content
language sql security definer set search_path = '' as $$
  update private.removed_content removed set row_data = removed.row_data || jsonb_build_object('tool_id', to_tool)
    where removed.table_name in ('public.reviews', 'private.launches')
      and removed.row_data ->> 'tool_id' = from_tool::text and (rows is null or removed.row_id = any (rows))
  returning removed.*
$$;

create function private.move_activities(reviews uuid[], to_tool uuid) returns void
language sql security definer set search_path = '' as $$
  update public.user_activities activity
    set metadata = activity.metadata || jsonb_build_object('tool_id', t.id, 'tool_name', t.name, 'tool_slug', t.slug)
    from public.tools t where t.id = to_tool and activity.review_id = any (reviews)
$$;

-- Moves the edits of a merged tool. Its accepted edits come after those of the other tool; one more edit takes their
-- values back, so that the edits still give the present values.
create function private.move_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_number constant integer := private.next_edit_number(to_tool) - 1;
  changes jsonb;
  merged_name constant text := (select t.name from public.tools t where t.id = from_tool);
begin
  insert into private.merged_rows (decision, table_name, row_id, has_moved, edit_number)
    select merge, 'public.tool_edits', e.id, true, e.number from public.tool_edits e where e.tool_id = from_tool;
  select jsonb_object_agg(field, jsonb_build_array(after, private.tool_field_value(to_tool, field))) into changes
    from (
      select distinct on (change.key) change.key as field, change.value -> 1 as after
      from public.tool_edits e, jsonb_each(e.changes) as change
      where e.tool_id = from_tool and e.status = 'accepted' order by change.key, e.number desc
    ) last where after is distinct from private.tool_field_value(to_tool, field);
  update public.tool_edits e set tool_id = to_tool, number = last_number + moved.place
    from (select id, row_number() over (order by number) as place from public.tool_edits where tool_id = from_tool and status = 'accepted') moved
    where e.id = moved.id;
  update public.tool_edits e set tool_id = to_tool where e.tool_id = from_tool;
  if changes is not null then
    insert into private.merged_rows (decision, table_name, row_id, has_moved)
      values (merge, 'public.tool_edits', private.record_tool_edit(to_tool, changes, null, format('Merged with %s.', merged_name), auth.uid()), false);
  end if;
end $$;

-- Moves the edits back. An open one that was accepted since stays, because its changes are those of the other tool.
create function private.return_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tool_edits e using private.merged_rows m
    where m.decision = merge and m.table_name = 'public.tool_edits' and not m.has_moved and e.id = m.row_id;
  update public.tool_edits e set tool_id = to_tool, number = m.edit_number from private.merged_rows m
    where m.decision = merge and m.table_name = 'public.tool_edits' and m.has_moved and e.id = m.row_id
      and e.tool_id = from_tool and (e.status = 'accepted') = (m.edit_number is not null);
  -- In two steps, because a number is unique at each moment.
  update public.tool_edits e set number = -e.number where e.tool_id = from_tool and e.status = 'accepted';
  update public.tool_edits e set number = accepted.place
    from (select id, row_number() over (order by number desc) as place from public.tool_edits
      where tool_id = from_tool and status = 'accepted') accepted
    where e.id = accepted.id;
end $$;

-- Names another successor in the facts of tools, as an accepted edit; none in those of the other successor itself.
-- Returns the tools.
create function private.replace_successor(from_tool uuid, to_tool uuid, tools uuid[] default null) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  predecessor record;
  changes jsonb;
begin
  for predecessor in
    select f.tool_id as id, f.successor_id as present from public.tool_facts f
    where (tools is null or f.tool_id = any (tools))
      and (f.successor_id = from_tool or tools is not null and f.tool_id = from_tool and f.successor_id is null)
    order by f.tool_id
  loop
    changes := jsonb_build_object('successor_id', jsonb_build_array(predecessor.present, nullif(to_tool, predecessor.id)));
    perform private.apply_tool_changes(predecessor.id, changes);
    perform private.record_tool_edit(predecessor.id, changes, null, null, auth.uid());
    return next predecessor.id;
  end loop;
end $$;

-- Merges a tool into another one, whose name, facts and address stay. Returns the number of the decision.
--
-- It locks rows in the order of every other change (private.lock_account_rows), and reads the reviews again when
-- both tools are locked: a locked tool gets no further reviews.
create function public.merge_tools(source uuid, target uuid, explanation text) returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  why constant text := private.trim_text(coalesce(merge_tools.explanation, ''));
  source_tool public.tools;
  target_tool public.tools;
  duplicate record;
  duplicates uuid[];
  moved uuid[];
  new_number bigint;
  removal bigint;
begin
  perform private.require_decider();
  if merge_tools.source = merge_tools.target then
    raise exception 'A tool can''t be merged into itself.' using errcode = 'check_violation';
  end if;
  if length(why) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  duplicates := array(select d.older from private.find_duplicate_reviews(merge_tools.source, merge_tools.target) d);
  -- Decisions about one subject run one after the other.
  perform pg_advisory_xact_lock(hashtext('moderate ' || subject.id))
    from (select unnest(duplicates || array[merge_tools.source, merge_tools.target]) as id order by id) subject
    where subject.id is not null;
  perform private.require_listed(merge_tools.source);
  perform private.require_listed(merge_tools.target);
  perform private.require_no_involvement('tool', merge_tools.source,
    (select t.submitted_by from public.tools t where t.id = merge_tools.source));

  perform from public.review_helpful_votes v where v.review_id = any (duplicates) order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.tool_id = merge_tools.source or r.id = any (duplicates) order by r.id for update;
  perform from public.tools t where t.id in (merge_tools.source, merge_tools.target)
      or t.id in (select f.tool_id from public.tool_facts f where f.successor_id = merge_tools.source)
    order by t.id for update;
  perform from private.launches l where l.tool_id = merge_tools.source order by l.id for update;
  select * into source_tool from public.tools t where t.id = merge_tools.source;
  select * into target_tool from public.tools t where t.id = merge_tools.target;

  new_number := private.record_decision('tool', source_tool.id, 'merge', null, why, null, null, null, auth.uid());
  update private.reports r set status = 'resolved', decision = new_number, closed_at = now()
    where r.subject_type = 'tool' and r.subject_id = source_tool.id and r.status = 'open';
  insert into private.tool_merges (decision, source_id, target_id, redirects)
    values (new_number, source_tool.id, target_tool.id, array(select r.slug from public.tool_redirects r where r.tool_id = source_tool.id order by r.slug));

  -- In the order of the authors, whose counts it locks.
  for duplicate in
    select d.older, r.tool_id from private.find_duplicate_reviews(source_tool.id, target_tool.id) d
    join public.reviews r on r.id = d.older order by d.user_id
  loop
    removal := private.record_decision('review', duplicate.older, 'remove', 'duplicate',
      format('You reviewed %s and %s, which are the same tool and are one entry now. Your newer review stays.', source_tool.name, target_tool.name),
      null, null, 'staff', auth.uid());
    perform private.remove_content(removal, 'review', duplicate.older);
    insert into private.merged_rows (decision, table_name, row_id, has_moved, removed_by)
      values (new_number, 'public.reviews', duplicate.older, duplicate.tool_id = source_tool.id, removal);
  end loop;

  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, removed.table_name, removed.row_id, true from private.move_removed_rows(source_tool.id, target_tool.id) removed
    on conflict do nothing;
  moved := array(select r.id from public.reviews r where r.tool_id = source_tool.id);
  update public.reviews r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  perform private.move_activities(moved, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.reviews', id, true from unnest(moved) as id;
  with launches as (
    update private.launches l set tool_id = target_tool.id where l.tool_id = source_tool.id returning l.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved) select new_number, 'private.launches', id, true from launches;
  perform private.move_tool_edits(new_number, source_tool.id, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.tool_facts', predecessor, true from private.replace_successor(source_tool.id, target_tool.id) predecessor;
  update public.tool_redirects r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  perform private.remove_content(new_number, 'tool', source_tool.id, moved_as => 'merge');
  insert into public.tool_redirects (slug, tool_id) values (source_tool.slug, target_tool.id);
  return new_number;
end $$;
grant execute on function public.merge_tools to authenticated;

-- What a merge would do: {reviews, launches, edits, addresses, duplicates: [{username, removed, source_rating,
-- target_rating}]}. The numbers are of what moves; removed is the tool whose review is the older one, source or target.
create function public.merge_preview(source uuid, target uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  perform private.require_listed(merge_preview.source);
  perform private.require_listed(merge_preview.target);
  return jsonb_build_object(
    'reviews', (select count(*) from public.reviews r where r.tool_id = merge_preview.source),
    'launches', (select count(*) from private.launches l where l.tool_id = merge_preview.source),
    'edits', (select count(*) from public.tool_edits e where e.tool_id = merge_preview.source),
    'addresses', (select count(*) + 1 from public.tool_redirects r where r.tool_id = merge_preview.source),
    'duplicates', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'source_rating', s.rating, 'target_rating', t.rating,
        'removed', case d.older when s.id then 'source' else 'target' end) order by p.username), '[]')
      from private.find_duplicate_reviews(merge_preview.source, merge_preview.target) d
      join public.reviews s on s.id in (d.older, d.newer) and s.tool_id = merge_preview.source
      join public.reviews t on t.id in (d.older, d.newer) and t.tool_id = merge_preview.target
      join private.profiles p on p.user_id = d.user_id));
end $$;
grant execute on function public.merge_preview to authenticated;

-- Raises unless a tool is listed.
create function private.require_listed(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.tools t where t.id = require_listed.tool) then
    if private.removing_decision('tool', require_listed.tool) is not null then
      perform private.raise_decided('tool', require_listed.tool);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
end $$;

-- Raises if a merge cannot be taken back: after 30 days, or while the other tool is not listed.
create function private.require_open_merge(decision bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select d.decided_at from public.moderation_decisions d where d.number = require_open_merge.decision)
    < now() - interval '30 days'
  then
    raise exception 'A merge can be undone within 30 days.' using errcode = 'PT409';
  end if;
  if not exists (select from private.tool_merges m join public.tools t on t.id = m.target_id
    where m.decision = require_open_merge.decision)
  then
    raise exception 'Please restore the tool first.' using errcode = 'PT409';
  end if;
end $$;

-- Raises if another tool took the slug or the website of a removed tool, as the other tool of a merge can.
create function private.require_free_address(decision bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  taken_by text;
begin
  -- The slug of a merged tool redirects to the other one, which frees it.
  select t.name into taken_by from private.removed_content removed
    join public.tools t on t.slug = removed.row_data ->> 'slug' or t.website_key = removed.row_data ->> 'website_key'
    where removed.decision = require_free_address.decision and removed.table_name = 'public.tools' limit 1;
  if found then
    raise exception '% has the address or the website of this tool now. Please change it first.', taken_by using errcode = 'PT409';
  end if;
end $$;

-- Takes a merge back. Reviews that were written for the other tool since stay there, and a moved review that its
-- author has changed moves back as it is. What is removed or deleted since stays so.
create function private.undo_merge(undone bigint, decider uuid) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  undo private.tool_merges;
  slug_of_source text;
  reviews uuid[];
  moved uuid[];
  review record;
begin
  select * into undo from private.tool_merges m where m.decision = undone;
  reviews := array(select m.row_id from private.merged_rows m
    where m.decision = undone and m.table_name = 'public.reviews' and m.has_moved);
  perform from public.reviews r where r.id = any (reviews) and r.tool_id = undo.target_id order by r.id for update;
  perform from public.tools t where t.id = undo.target_id for update;
  slug_of_source := (select removed.row_data ->> 'slug' from private.removed_content removed
    where removed.decision = undone and removed.table_name = 'public.tools');
  delete from public.tool_redirects r where r.slug = slug_of_source and r.tool_id = undo.target_id;
  perform private.restore_content(undone);
  update public.tool_redirects r set tool_id = undo.source_id where r.slug = any (undo.redirects) and r.tool_id = undo.target_id;

  perform private.move_removed_rows(undo.target_id, undo.source_id,
    array(select m.row_id from private.merged_rows m where m.decision = undone and m.has_moved));
  moved := array(select r.id from public.reviews r where r.id = any (reviews) and r.tool_id = undo.target_id);
  update public.reviews r set tool_id = undo.source_id where r.id = any (moved);
  perform private.move_activities(moved, undo.source_id);
  update private.launches l set tool_id = undo.source_id
    where l.tool_id = undo.target_id and l.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'private.launches' and m.has_moved);
  perform private.return_tool_edits(undone, undo.target_id, undo.source_id);
  perform private.replace_successor(undo.target_id, undo.source_id, array(select m.row_id from private.merged_rows m
    where m.decision = undone and m.table_name = 'public.tool_facts'));

  -- In the order of the authors. A duplicate that came back by an appeal is not removed anymore.
  for review in
    select m.row_id, m.removed_by from private.merged_rows m
    join private.removed_content removed on removed.decision = m.removed_by and removed.row_id = m.row_id
      and removed.table_name = 'public.reviews'
    where m.decision = undone order by removed.owner_id
  loop
    perform private.record_decision('review', review.row_id, 'restore', null, null, null, null, 'staff', decider, review.removed_by);
    perform private.restore_content(review.removed_by);
  end loop;
  delete from private.tool_merges m where m.decision = undone;
end $$;

-- The tool that has the same slug or the same website already, or had it before it was renamed, or whose merged
-- entry had it. The database refuses the second one; this function tells a form so before it sends anything.
create or replace function public.tool_already_listed(tool_name text, website text default null)
returns table (name text, slug text, same text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select private.slugify(private.strip_markup(left(tool_name, 200))) as slug,
      private.normalize_website(left(website, 2048)) as website_key
  ), listed as (
    select t.name, t.slug, t.slug = w.slug as has_slug
    from wanted w join public.tools t on (w.slug <> '' and t.slug = w.slug) or t.website_key = w.website_key
    union all
    select t.name, t.slug, true
    from wanted w join public.tool_redirects r on r.slug = w.slug join public.tools t on t.id = r.tool_id
    union all
    select t.name, t.slug, false
    from wanted w
    join private.removed_content merged on merged.table_name = 'public.tools' and merged.row_data ->> 'website_key' = w.website_key
    join private.tool_merges m on m.decision = merged.decision
    join public.tools t on t.id = m.target_id
  )
  select l.name, l.slug, case when l.has_slug then 'name' else 'website' end from listed l order by l.has_slug desc limit 1
$$;
grant execute on function public.tool_already_listed to anon, authenticated, service_role;

-- Importing tools from a file, in calls of at most 200 rows (docs/decisions/0019).

-- The fields of a row, with the words of messages. A row may also have `slug`, and `row`, its number in the file.
create function private.import_fields() returns table (field text, label text, place bigint)
language sql immutable set search_path = '' as $$
  select split_part(entry, '=', 1), coalesce(nullif(split_part(entry, '=', 2), ''), replace(split_part(entry, '=', 1), '_', ' ')), place
  from unnest('{name,description,category,website_url=website,logo_url=logo,pricing_model,price_from=price,price_currency=currency,
    price_period=period,price_checked_on=date of the price,price_source_url=source of the price,platforms,license,
    repository_url=repository,latest_version,latest_version_on=date of the version,discontinued_on=end date,
    successor_id=successor}'::text[]) with ordinality as fields (entry, place)
$$;

-- The value of a cell with platforms or a successor. In a CSV file platforms are one text, with semicolons or spaces between them; a successor
-- is an id or a slug.
create function private.read_import_cell(field text, value jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when field = 'platforms' and jsonb_typeof(value) = 'string' then
      (select jsonb_agg(part) from regexp_split_to_table(lower(value #>> '{}'), '[;,\s]+') as part where part <> '')
    when field = 'successor_id' and jsonb_typeof(value) = 'string' then coalesce(
      (select to_jsonb(t.id) from public.tools t where t.slug = lower(btrim(value #>> '{}'))),
      (select to_jsonb(r.tool_id) from public.tool_redirects r where r.slug = lower(btrim(value #>> '{}'))),
      value)
    -- A version such as 2 is a number in a JSON file.
    when jsonb_typeof(value) = 'number' and field <> 'price_from' then to_jsonb(value #>> '{}')
    else value end
$$;

-- What identifies the tool of each row: the listed tool with its website or else its slug, the key of the website,
-- and the slug, which is that of the name if the row has none.
create function private.read_import_keys(rows jsonb)
returns table (place integer, number integer, cells jsonb, website_key text, slug text, tool uuid)
language sql stable security definer set search_path = '' as $$
  with input as (
    select e.place::integer as place, case when jsonb_typeof(e.value) = 'object' then e.value else '{}' end as cells
    from jsonb_array_elements(rows) with ordinality as e (value, place)
  ), keyed as (
    select i.place, i.cells - 'row' as cells,
      case when i.cells ->> 'row' ~ '^[1-9][0-9]{0,8}$' then (i.cells ->> 'row')::integer else i.place end as number,
      nullif(private.normalize_website(left(i.cells ->> 'website_url', 2048)), '') as website_key,
      coalesce(nullif(lower(btrim(i.cells ->> 'slug')), ''),
        nullif(private.slugify(private.strip_markup(left(i.cells ->> 'name', 200))), '')) as slug
    from input i
  )
  select k.place, k.number, k.cells, k.website_key, k.slug,
    coalesce((select t.id from public.tools t where t.website_key = k.website_key),
      (select t.id from public.tools t where t.slug = k.slug))
  from keyed k
$$;

-- Checks the rows of an import. Compiling the statement would take longer than running it (jit).
--   changes  of a listed tool: {field: [before, after]}; of a new one: {field: value}
--   outcome  created, updated, unchanged, duplicate or invalid
create function private.check_import_rows(rows jsonb)
returns table (place integer, number integer, tool uuid, slug text, changes jsonb, outcome text, message text)
language sql stable security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select k.*, case when k.tool is not null then private.tool_values(k.tool) end as present,
      private.find_website_remover(k.website_key) as website_remover,
      case when k.tool is null then private.find_slug_remover(k.slug) end as slug_remover
    from private.read_import_keys(rows) k
  ), cells as materialized (
    -- Checking 13 cells takes longer than everything else for a row, so the present value is not checked again.
    select read.*, case when read.value <> 'null' and read.value is distinct from read.present
        then private.check_tool_value(read.field, read.value) end as problem
    from (
      select k.place, f.field, f.label, f.place as field_place, k.present -> f.field as present,
        private.clean_tool_value(f.field, case when f.field in ('platforms', 'successor_id')
          then private.read_import_cell(f.field, k.cells -> f.field) else k.cells -> f.field end) as value
      from keyed k join private.import_fields() f on k.cells ? f.field offset 0
    ) read
  ), wanted as (
    select c.place, jsonb_object_agg(c.field, c.value) filter (where c.value <> 'null') as given from cells c group by c.place
  ), problems as (
    -- Of one field. A listed tool keeps what the row has no cell for.
    select c.place, c.field_place as problem_place, format('the %s is not valid. %s.', c.label, rtrim(c.problem, '.')) as problem
    from cells c where c.problem is not null
    union all
    select k.place, required.problem_place, format('the %s is missing.', required.field)
    from keyed k cross join unnest('{name,description,category}'::text[]) with ordinality as required (field, problem_place)
    left join cells c on c.place = k.place and c.field = required.field
    where coalesce(c.value, 'null') = 'null' and (k.tool is null or c.field is not null)
    union all
    select k.place, 100, format('there is no column %s.', left(unknown.name, 50))
    from keyed k cross join lateral jsonb_object_keys(k.cells) as unknown (name)
    where unknown.name not in (select f.field from private.import_fields() f) and not unknown.name = any (
      -- What an export or the API returns besides.
      '{id,tool_id,slug,categories,subcategories,rating_sum,rating_counts,rating_average,adjusted_rating,review_count,website_host,website_key,submitted_by,created_at,updated_at,name_folded,search,facets}')
    union all
    select k.place, 101, 'the slug is not valid. It has 1 to 100 lower-case letters and digits, with single hyphens between them.'
    from keyed k where btrim(k.cells ->> 'slug') <> '' and not private.is_slug(k.slug)
    union all
    -- It would not be found again.
    select k.place, 102, 'the slug is missing.' from keyed k
    where k.tool is null and k.website_key is null and k.slug is null and k.cells ->> 'name' <> ''
    union all
    select k.place, 103, lower(left(whole.problem, 1)) || substr(whole.problem, 2) from keyed k left join wanted w on w.place = k.place
    cross join lateral (select coalesce(private.check_tool_values(coalesce(k.present, '{}') || coalesce(w.given, '{}')),
      case when w.given ->> 'successor_id' = k.tool::text then 'A tool can''t be its own successor.' end) as problem) whole
    where whole.problem is not null
    union all
    select k.place, 104, format('this tool %s (decision %s).',
      case d.action when 'hold' then 'is waiting for approval' else 'was removed by a moderator' end, d.number)
    from keyed k join public.moderation_decisions d on d.number = greatest(k.slug_remover, k.website_remover)
    where d.action <> 'merge'
  ), refused as (
    select p.place, string_agg(p.problem, ' ' order by p.problem_place) as message from (
      -- The first begins in lower case, after "Row {n}: ".
      select place, problem_place,
        case when row_number() over (partition by place order by problem_place) = 1 then problem
          else upper(left(problem, 1)) || substr(problem, 2) end as problem
      from problems
    ) p group by p.place
  ), firsts as (
    select k.*, first_value(k.number) over website as first_of_website, first_value(k.number) over tool as first_of_tool,
      first_value(k.number) over slug as first_of_slug, row_number() over website as website_place,
      row_number() over tool as tool_place, row_number() over slug as slug_place,
      -- A former address of a tool, or the website of an entry that was merged.
      coalesce((select r.tool_id from public.tool_redirects r where k.tool is null and r.slug = k.slug),
        (select m.target_id from private.tool_merges m where m.decision = k.website_remover)) as moved_to
    from keyed k
    window website as (partition by k.website_key order by k.place), tool as (partition by k.tool order by k.place),
      slug as (partition by k.slug, k.tool is null order by k.place)
  ), duplicates as (
    select f.place, coalesce(f.tool, f.moved_to) as tool, case
      when f.website_key is not null and f.website_place > 1
        then format('Row %s has the same website as row %s.', f.number, f.first_of_website)
      when f.tool is not null and f.tool_place > 1 then format('Row %s is the same tool as row %s.', f.number, f.first_of_tool)
      when f.tool is null and f.slug is not null and f.slug_place > 1
        then format('Row %s has the same slug as row %s.', f.number, f.first_of_slug)
      when f.moved_to is not null then format('Row %s is part of %s.', f.number,
        coalesce((select t.name from public.tools t where t.id = f.moved_to), 'another tool')) end as message
    from firsts f
  ), compared as (
    select k.place, (select jsonb_object_agg(key, jsonb_build_array(k.present -> key, value)) from jsonb_each(w.given)
      where value is distinct from k.present -> key) as changes, w.given
    from keyed k left join wanted w on w.place = k.place
  )
  select k.place, k.number, coalesce(k.tool, d.tool), k.slug, case when k.tool is null then c.given else c.changes end,
    case when r.message is not null then 'invalid' when d.message is not null then 'duplicate' when k.tool is null then 'created'
      when c.changes is not null then 'updated' else 'unchanged' end,
    coalesce(format('Row %s: ', k.number) || r.message, d.message)
  from keyed k join compared c on c.place = k.place join duplicates d on d.place = k.place left join refused r on r.place = k.place
$$;

-- Adds and changes tools (docs/spec/4-catalogue.md §2). A listed tool is found by its website, then by its slug; an
-- empty cell leaves its value. With dry_run, and if a row is invalid, nothing is written.
--   rows  at most 200 objects with columns of tools and tool_facts, and `row`, the number in the file
-- Returns [{row, outcome, tool, message}]; tool is the id.
create function public.import_tools(rows jsonb, dry_run boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  checked jsonb;
  changed record;
begin
  perform private.require_admin_or_service();
  if jsonb_typeof(import_tools.rows) is distinct from 'array' or jsonb_array_length(import_tools.rows) > 200 then
    raise exception 'An import has at most 200 rows a call.' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtext('import'));
  select coalesce(jsonb_agg(to_jsonb(c) || case when c.outcome = 'created' then jsonb_build_object('tool', gen_random_uuid()) else '{}' end
    order by c.place), '[]') into checked from private.check_import_rows(import_tools.rows) c;
  if not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then
    perform set_config('toolmark.moving_content', 'import', true);
    insert into public.tools (id, slug, name, description, category, website_url, logo_url, facets)
      select c.tool, c.slug, v.name, v.description, v.category, v.website_url, v.logo_url,
        private.build_facets(jsonb_populate_record(null::public.tool_facts, c.changes))
      from jsonb_to_recordset(checked) as c (tool uuid, slug text, changes jsonb, outcome text)
      cross join lateral jsonb_to_record(c.changes) as v (name text, description text, category text, website_url text, logo_url text)
      where c.outcome = 'created';
    perform set_config('toolmark.moving_content', '', true);
    insert into public.tool_facts
      select f.* from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      cross join lateral jsonb_populate_record(null::public.tool_facts, c.changes || jsonb_build_object('tool_id', c.tool)) as f
      where c.outcome = 'created' and c.changes - '{name,description,category,website_url,logo_url}'::text[] <> '{}';
    -- In the order of ids, in which other changes lock several tools.
    for changed in
      select c.tool, c.changes from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      where c.outcome = 'updated' order by c.tool
    loop
      perform private.apply_tool_changes(changed.tool, changed.changes);
      perform private.record_tool_edit(changed.tool, changed.changes, null, 'Import', auth.uid());
    end loop;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('row', c.number, 'outcome', c.outcome,
      'tool', case when c.outcome <> 'created' or not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then c.tool end,
      'message', c.message) order by c.place), '[]')
    from jsonb_to_recordset(checked) as c (place integer, number integer, tool uuid, outcome text, message text));
end $$;
grant execute on function public.import_tools to authenticated, service_role;

-- What identifies the tools of at most 1,000 rows, so that a program that imports a larger file finds rows of one
-- tool in all of it: [{row, tool, website, slug}].
create function public.import_keys(rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  if jsonb_typeof(import_keys.rows) is distinct from 'array' or jsonb_array_length(import_keys.rows) > 1000 then
    raise exception 'The keys of at most 1,000 rows can be read in a call.' using errcode = 'check_violation';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('row', k.number, 'tool', k.tool, 'website', k.website_key, 'slug', k.slug)
    order by k.place), '[]') from private.read_import_keys(import_keys.rows) k);
end $$;
grant execute on function public.import_keys to authenticated, service_role;

-- Existing functions, which know redirects, merges and imports now.

create or replace function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.category := private.strip_markup(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' and private.moving_content() <> 'restore' then
    -- An import keeps the slug of its file.
    if private.moving_content() <> 'import' or new.slug is null then
      new.slug := private.slugify(new.name);
    end if;
    -- A name without Latin letters and digits has no slug, and a slug in the form of an id is never found.
    if new.slug = '' or new.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
      new.slug := 'tool-' || left(new.id::text, 8);
    end if;
    if private.is_client_request() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.match_categories(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.normalize_website(new.website_url);
  new.name_folded := private.fold_text(new.name);
  -- The stem of the name as well: "kubernets" means Kubernetes rather than what runs on it.
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('english', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold_text(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold_text(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold_text(new.description)), 'D');
  if private.moving_content() <> 'restore' then new.updated_at := now(); end if;
  return new;
end $$;

create or replace function private.count_moved_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (
    select tool_id, created_at, rating, user_id is null from old_rows
    except all select tool_id, created_at, rating, user_id is null from new_rows
  ) then
    return null;
  end if;
  -- Reviews move to another tool when theirs is merged. count_changed_rating has added a difference of ratings to the
  -- new tool, so the old rating moves.
  if exists (select id, tool_id from old_rows except all select id, tool_id from new_rows) then
    perform from public.tools where id in (select tool_id from old_rows union select tool_id from new_rows)
      order by id for no key update;
    update public.tools tool set review_count = review_count + reviews, rating_sum = rating_sum + ratings,
        rating_counts = private.add_counts(private.add_counts(rating_counts, -1, left_by), 1, joined_by)
      from (
        select steps.tool_id, sum(step) as reviews, sum(step * rating) as ratings,
          array_agg(rating) filter (where step < 0 and is_independent) as left_by,
          array_agg(rating) filter (where step > 0 and is_independent) as joined_by
        from (
          select unnest(array[old_tool, new_tool]) as tool_id, unnest(array[-1, 1]) as step, rating, is_independent
          from (
            select (array_agg(tool_id) filter (where is_old))[1] as old_tool, (array_agg(tool_id) filter (where not is_old))[1] as new_tool,
              max(rating) filter (where is_old) as rating,
              bool_and(private.is_independent(relationship, incentive)) filter (where is_old) as is_independent
            from (
              select id, tool_id, rating, relationship, incentive, true as is_old from old_rows
              union all select id, tool_id, rating, relationship, incentive, false from new_rows
            ) versions group by id
          ) moved where old_tool <> new_tool
        ) steps group by steps.tool_id
      ) counted
      where tool.id = counted.tool_id;
  end if;
  insert into private.tool_months as counts (tool_id, month, rating, counted)
  select tool_id, date_trunc('month', created_at at time zone 'utc')::date, rating, sum(step)
  from (
    select tool_id, created_at, rating, 1 as step from new_rows
    union all select tool_id, created_at, rating, -1 from old_rows
  ) steps
  where exists (select from public.tools where id = steps.tool_id)
  group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  on conflict (tool_id, month, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, sum(step), sum(signed)
  from (
    select created_at, rating, 1 as step, (user_id is not null)::integer as signed from new_rows
    union all select created_at, rating, -1, -(user_id is not null)::integer from old_rows
  ) steps
  group by 1, 2 having sum(step) <> 0 or sum(signed) <> 0 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
  return null;
end $$;

create or replace function private.remove_content(decision bigint, subject_type text, subject_id uuid,
  remove_all boolean default false, moved_as text default 'remove') returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_person uuid := case when subject_type = 'profile' and remove_all then subject_id end;
  removed_tools uuid[] := case when subject_type = 'tool' then array[subject_id] else '{}' end;
  removed_reviews uuid[];
  removed_launches uuid[];
begin
  perform set_config('toolmark.moving_content', moved_as, true);
  if of_person is not null then
    -- Waits for what the member is writing.
    perform from private.profiles where user_id = of_person for update;
    removed_tools := array(select t.id from public.tools t where t.submitted_by = of_person and not exists (
      select from public.reviews r where r.tool_id = t.id and r.user_id is distinct from of_person));
  end if;
  -- Arrays instead of sub-selects, so that PostgreSQL combines the indexes.
  removed_reviews := array(select r.id from public.reviews r
    where subject_type = 'review' and r.id = remove_content.subject_id
      or r.tool_id = any (removed_tools) or r.user_id = of_person);
  perform from public.review_helpful_votes v where v.user_id = of_person or v.review_id = any (removed_reviews)
    order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.id = any (removed_reviews || array(
      select v.review_id from public.review_helpful_votes v where v.user_id = of_person))
    order by r.id for update;
  perform from public.tools t where t.id = any (removed_tools || array(
      select r.tool_id from public.reviews r where r.id = any (removed_reviews)))
    order by t.id for update;
  removed_launches := array(select l.id from private.launches l
    where subject_type = 'launch' and l.id = remove_content.subject_id
      or l.tool_id = any (removed_tools) or l.user_id = of_person);
  perform from public.launch_upvotes u where u.user_id = of_person or u.launch_id = any (removed_launches)
    order by u.launch_id, u.user_id for update;
  perform from private.launches l where l.id = any (removed_launches) order by l.id for update;
  -- A tool that is locked gets no further reviews.
  if cardinality(removed_tools) > 0 then
    removed_reviews := removed_reviews || array(select r.id from public.reviews r
      where r.tool_id = any (removed_tools) and r.id <> all (removed_reviews));
    removed_launches := removed_launches || array(select l.id from private.launches l
      where l.tool_id = any (removed_tools) and l.id <> all (removed_launches));
  end if;

  insert into private.removed_content (decision, position, table_name, row_id, owner_id, row_data)
  select remove_content.decision, moved.* from (
    select 1 as position, 'public.tools' as table_name, t.id as row_id, null::uuid as owner_id, to_jsonb(t) as row_data
      from public.tools t where t.id = any (removed_tools)
    union all
    select 2, 'public.tool_facts', f.tool_id, null, to_jsonb(f)
      from public.tool_facts f where f.tool_id = any (removed_tools)
    union all
    -- The history of a tool belongs to the tool, a suggestion that was not accepted to its author.
    select 2, 'public.tool_edits', e.id, case when e.status <> 'accepted' then e.suggested_by end, to_jsonb(e)
      from public.tool_edits e where e.tool_id = any (removed_tools)
    union all
    select 2, 'public.tool_redirects', r.tool_id, null, to_jsonb(r)
      from public.tool_redirects r where r.tool_id = any (removed_tools)
    union all
    select 2, 'private.deleted_reviews', d.tool_id, d.user_id, to_jsonb(d)
      from private.deleted_reviews d where d.tool_id = any (removed_tools)
    union all
    select 3, 'public.reviews', r.id, r.user_id, to_jsonb(r)
      from public.reviews r where r.id = any (removed_reviews)
    union all
    select 3, 'private.launches', l.id, l.user_id, to_jsonb(l)
      from private.launches l where l.id = any (removed_launches)
    union all
    select 4, 'public.review_revisions', v.review_id, r.user_id, to_jsonb(v)
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.id = any (removed_reviews)
    union all
    select 4, 'public.review_helpful_votes', v.id, v.user_id, to_jsonb(v)
      from public.review_helpful_votes v where v.review_id = any (removed_reviews) or v.user_id = of_person
    union all
    select 4, 'public.launch_upvotes', u.id, u.user_id, to_jsonb(u)
      from public.launch_upvotes u where u.launch_id = any (removed_launches) or u.user_id = of_person
    union all
    select 0, 'private.profiles', p.user_id, p.user_id, to_jsonb(p)
      from private.profiles p where subject_type = 'profile' and p.user_id = remove_content.subject_id
    union all
    select 0, 'public.companies', c.id, null, to_jsonb(c)
      from public.companies c where subject_type = 'company' and c.id = remove_content.subject_id
  ) moved;
  if moved_as = 'remove' then
    -- The trigger of reviews records the events of reviews.
    perform private.record_account_event(coalesce(t.submitted_by, l.user_id), 'content_removed',
        case when t.id is null then 'launch' else 'tool' end,
        jsonb_build_object('title', coalesce(t.name, l.tagline)))
      from unnest(removed_tools || removed_launches) as removed (id)
      left join public.tools t on t.id = removed.id left join private.launches l on l.id = removed.id;
  end if;

  delete from public.review_helpful_votes where user_id = of_person and review_id <> all (removed_reviews);
  delete from public.launch_upvotes where user_id = of_person and launch_id <> all (removed_launches);
  -- Each of them takes its votes along.
  delete from public.reviews where id = any (removed_reviews);
  delete from private.launches where id = any (removed_launches);
  delete from public.tools where id = any (removed_tools);
  if subject_type = 'profile' then
    update private.profiles set first_name = null, last_name = null, bio = null, job_title = null, company_name = null,
      avatar_url = null, username = 'user-' || left(gen_random_uuid()::text, 8)
    where user_id = remove_content.subject_id;
  elsif subject_type = 'company' then
    update public.companies set name = 'Removed company', logo_url = null, website = null, domain = null, size = null,
      industry = null, description = null
    where id = remove_content.subject_id;
  end if;
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function private.restore_content(decision bigint) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  target record;
  staying uuid[];
  counts_of_new_row constant jsonb :=
    '{"review_count": 0, "rating_sum": 0, "rating_counts": [0, 0, 0, 0, 0], "helpful_count": 0, "upvotes_count": 0, "facets": []}';
begin
  perform set_config('toolmark.moving_content', 'restore', true);
  -- A vote or a revision waits in another decision if that one removed its review or launch since, and is dropped
  -- if the review or launch is deleted. A row is removed at most once, so its id finds it.
  update private.removed_content vote set decision = parent.decision
    from private.removed_content parent
    where vote.decision = restore_content.decision and vote.position = 4
      and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid
      and parent.decision <> restore_content.decision and parent.position = 3;
  delete from private.removed_content vote
    where vote.decision = restore_content.decision and vote.position = 4
      and not exists (select from private.removed_content parent where parent.position = 3
        and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid)
      and not exists (select from public.reviews r where r.id = (vote.row_data ->> 'review_id')::uuid)
      and not exists (select from private.launches l where l.id = (vote.row_data ->> 'launch_id')::uuid);
  -- A launch outlives its tool, as when the operator deletes the tool.
  update private.removed_content launch set row_data = launch.row_data || '{"tool_id": null}'
    where launch.decision = restore_content.decision and launch.table_name = 'private.launches'
      and not exists (select from public.tools t where t.id = (launch.row_data ->> 'tool_id')::uuid)
      and not exists (select from private.removed_content tool where tool.position = 1
        and tool.row_id = (launch.row_data ->> 'tool_id')::uuid);
  staying := array(
    select id from (
      select removed.row_id as id, row_number() over (partition by r.tool_id, r.user_id order by r.created_at desc) as place,
        exists (select from public.reviews other where other.tool_id = r.tool_id and other.user_id = r.user_id) as has_other
      from private.removed_content removed cross join lateral jsonb_populate_record(null::public.reviews, removed.row_data) r
      where removed.decision = restore_content.decision and removed.table_name = 'public.reviews' and r.user_id is not null
    ) restored where place > 1 or has_other);
  for target in
    select removed.table_name, jsonb_agg(removed.row_data || counts_of_new_row order by removed.id) as rows,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = removed.table_name::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
    from private.removed_content removed
    where removed.decision = restore_content.decision and removed.position > 0
      and coalesce((removed.row_data ->> 'review_id')::uuid, removed.row_id) <> all (staying)
    group by removed.position, removed.table_name order by removed.position, removed.table_name
  loop
    -- The member may have voted again since.
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)%3$s',
      target.table_name, target.columns,
      case when target.table_name in ('public.review_helpful_votes', 'public.launch_upvotes') then ' on conflict do nothing' else '' end)
      using target.rows;
  end loop;
  update private.profiles p set
    first_name = coalesce(p.first_name, before.first_name), last_name = coalesce(p.last_name, before.last_name),
    bio = coalesce(nullif(p.bio, ''), before.bio), job_title = coalesce(nullif(p.job_title, ''), before.job_title),
    company_name = coalesce(nullif(p.company_name, ''), before.company_name),
    avatar_url = coalesce(p.avatar_url, before.avatar_url),
    username = case when p.username ~ '^user-[0-9a-f]{8}$' and not exists (
      select from private.profiles other where lower(other.username) = lower(before.username) and other.user_id <> p.user_id)
      then before.username else p.username end
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::private.profiles, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'private.profiles' and p.user_id = removed.row_id;
  update public.companies c set
    name = case when c.name = 'Removed company' then before.name else c.name end,
    logo_url = coalesce(c.logo_url, before.logo_url), website = coalesce(c.website, before.website),
    domain = coalesce(c.domain, before.domain), size = coalesce(c.size, before.size),
    industry = coalesce(c.industry, before.industry), description = coalesce(nullif(c.description, ''), before.description)
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::public.companies, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'public.companies' and c.id = removed.row_id;
  delete from private.removed_content removed where removed.decision = restore_content.decision
    and coalesce((removed.row_data ->> 'review_id')::uuid, removed.row_id) <> all (staying);
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function private.decide(wanted_type text, wanted_id uuid, decided_action text, decided_reason text, why text,
  law text, ends_at timestamptz, decider uuid, source text default null)
returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  subject record;
  is_found boolean;
  removed_by bigint;
  removed_action text;
  reversed bigint;
  new_number bigint;
begin
  perform pg_advisory_xact_lock(hashtext('moderate ' || wanted_id));
  select * into subject from private.find_subject(wanted_type, wanted_id);
  is_found := found;
  removed_by := private.removing_decision(wanted_type, wanted_id);
  select d.action into removed_action from public.moderation_decisions d where d.number = removed_by;

  if decided_action = 'keep' then
    if not exists (select from private.reports r
      where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open')
    then
      if not is_found and private.last_decision(wanted_type, wanted_id) is null then
        raise exception 'We could not find this content.' using errcode = 'PT404';
      end if;
      perform private.raise_decided(wanted_type, wanted_id);
    end if;
  elsif not is_found then
    -- Its removal was so long ago that it is purged.
    if decided_action = 'restore' and private.last_decision(wanted_type, wanted_id) is not null then
      perform private.raise_decided(wanted_type, wanted_id);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  elsif decided_action = 'remove' then
    if wanted_type in ('profile', 'company') then
      if not private.has_texts(wanted_type, wanted_id) then perform private.raise_decided(wanted_type, wanted_id); end if;
    elsif subject.is_removed and removed_action <> 'hold' then
      perform private.raise_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'restore' then
    if removed_by is null then
      perform private.raise_decided(wanted_type, wanted_id);
    end if;
    -- The tool of each removed review has to be listed or come back with it.
    if exists (
      select from private.removed_content removed
      where removed.decision = removed_by and removed.row_data ->> 'tool_id' is not null and removed.position = 3
        and exists (select from private.removed_content tool where tool.row_id = (removed.row_data ->> 'tool_id')::uuid
          and tool.table_name = 'public.tools' and tool.decision <> removed_by))
      or (wanted_type <> 'tool' and exists (select from private.removed_content tool
        where tool.decision = removed_by and tool.row_id = subject.tool_id and tool.table_name = 'public.tools'
          and wanted_type in ('review', 'launch')))
    then
      raise exception 'Please restore the tool first.' using errcode = 'PT409';
    end if;
    if removed_action = 'merge' then
      perform private.require_open_merge(removed_by);
    end if;
    if wanted_type = 'tool' then
      perform private.require_free_address(removed_by);
    elsif wanted_type = 'review' and exists (select from public.reviews r
      where r.tool_id = subject.tool_id and r.user_id = subject.author_id)
    then
      raise exception 'The author has another review of this tool.' using errcode = 'PT409';
    end if;
    -- It went with all of the member's content, or its tool is deleted.
    if (wanted_type <> 'profile' and removed_action = 'remove_all_content')
      or (wanted_type = 'review' and not exists (select from public.tools t where t.id = subject.tool_id))
    then
      perform private.raise_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'unsuspend' and not private.is_suspended(wanted_id)
    or decided_action = 'end_premoderation' and not private.is_premoderated(wanted_id)
  then
    raise exception 'There is nothing to decide here.' using errcode = 'PT409';
  elsif decided_action = 'remove_all_content' and not (private.has_texts('profile', wanted_id)
    or exists (select from public.reviews where user_id = wanted_id)
    or exists (select from private.launches where user_id = wanted_id)
    or exists (select from public.review_helpful_votes where user_id = wanted_id)
    or exists (select from public.launch_upvotes where user_id = wanted_id))
  then
    perform private.raise_decided(wanted_type, wanted_id);
  elsif decided_action = 'premoderate_reviews' and subject.is_removed then
    perform private.raise_decided(wanted_type, wanted_id);
  end if;

  reversed := case decided_action
    when 'restore' then removed_by
    when 'unsuspend' then (select s.decision from private.suspensions s where s.user_id = wanted_id)
    when 'end_premoderation' then (select max(d.number) from public.moderation_decisions d
      where d.subject_id = wanted_id and d.action = 'premoderate_reviews') end;
  new_number := private.record_decision(wanted_type, wanted_id, decided_action, decided_reason, why, law, ends_at, source,
    decider, reversed);

  case decided_action
    when 'remove' then
      if subject.is_removed then
        -- Declines a held item: what the rule removed stays removed.
        update private.removed_content set decision = new_number where decision = removed_by;
        perform private.record_account_event(subject.author_id, 'content_removed', wanted_type, jsonb_build_object('title', subject.title));
      else
        perform private.remove_content(new_number, wanted_type, wanted_id);
      end if;
    when 'remove_all_content' then perform private.remove_content(new_number, wanted_type, wanted_id, remove_all => true);
    when 'restore' then
      if removed_action = 'merge' then
        perform private.undo_merge(removed_by, decider);
      else
        perform private.restore_content(removed_by);
      end if;
    when 'suspend' then perform private.suspend(wanted_id, ends_at, new_number);
    when 'unsuspend' then delete from private.suspensions where user_id = wanted_id;
    else null;
  end case;
  return new_number;
end $$;

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
  delete from private.deleted_reviews where deleted_at < coalesce(as_of, now()) - interval '1 year';
  delete from private.daily_usage where day < (coalesce(as_of, now()) at time zone 'utc')::date - 30;
end $$;

create or replace function private.refuse_second_review() returns trigger
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

create or replace function private.refuse_removed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action into earlier from public.moderation_decisions d
    where d.number = greatest(private.find_slug_remover(new.slug), private.find_website_remover(new.website_key));
  if earlier.action = 'merge' then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_website_key';
  elsif found then
    raise exception '%', case when earlier.action = 'hold' then 'This tool is waiting for approval.'
      else format('This tool was removed by a moderator (decision %s).', earlier.number) end
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- A renamed or merged tool changes the activities that name it.
create trigger announce_tags after update of metadata on public.user_activities
  for each row execute function private.announce_tags('user:user_id');
