-- What makers do with reviews: they reply, report and invite, and all of it is counted in public (docs/decisions/0030).

-- Raises unless the caller acts for the maker of a tool.
create function private.require_maker(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_no_suspension();
  perform private.refuse_if(not exists (select from public.tools t where t.id = require_maker.tool),
    'PT404', 'We could not find this content.');
  if not private.acts_for_maker(require_maker.tool) then
    raise exception 'Only confirmed members of % can do this.', coalesce((select c.name from public.tool_makers m
      join public.companies c on c.id = m.company_id where m.tool_id = require_maker.tool), 'the maker') using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Replies: the tables are in 08_reviews.sql.
create policy maker_insert on public.review_replies for insert to authenticated with check (private.acts_for_maker(tool_id));
create policy maker_update on public.review_replies for update to authenticated
  using (private.acts_for_company(company_id)) with check (private.acts_for_company(company_id));
create policy company_delete on public.review_replies for delete to authenticated using (private.acts_for_company(company_id));
grant insert (review_id, tool_id, company_id, content), update (content), delete on public.review_replies to authenticated;
call private.guard_member_table('public.review_replies');
call private.guard_posts('public.review_replies', 'reply', '{}', '{content}', subject => 'review_id', preparation => 'prepare_reply');

call private.announce_table('public.review_replies', 'reviews:tool_id');

-- Checks a reply and keeps the version before a change. Within five minutes a change makes no new version, unless the
-- review has another one since.
create function private.prepare_reply(new public.review_replies, old public.review_replies) returns public.review_replies
language plpgsql set search_path = '' as $$
declare
  is_new constant boolean := old.review_id is null;
  answered record;
  removed_by bigint;
begin
  if private.get_content_move() = 'restore' then
    return new;
  end if;
  if is_new then
    -- One at a time, so that the second one finds the first.
    perform from public.reviews r where r.id = new.review_id for no key update;
  end if;
  select r.tool_id, r.revision into answered from public.reviews r where r.id = new.review_id;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  if private.is_client_request() then
    perform private.require_maker(answered.tool_id);
  end if;
  new.content := private.trim_text(new.content);
  perform private.refuse_if(length(coalesce(new.content, '')) not between 10 and 2000,
    'check_violation', 'A reply has 10 to 2,000 characters.');
  if is_new then
    perform private.refuse_if(exists (select from public.review_replies p where p.review_id = new.review_id),
      'PT409', 'This company has already replied to this review.');
    select max(removed.decision) into removed_by from private.removed_content removed
      where removed.row_id = new.review_id and removed.table_name = 'public.review_replies';
    if private.is_client_request() and removed_by is not null then
      raise exception '%', case when (select d.action from public.moderation_decisions d where d.number = removed_by) = 'hold'
          then 'Your reply to this review is waiting for approval.'
          else format('We removed your reply to this review (decision %s). You can appeal.', removed_by) end using errcode = 'insufficient_privilege';
    end if;
    new.tool_id := answered.tool_id;
    new.company_id := coalesce((select m.company_id from public.tool_makers m where m.tool_id = answered.tool_id), new.company_id);
    new.review_revision := answered.revision;
  elsif new.content <> old.content then
    if greatest(old.created_at, old.edited_at) <= now() - interval '5 minutes' or old.review_revision <> answered.revision then
      insert into public.review_reply_revisions (review_id, number, content, review_revision, written_at)
        select old.review_id, count(*) + 1, old.content, old.review_revision, coalesce(old.edited_at, old.created_at)
        from public.review_reply_revisions v where v.review_id = old.review_id;
      new.edited_at := now();
    end if;
    new.review_revision := answered.revision;
  end if;
  return new;
end $$;

-- A merge of two tools moves reviews.
create function private.move_reply(review public.reviews) returns void
language sql set search_path = '' as $$
  update public.review_replies p set tool_id = review.tool_id where p.review_id = review.id
$$;

-- Invitations to review.
create policy maker_select on public.review_campaigns for select to authenticated using (private.acts_for_maker(tool_id));

-- Makes an invitation to review a tool, and returns its code.
create function public.create_campaign(tool uuid, name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  written constant text := private.strip_markup(coalesce(create_campaign.name, ''));
  new_code text;
begin
  perform private.require_factor();
  perform private.require_maker(create_campaign.tool);
  perform private.refuse_if(length(written) not between 1 and 80,
    'check_violation', 'The name of an invitation has 1 to 80 characters.');
  perform private.count_daily_use('campaigns', 20);
  insert into public.review_campaigns (tool_id, name) values (create_campaign.tool, written) returning code into new_code;
  return new_code;
end $$;
grant execute on function public.create_campaign to authenticated;

-- Ends an invitation: its link marks no further reviews.
create function public.close_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_tool uuid;
begin
  perform private.require_factor();
  select c.tool_id into of_tool from public.review_campaigns c where c.id = close_campaign.campaign;
  perform private.refuse_if(not found, 'PT404', 'We could not find this invitation.');
  perform private.require_maker(of_tool);
  update public.review_campaigns c set closed_at = now() where c.id = close_campaign.campaign and c.closed_at is null;
end $$;
grant execute on function public.close_campaign to authenticated;

-- The open invitation of a tool with a code, or null.
create function public.find_campaign(tool uuid, code text) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.review_campaigns c where c.tool_id = find_campaign.tool and c.code = find_campaign.code and c.closed_at is null
$$;
grant execute on function public.find_campaign to anon, authenticated, service_role;

create function private.refuse_ended_campaign(review public.reviews) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(private.is_client_request() and not exists (select from public.review_campaigns c
    where c.id = review.campaign_id and c.tool_id = review.tool_id and c.closed_at is null),
    'check_violation', 'This invitation has ended.');
end $$;

-- Whether a decision agrees with the reports that it closed, also after an appeal. Null while there is none.
create function private.is_report_upheld(decision bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select (d.action <> 'keep') <> (d.appeal_outcome is not distinct from 'reversed')
  from public.moderation_decisions d where d.number = is_report_upheld.decision
$$;

-- Raises if a maker has five open reports, or if three of its last five were rejected within 30 days. Reports of one maker
-- run one after the other.
create function private.require_report_of_maker(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rejected record;
begin
  perform pg_advisory_xact_lock(hashtext('report of ' || company));
  perform private.refuse_if((select count(*) from private.reports r where r.from_maker = company and r.status = 'open') >= 5,
    'PT429', 'You have five open reports. Please wait until we have decided about them. You can report illegal content at any time.');
  select count(*) as reports, max(last.closed_at) + interval '30 days' as ends_at into rejected
    from (
      select r.decision, r.closed_at from private.reports r
      where r.from_maker = company and r.status = 'resolved' order by r.closed_at desc, r.number desc limit 5
    ) last where not private.is_report_upheld(last.decision);
  if rejected.reports >= 3 and rejected.ends_at > now() then
    raise exception 'Three of your last five reports were rejected. You can report again on %. You can report illegal content at any time.',
      to_char(rejected.ends_at at time zone 'utc', 'Mon FMDD, YYYY') using errcode = 'PT429';
  end if;
end $$;

-- What the maker of a tool does with its reviews:
--   answered     the share of reviews with a reply, from 0 to 1
--   median_days  from a review to its reply
--   reports      [{rating, made, upheld}], of reviews with this rating that the maker has reported
--   invited      {reviews, mean}, of reviews that it has invited, and others of the rest
create function public.maker_stats(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with reviewed as (
    select r.rating, r.campaign_id is not null as is_invited, p.review_id is not null as is_answered,
      extract(epoch from p.created_at - r.created_at) / 86400 as days
    from public.reviews r left join public.review_replies p on p.review_id = r.id where r.tool_id = maker_stats.tool
  ), reported as (
    select r.rating, count(*) as made, count(*) filter (where private.is_report_upheld(r.decision)) as upheld
    from private.reports r where r.tool_id = maker_stats.tool and r.from_maker is not null group by r.rating
  )
  select jsonb_build_object(
    'answered', coalesce(round(avg(is_answered::integer), 4), 0),
    'median_days', round((percentile_cont(0.5) within group (order by days))::numeric, 1),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('rating', rating, 'made', made, 'upheld', upheld) order by rating), '[]') from reported),
    'invited', jsonb_build_object('reviews', count(*) filter (where is_invited), 'mean', round(avg(rating) filter (where is_invited), 2)),
    'others', jsonb_build_object('reviews', count(*) filter (where not is_invited), 'mean', round(avg(rating) filter (where not is_invited), 2)))
  from reviewed
$$;
-- The same of a tool, for reads of several.
create function public.maker_figures(tool public.tools) returns jsonb
language sql stable security definer set search_path = '' as $$ select public.maker_stats(tool.id) where private.is_area_on('makers') $$;
grant execute on function public.maker_stats, public.maker_figures to anon, authenticated, service_role;
