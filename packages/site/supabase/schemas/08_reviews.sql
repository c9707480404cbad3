-- Whether the adjusted rating counts a review: its author has no relationship to the maker and got nothing for it.
create function private.is_independent(relationship text, incentive text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(relationship, 'none') = 'none' and coalesce(incentive, 'none') = 'none'
$$;

-- An invitation to review that a maker sends out. Its code is in the links; reviews that come from them are marked.
create table public.review_campaigns (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  code text not null constraint review_campaigns_code_key unique
    default left(encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'), 10),
  name text not null constraint review_campaigns_name_length check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index review_campaigns_tool_id_idx on public.review_campaigns (tool_id, created_at desc);
call private.secure_table('public.review_campaigns');
grant select on public.review_campaigns to authenticated;

-- A member's review of a tool; one per member and tool. When a member deletes the account and keeps
-- the reviews, user_id is null and the site shows "Anonymous User".
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid references private.profiles (user_id) on delete set null,
  rating smallint not null constraint review_rating_range check (rating between 1 and 5),
  title text not null constraint review_title_length check (length(title) between 1 and 100),
  content text not null constraint review_content_length check (length(content) between 10 and 1000),
  pros text[] not null default '{}' constraint review_pros_tidy check (private.is_tidy_list(pros)),
  cons text[] not null default '{}' constraint review_cons_tidy check (private.is_tidy_list(cons)),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether it is demo content. No client can set it.
  is_sample boolean not null default false,
  -- The context of use, which the author may give. The first and the last day of use are dates in the past.
  used_version text constraint review_used_version_length check (length(used_version) between 1 and 40),
  used_plan text constraint review_used_plan check (used_plan in ('free', 'trial', 'paid', 'self_hosted')),
  used_from date,
  used_until date,
  relationship text constraint review_relationship
    check (relationship in ('none', 'maker', 'partner', 'competitor', 'investor')),
  incentive text constraint review_incentive check (incentive in ('none', 'gift', 'discount', 'free_access', 'payment')),
  -- Slugs of capabilities that the tool had when the author chose them. They stay if the tool or the site loses one.
  used_for text[] not null default '{}',
  -- Whether the relationship is a fact that the site knows (39_makers.sql). Its author cannot change it.
  is_relationship_found boolean not null default false,
  -- The invitation of the maker through which it was written.
  campaign_id uuid references public.review_campaigns (id) on delete set null,
  -- Triggers write these (30_review_history.sql): the number of the current version, when it was written if it is
  -- not the first, and the day of the first review of a member who deleted it and wrote it again.
  revision integer not null default 1,
  edited_at timestamptz,
  first_published_on date,
  -- The day on which the author last said that it is still true (43_notification_emails.sql).
  confirmed_on date,
  constraint reviews_one_per_person unique (tool_id, user_id)
);
-- A tool's reviews in each order that its page offers.
create index reviews_tool_id_idx on public.reviews (tool_id, created_at desc, id desc);
create index reviews_tool_id_helpful_idx on public.reviews (tool_id, helpful_count desc, created_at desc, id desc);
create index reviews_tool_id_best_idx on public.reviews (tool_id, rating desc, created_at desc, id desc);
create index reviews_user_id_idx on public.reviews (user_id, created_at desc);
create index reviews_created_at_idx on public.reviews (created_at desc);
-- What public.tool_capability_figures counts.
create index reviews_used_for_idx on public.reviews (tool_id) include (id, rating, used_for) where used_for <> '{}';
-- The few that the adjusted rating does not count.
create index reviews_not_independent_idx on public.reviews (tool_id)
  where relationship <> 'none' or incentive <> 'none';
create index reviews_campaign_id_idx on public.reviews (campaign_id) where campaign_id is not null;

call private.secure_public_table('public.reviews');
create policy owner_insert on public.reviews for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_update on public.reviews for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_delete on public.reviews for delete to authenticated using (user_id = (select auth.uid()));
grant insert (tool_id, user_id, rating, title, content, pros, cons, used_version, used_plan, used_from, used_until,
    relationship, incentive, used_for, campaign_id),
  update (rating, title, content, pros, cons, used_version, used_plan, used_from, used_until, relationship, incentive, used_for),
  delete on public.reviews to authenticated;

-- The reply of a tool's maker to a review; one per review, signed by the company.
create table public.review_replies (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  content text not null constraint review_reply_length check (length(content) between 10 and 2000),
  -- The version of the review that it answers.
  review_revision integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index review_replies_tool_id_idx on public.review_replies (tool_id, created_at desc, review_id desc);
create index review_replies_company_id_idx on public.review_replies (company_id);
call private.secure_public_table('public.review_replies');

-- A version of a reply before the company changed it.
create table public.review_reply_revisions (
  review_id uuid not null references public.review_replies (review_id) on delete cascade,
  number integer not null,
  content text not null,
  review_revision integer not null,
  written_at timestamptz not null,
  primary key (review_id, number)
);
call private.secure_public_table('public.review_reply_revisions');

-- A review may show code, so its text keeps its angle brackets. Pages escape them.
create function private.prepare_review(new public.reviews, old public.reviews) returns public.reviews
language plpgsql set search_path = '' as $$
declare
  known text[] := '{}';
begin
  new.title := private.trim_text(private.clean_line(new.title));
  new.content := private.trim_text(private.clean_paragraphs(new.content));
  new.pros := array(select private.trim_text(private.clean_line(entry)) from unnest(new.pros) entry);
  new.cons := array(select private.trim_text(private.clean_line(entry)) from unnest(new.cons) entry);
  new.used_version := nullif(private.trim_text(private.clean_line(new.used_version)), '');
  perform private.refuse_if(greatest(new.used_from, new.used_until) > (now() at time zone 'utc')::date,
    'check_violation', 'The date can''t be in the future.');
  -- Also for dates before Christ and -infinity, which pages cannot show.
  perform private.refuse_if(least(new.used_from, new.used_until) < '1950-01-01', 'check_violation', 'The date can''t be before 1950.');
  perform private.refuse_if(new.used_until < new.used_from, 'check_violation', 'The end date can''t be before the start date.');
  new.used_for := array(select distinct slug from unnest(new.used_for) as slug where slug is not null order by slug);
  perform private.refuse_if(cardinality(new.used_for) > 5, 'check_violation', 'Please choose at most five uses.');
  -- One that the tool has lost since, or that was merged, does not keep the author from changing the review.
  if old.id is not null then
    known := old.used_for || array(select r.capability from public.capability_redirects r where r.slug = any (old.used_for));
  end if;
  if private.get_content_move() = '' and exists (
    select slug from unnest(new.used_for) as slug
    where slug <> all (known)
      and not exists (select from public.tool_capabilities l where l.tool_id = new.tool_id and l.capability = slug))
  then
    raise exception 'Please choose uses of this tool.' using errcode = 'check_violation';
  end if;
  if old.id is not null then new.updated_at := now(); end if;
  return new;
end $$;

-- A vote that a review is helpful; one per member and review, and never for the own review. The
-- primary key is not (review_id, user_id): a table whose primary key is two foreign keys is a junction
-- for clients, so that a review's "profiles" would be its author or its voters, which is refused as
-- ambiguous.
create table public.review_helpful_votes (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The version of the review that the member read.
  revision integer not null default 1,
  unique (review_id, user_id)
);
create index review_helpful_votes_user_id_idx on public.review_helpful_votes (user_id);
call private.secure_own_table('public.review_helpful_votes');
grant select, insert (review_id, user_id), delete on public.review_helpful_votes to authenticated;

-- Something that a person did, for the public profile and the dashboard; only triggers write it. Not
-- to be confused with audit_logs, which only the account's owner reads.
create table public.user_activities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  activity_type text not null check (activity_type in ('review_created')),
  review_id uuid references public.reviews (id) on delete cascade,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index user_activities_user_id_idx on public.user_activities (user_id, created_at desc);
create index user_activities_review_id_idx on public.user_activities (review_id);
call private.secure_table('public.user_activities');
create policy anyone_select_unless_private on public.user_activities for select using (not private.is_hidden(user_id));
grant select on public.user_activities to anon, authenticated;

-- Adds ratings to counts per star, or subtracts them.
--   step     1 or -1
--   ratings  null for none
create function private.add_counts(counts integer[], step integer, ratings smallint[]) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select counts[star] + step * cardinality(array_positions(coalesce(ratings, '{}'), star::smallint))
    from generate_series(1, 5) as star order by star)
$$;

-- The functions that count: 06_following.sql says why they work by statement, in the order of ids and
-- without some joins. They lock a tool before a person. Sums change by differences, so that two
-- reviews at the same moment both count.
--   step  1 after an insert, -1 after a deletion
create function private.count_reviews(changed public.reviews[], step integer) returns void
language plpgsql set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform from public.tools where id in (select tool_id from unnest(changed)) order by id for no key update;
  update public.tools tool set review_count = review_count + step * reviews, rating_sum = rating_sum + step * ratings,
      rating_counts = private.add_counts(rating_counts, step, independent)
    from (select tool_id, count(*) as reviews, sum(rating) as ratings,
        array_agg(rating) filter (where private.is_independent(relationship, incentive)) as independent
      from unnest(changed) group by tool_id) counted
    where tool.id = counted.tool_id;
  perform from public.user_stats where user_id in (select user_id from unnest(changed)) order by user_id for no key update;
  -- A new review has no votes; a deleted one takes its votes with it.
  update public.user_stats person
    set total_reviews = total_reviews + step * reviews, helpful_votes = helpful_votes - case when step < 0 then helpful else 0 end
    from (select user_id, count(*) as reviews, sum(helpful_count) as helpful from unnest(changed) group by user_id) counted
    where person.user_id = counted.user_id;
  if step > 0 then
    insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
    select review.user_id, 'review_created', review.id, review.created_at,
      jsonb_build_object('rating', review.rating, 'review_id', review.id, 'tool_id', tool.id, 'tool_name', tool.name, 'tool_slug', tool.slug)
    from unnest(changed) review join public.tools tool on tool.id = review.tool_id
    where review.user_id is not null;
  end if;
end $$;

create function private.count_changed_rating(old public.reviews, new public.reviews) returns void
language plpgsql set search_path = '' as $$
begin
  update public.tools set rating_sum = rating_sum + new.rating - old.rating,
      rating_counts = private.add_counts(
        private.add_counts(rating_counts, -1, case when private.is_independent(old.relationship, old.incentive) then array[old.rating] end),
        1, case when private.is_independent(new.relationship, new.incentive) then array[new.rating] end)
    where id = new.tool_id;
  if new.rating <> old.rating then
    update public.user_activities set metadata = metadata || jsonb_build_object('rating', new.rating)
      where review_id = new.id;
  end if;
end $$;

-- Votes that are deleted with their review change nothing here: count_reviews has subtracted them
-- from the author's count.
create function private.count_helpful_votes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.reviews where id in (select review_id from changed_rows) order by id for no key update;
  if step > 0 and exists (
    select from changed_rows vote join public.reviews review on review.id = vote.review_id where review.user_id = vote.user_id
  ) then
    raise exception 'You cannot vote for your own review' using errcode = 'check_violation';
  end if;
  update public.reviews review set helpful_count = helpful_count + step * votes
    from (select review_id, count(*) as votes from changed_rows group by review_id) counted
    where review.id = counted.review_id;
  perform from public.user_stats where user_id in (
    select review.user_id from changed_rows vote join public.reviews review on review.id = vote.review_id
  ) order by user_id for no key update;
  update public.user_stats author set helpful_votes = helpful_votes + step * votes
    from (
      select review.user_id, count(*) as votes
      from changed_rows vote join public.reviews review on review.id = vote.review_id group by review.user_id
    ) counted
    where author.user_id = counted.user_id;
  return null;
end $$;
call private.add_statement_triggers('public.review_helpful_votes', 'count_helpful_votes');
