-- Merging two entries of one tool (docs/decisions/0019). The merged tool is removed by the decision `merge`; its
-- reviews, launches and edits move to the other tool before. Restoring the merged tool takes all of it back.

-- A merge that can be taken back: the merged tool, the tool that has its content now, the slugs that redirected to the
-- merged tool, and the former names that the other tool got.
create table private.tool_merges (
  decision bigint primary key references public.moderation_decisions (number) on delete cascade,
  source_id uuid not null,
  target_id uuid not null,
  redirects text[] not null default '{}',
  names text[] not null default '{}'
);
call private.secure_internal_table('private.tool_merges');

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
create index merged_rows_edit_idx on private.merged_rows (row_id) where table_name = 'public.tool_edits';
call private.secure_internal_table('private.merged_rows');

-- Whether an accepted edit came to its tool by a merge: the tool itself has not changed.
create function private.is_of_merge(edit uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.merged_rows m where m.table_name = 'public.tool_edits' and m.row_id = is_of_merge.edit)
$$;

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
    where removed.table_name in ('public.reviews', 'private.launches', 'public.review_replies')
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
-- values back, so that the edits still give the present values, and one for each source that gave a present value: what a
-- source gave, it may change.
create function private.move_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_number constant integer := private.get_next_edit_number(to_tool) - 1;
  merged_name constant text := (select t.name from public.tools t where t.id = from_tool);
  returns jsonb;
  returned record;
begin
  insert into private.merged_rows (decision, table_name, row_id, has_moved, edit_number)
    select merge, 'public.tool_edits', e.id, true, e.number from public.tool_edits e where e.tool_id = from_tool;
  -- Before the moved edits name others as the authors of the present values.
  select jsonb_agg(jsonb_build_object('field', last.field, 'values', jsonb_build_array(last.after, present.value),
      'kind', author.source_kind, 'address', author.source_url)) into returns
    from (
      select distinct on (change.key) change.key as field, change.value -> 1 as after
      from public.tool_edits e, jsonb_each(e.changes) as change
      where e.tool_id = from_tool and e.status = 'accepted' order by change.key, e.number desc
    ) last
    cross join lateral (select case last.field
      when 'is_archived' then coalesce((select r.value from private.list_read_values(to_tool) r where r.field = last.field), 'null')
      else private.get_tool_field_value(to_tool, last.field) end as value) present
    cross join lateral private.find_fact_author(to_tool, last.field) author
    where last.after is distinct from present.value;
  update public.tool_edits e set tool_id = to_tool, number = last_number + moved.place
    from (select id, row_number() over (order by number) as place from public.tool_edits where tool_id = from_tool and status = 'accepted') moved
    where e.id = moved.id;
  update public.tool_edits e set tool_id = to_tool where e.tool_id = from_tool;
  for returned in
    select r.kind, case when r.kind is not null then r.address end as link, jsonb_object_agg(r.field, r.values) as changes
    from jsonb_to_recordset(returns) as r (field text, "values" jsonb, kind text, address text) group by 1, 2 order by 1 nulls first, 2
  loop
    insert into private.merged_rows (decision, table_name, row_id, has_moved)
      values (merge, 'public.tool_edits', private.record_tool_edit(to_tool, returned.changes, returned.link,
        format('Merged with %s.', merged_name), case when returned.kind is null then auth.uid() end, by_source => returned.kind), false);
  end loop;
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

-- Moves the sources of facts that people added, with their values, as far as the other tool has not got them and may have
-- more. The facts of the other tool stay until the server reads them again.
create function private.move_fact_sources(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select merge, 'public.fact_sources', s.id, true from public.fact_sources s
    where s.tool_id = from_tool and not s.is_own
      and not exists (select from public.fact_sources kept where kept.tool_id = to_tool and (kept.kind, kept.address) = (s.kind, s.address))
    order by s.priority, s.address
    limit greatest(12 - (select count(*) from public.fact_sources s where s.tool_id = to_tool), 0);
  perform private.give_fact_sources(merge, from_tool, to_tool);
end $$;

-- Gives the sources of a merge to the other of its tools. What was removed since stays so.
create function private.give_fact_sources(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with moved as (
    update public.fact_sources s set tool_id = to_tool from private.merged_rows m
      where m.decision = merge and m.table_name = 'public.fact_sources' and s.id = m.row_id and s.tool_id = from_tool
    returning s.id
  )
  update public.fact_values v set tool_id = to_tool from moved where v.source_id = moved.id;
  -- Those of the other tool follow its values.
  perform private.write_facets(from_tool);
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
  written_explanation constant text := private.trim_text(coalesce(merge_tools.explanation, ''));
  source_tool public.tools;
  target_tool public.tools;
  duplicate record;
  duplicates uuid[];
  moved uuid[];
  new_number bigint;
  removal bigint;
  moved_claim jsonb;
begin
  perform private.require_decider();
  perform private.refuse_if(merge_tools.source = merge_tools.target, 'check_violation', 'A tool can''t be merged into itself.');
  perform private.refuse_if(length(written_explanation) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  duplicates := array(select d.older from private.find_duplicate_reviews(merge_tools.source, merge_tools.target) d);
  perform from public.review_helpful_votes v where v.review_id = any (duplicates) order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.tool_id = merge_tools.source or r.id = any (duplicates) order by r.id for update;
  perform from public.tools t where t.id in (merge_tools.source, merge_tools.target)
      or t.id in (select f.tool_id from public.tool_facts f where f.successor_id = merge_tools.source)
    order by t.id for update;
  perform private.require_listed(merge_tools.source);
  perform private.require_listed(merge_tools.target);
  perform private.require_no_involvement('tool', merge_tools.source);
  perform private.require_no_involvement('tool', merge_tools.target);
  perform from private.launches l where l.tool_id = merge_tools.source order by l.id for update;
  select * into source_tool from public.tools t where t.id = merge_tools.source;
  select * into target_tool from public.tools t where t.id = merge_tools.target;

  new_number := private.record_decision('tool', source_tool.id, 'merge', null, written_explanation, null, null, null, auth.uid());
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
  with campaigns as (
    update public.review_campaigns c set tool_id = target_tool.id where c.tool_id = source_tool.id returning c.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved) select new_number, 'public.review_campaigns', id, true from campaigns;
  perform private.move_tool_edits(new_number, source_tool.id, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.tool_facts', predecessor, true from private.replace_successor(source_tool.id, target_tool.id) predecessor;
  perform private.move_fact_sources(new_number, source_tool.id, target_tool.id);
  update public.tool_redirects r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  -- A list that has both keeps the note of the other tool.
  with items as (
    update public.list_items i set tool_id = target_tool.id where i.tool_id = source_tool.id
      and not exists (select from public.list_items kept where kept.list_id = i.list_id and kept.tool_id = target_tool.id)
    returning i.list_id
  ), follows as (
    update public.tool_follows f set tool_id = target_tool.id where f.tool_id = source_tool.id
      and not exists (select from public.tool_follows kept where kept.user_id = f.user_id and kept.tool_id = target_tool.id)
    returning f.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.list_items', list_id, true from items
    union all
    select new_number, 'public.tool_follows', id, true from follows;
  moved_claim := private.tell_of_merged_claim(new_number, source_tool.id, target_tool.id);
  perform private.remove_content(new_number, 'tool', source_tool.id, moved_as => 'merge');
  perform private.move_claim(new_number, moved_claim);
  insert into public.tool_redirects (slug, tool_id, name) values (source_tool.slug, target_tool.id, source_tool.name);
  update private.tool_merges m set names = array(
      select called from unnest(private.add_former_names(target_tool, private.list_names(source_tool))) with ordinality as listed (called, place)
      where called <> all (target_tool.former_names) order by place)
    where m.decision = new_number;
  perform private.set_former_names(m.target_id, target_tool.former_names || m.names) from private.tool_merges m where m.decision = new_number;
  return new_number;
end $$;
grant execute on function public.merge_tools to authenticated;

-- What a merge would do: {reviews, launches, edits, addresses, makers: [{company, of, claim}], duplicates: [{username, removed,
-- source_rating, target_rating}]}. makers are those of tools that have one: of is source or target; the claim stays, moves or ends. The numbers are of what moves; removed is the tool whose review is the older one, source or target.
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
      join private.profiles p on p.user_id = d.user_id))
    || coalesce((select jsonb_build_object('makers', jsonb_agg(jsonb_build_object('company', c.name, 'of', side.name, 'claim', case
          when side.name = 'target' then 'stays' when private.moves_claim(merge_preview.source, merge_preview.target) then 'moves' else 'ends' end)
        order by side.name))
      from (values ('source', merge_preview.source), ('target', merge_preview.target)) side (name, tool)
      join public.tool_makers m on m.tool_id = side.tool join public.companies c on c.id = m.company_id
      having count(*) > 0), '{}');
end $$;
grant execute on function public.merge_preview to authenticated;

-- Raises unless a tool is listed.
create function private.require_listed(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.tools t where t.id = require_listed.tool) then
    if private.find_removing_decision('tool', require_listed.tool) is not null then
      perform private.raise_already_decided('tool', require_listed.tool);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
end $$;

-- Raises if a merge cannot be taken back: after 30 days, or while the other tool is not listed.
create function private.require_open_merge(decision bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if((select d.decided_at from public.moderation_decisions d where d.number = require_open_merge.decision)
    < now() - interval '30 days', 'PT409', 'A merge can be undone within 30 days.');
  perform private.refuse_if(not exists (select from private.tool_merges m join public.tools t on t.id = m.target_id
    where m.decision = require_open_merge.decision), 'PT409', 'Please restore the tool first.');
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
  -- The claim that moved: the restored one has its token.
  with moved as (
    delete from private.tool_claims c using private.merged_rows m
      where m.decision = undone and m.table_name = 'private.tool_claims' and c.id = m.row_id
    returning c.tool_id, c.company_id
  )
  delete from public.tool_makers k using moved where k.tool_id = moved.tool_id and k.company_id = moved.company_id;
  perform private.restore_content(undone);
  perform private.tell_of_claim(c) from private.tool_claims c where c.tool_id = undo.source_id and c.status = 'granted';
  perform private.set_former_names(t.id, array(select called from unnest(t.former_names) with ordinality as listed (called, place)
    where called <> all (undo.names) order by place)) from public.tools t where t.id = undo.target_id;
  update public.tool_redirects r set tool_id = undo.source_id where r.slug = any (undo.redirects) and r.tool_id = undo.target_id;

  perform private.move_removed_rows(undo.target_id, undo.source_id,
    array(select m.row_id from private.merged_rows m where m.decision = undone and m.has_moved));
  moved := array(select r.id from public.reviews r where r.id = any (reviews) and r.tool_id = undo.target_id);
  update public.reviews r set tool_id = undo.source_id where r.id = any (moved);
  perform private.move_activities(moved, undo.source_id);
  update private.launches l set tool_id = undo.source_id
    where l.tool_id = undo.target_id and l.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'private.launches' and m.has_moved);
  update public.review_campaigns c set tool_id = undo.source_id
    where c.tool_id = undo.target_id and c.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.review_campaigns' and m.has_moved);
  -- An entry of a list is found by its list.
  update public.list_items i set tool_id = undo.source_id
    where i.tool_id = undo.target_id and i.list_id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.list_items');
  update public.tool_follows f set tool_id = undo.source_id
    where f.tool_id = undo.target_id and f.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.tool_follows');
  perform private.give_fact_sources(undone, undo.target_id, undo.source_id);
  -- One that goes back may have become the repository or the website of the other tool.
  perform private.make_fact_sources(array[undo.target_id]);
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

-- The tool that has the same name or the same website already, or had it before it was renamed, or whose merged
-- entry had it. The database refuses the second one; this function tells a form so before it sends anything.
create function public.tool_already_listed(tool_name text, website text default null)
returns table (name text, slug text, same text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select private.strip_markup(left(tool_name, 200)) as name, private.normalize_website(left(website, 2048)) as website_key
  ), listed as (
    select l.tool, true as has_name from wanted w cross join lateral private.find_tool_by_name(w.name) l where w.name <> ''
    union all
    select t.id, false from wanted w join public.tools t on t.website_key = w.website_key
    union all
    select m.target_id, false
    from wanted w
    join private.removed_content merged on merged.table_name = 'public.tools' and merged.row_data ->> 'website_key' = w.website_key
    join private.tool_merges m on m.decision = merged.decision
  )
  select t.name, t.slug, case when l.has_name then 'name' else 'website' end
  from listed l join public.tools t on t.id = l.tool order by l.has_name desc limit 1
$$;

-- The listed tool with a website, which may be written in any way: without https://, with www., with a slash at the end. An
-- entry that was merged gives its target.
create function public.tool_by_website(address text)
returns table (id uuid, slug text, name text, rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' as $$
  select t.id, t.slug, t.name, t.rating_average, t.review_count
  from (select l.slug from public.tool_already_listed('', regexp_replace(private.trim_text(address), '^(https?:)?/*', 'https://', 'i')) l) listed
  join public.tools t on t.slug = listed.slug
$$;
grant execute on function public.tool_by_website to anon, authenticated, service_role;
grant execute on function public.tool_already_listed to anon, authenticated, service_role;

-- The present slugs of tools by addresses that they had, up to 20: slugs before they were renamed, and slugs and ids of
-- entries that were merged into them. An id is found until the record of the merge is purged, a slug without an end.
create function public.moved_tools(addresses text[]) returns table (address text, slug text)
language sql stable security definer set search_path = '' as $$
  with recursive wanted as (
    select distinct a as address, lower(a) as key from unnest(addresses[:20]) as a
  ), moved as (
    select w.address, r.tool_id from wanted w join public.tool_redirects r on r.slug = w.key
    union
    select w.address, m.target_id from wanted w join private.tool_merges m on m.source_id::text = w.key
    union
    select moved.address, m.target_id from moved join private.tool_merges m on m.source_id = moved.tool_id
  )
  select moved.address, t.slug from moved join public.tools t on t.id = moved.tool_id
$$;
grant execute on function public.moved_tools to anon, authenticated, service_role;
