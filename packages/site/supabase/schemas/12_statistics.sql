-- Counts of many rows, which triggers keep up to date, so that no reader counts a whole table; and the
-- functions that read them. The counts of one tool, person or launch are columns of its own row.

-- The number of tools in a category with a rating average. The category '' is all tools, the rating 0
-- the unrated.
create table private.tool_counts (
  category text not null,
  rating numeric(3, 2) not null,
  counted integer not null,
  primary key (category, rating)
);
call private.secure_internal_table('private.tool_counts');

-- The number of tools in a category with a facet. The category '' is all tools.
create table private.facet_counts (
  category text not null,
  facet text not null,
  counted integer not null,
  primary key (category, facet)
);
call private.secure_internal_table('private.facet_counts');

-- The number of one tool's reviews of a day (UTC) with a rating. Not to be confused with
-- private.review_days, which counts the reviews of all tools.
create table private.tool_review_days (
  tool_id uuid not null references public.tools (id) on delete cascade,
  day date not null,
  rating smallint not null,
  counted integer not null,
  primary key (tool_id, day, rating)
);
call private.secure_internal_table('private.tool_review_days');

-- The number of all reviews of a day (UTC) with a rating, and of those whose author still has an
-- account ("signed").
create table private.review_days (
  day date not null,
  rating smallint not null,
  reviews integer not null,
  signed integer not null,
  primary key (day, rating)
);
call private.secure_internal_table('private.review_days');

-- The number of people, of those with a job title ("with_job"), of those who have written a review
-- ("reviewers") and of those who have written 20 ("experts"). Not to be confused with
-- public.user_stats, the counts of one person.
create table private.people_counts (
  figure text primary key,
  counted integer not null
);
call private.secure_internal_table('private.people_counts');

-- The number of launches on a day.
create table private.launch_days (
  launch_date date primary key,
  counted integer not null
);
call private.secure_internal_table('private.launch_days');

-- After a statement on a table: adds what it inserted to a table of counts and subtracts what it deleted.
--   tg_argv[0]  the table of counts, with a column "counted"
--   tg_argv[1]  its key
--   tg_argv[2]  a query for the key's values and a "step", of the rows in %2$s that count %1$s each
-- It writes in the order of the key, so that statements that change the same counts queue. It skips
-- counts that stay the same, as with an update of other columns.
create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  steps text[];
begin
  if tg_op <> 'DELETE' then steps := steps || format(tg_argv[2], 1, 'new_rows'); end if;
  if tg_op <> 'INSERT' then steps := steps || format(tg_argv[2], -1, 'old_rows'); end if;
  execute format(
    'insert into %1$s as counts (%2$s, counted)
     select %2$s, sum(step) from (%3$s) steps group by %2$s having sum(step) <> 0 order by %2$s
     on conflict (%2$s) do update set counted = counts.counted + excluded.counted',
    tg_argv[0], tg_argv[1], array_to_string(steps, ' union all '));
  return null;
end $$;

-- Counts the rows of a table with the arguments of count_rows.
create procedure private.count_table(target regclass, name text, with_updates boolean, variadic arguments text[])
language plpgsql set search_path = '' as $$
declare
  called constant text := format('for each statement execute function private.count_rows(%s)',
    (select string_agg(quote_literal(argument), ', ') from unnest(arguments) as argument));
begin
  execute format('create trigger %s_on_insert after insert on %s referencing new table as new_rows %s', name, target, called);
  execute format('create trigger %s_on_delete after delete on %s referencing old table as old_rows %s', name, target, called);
  if with_updates then
    execute format('create trigger %s_on_update after update on %s referencing old table as old_rows new table as new_rows %s',
      name, target, called);
  end if;
end $$;
call private.count_table('private.profiles', 'count_people', true, 'private.people_counts', 'figure',
  $$select unnest(case when profile_visibility <> 'public' then '{people}'::text[] when job_title is null then '{people,public}'
    else '{people,public,with_job}' end) as figure, %1$s as step from %2$s$$);

-- Of tools, reviews and launches an insert, an update and a deletion count alike: the rows before and those after it.

create function private.count_launches(before private.launches[], after private.launches[]) returns void
language sql set search_path = '' as $$
  insert into private.launch_days as counts (launch_date, counted)
  select launch_date, sum(step) from (
    select launch_date, 1 as step from unnest(after) where not is_draft
    union all select launch_date, -1 from unnest(before) where not is_draft
  ) steps group by 1 having sum(step) <> 0 order by 1
  on conflict (launch_date) do update set counted = counts.counted + excluded.counted
$$;

create function private.count_tools(before public.tools[], after public.tools[]) returns void
language sql set search_path = '' as $$
  insert into private.tool_counts as counts (category, rating, counted)
  select category, rating, sum(step) from (
    select unnest(categories || ''::text) as category, coalesce(rating_average, 0) as rating, -1 as step from unnest(before)
    union all select unnest(categories || ''::text), coalesce(rating_average, 0), 1 from unnest(after)
  ) steps group by 1, 2 having sum(step) <> 0 order by 1, 2
  on conflict (category, rating) do update set counted = counts.counted + excluded.counted
$$;

create function private.count_facets(before public.tools[], after public.tools[]) returns void
language sql set search_path = '' as $$
  insert into private.facet_counts as counts (category, facet, counted)
  select category, facet, sum(step) from (
    select listed as category, facet, -1 as step from unnest(before), unnest(categories || ''::text) as listed, unnest(facets) as facet
    union all
    select listed, facet, 1 from unnest(after), unnest(categories || ''::text) as listed, unnest(facets) as facet
  ) steps group by 1, 2 having sum(step) <> 0 order by 1, 2
  on conflict (category, facet) do update set counted = counts.counted + excluded.counted
$$;

create function private.count_reviewers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people_counts as counts (figure, counted)
  select figure, (coalesce(new.total_reviews, 0) >= least)::integer - (coalesce(old.total_reviews, 0) >= least)::integer
  from (values ('experts', 20), ('reviewers', 1)) figures (figure, least)
  on conflict (figure) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_reviewers_on_update after update on public.user_stats for each row
  when ((old.total_reviews >= 1) <> (new.total_reviews >= 1) or (old.total_reviews >= 20) <> (new.total_reviews >= 20))
  execute function private.count_reviewers();
create trigger count_reviewers_on_delete after delete on public.user_stats for each row
  when (old.total_reviews >= 1) execute function private.count_reviewers();

-- 06_following.sql says why these work by statement, in the order of the keys and without some joins: an account that is
-- deleted without its reviews changes many of them. A deleted tool takes its days with it.
create function private.count_reviews_per_period(before public.reviews[], after public.reviews[]) returns void
language plpgsql set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into private.tool_review_days as counts (tool_id, day, rating, counted)
  select tool_id, (created_at at time zone 'utc')::date, rating, sum(step)
  from (
    select tool_id, created_at, rating, 1 as step from unnest(after)
    union all select tool_id, created_at, rating, -1 from unnest(before)
  ) steps
  where exists (select from public.tools where id = steps.tool_id)
  group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  on conflict (tool_id, day, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, sum(step), sum(signed)
  from (
    select created_at, rating, 1 as step, (user_id is not null)::integer as signed from unnest(after)
    union all select created_at, rating, -1, -(user_id is not null)::integer from unnest(before)
  ) steps
  group by 1, 2 having sum(step) <> 0 or sum(signed) <> 0 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
end $$;

-- Reviews move to another tool when theirs is merged. count_changed_rating has added a difference of ratings to the new
-- tool, so the old rating moves.
create function private.count_moved_reviews(before public.reviews[], after public.reviews[]) returns void
language plpgsql set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform from public.tools where id in (select tool_id from unnest(before || after)) order by id for no key update;
  update public.tools tool set review_count = review_count + reviews, rating_sum = rating_sum + ratings,
      rating_counts = private.add_counts(private.add_counts(rating_counts, -1, left_by), 1, joined_by)
    from (
      select steps.tool_id, sum(step) as reviews, sum(step * rating) as ratings,
        array_agg(rating) filter (where step < 0 and is_independent) as left_by,
        array_agg(rating) filter (where step > 0 and is_independent) as joined_by
      from (
        select unnest(array[o.tool_id, n.tool_id]) as tool_id, unnest(array[-1, 1]) as step, o.rating,
          private.is_independent(o.relationship, o.incentive) as is_independent
        from unnest(before) o join unnest(after) n on n.id = o.id and n.tool_id <> o.tool_id
      ) steps group by steps.tool_id
    ) counted
    where tool.id = counted.tool_id;
end $$;
