-- What screens count is kept as it changes, so that no reader counts a whole table.

-- After a statement on a table: moves the counts of its rows by what came and what went.
--   tg_argv[0]  the table of counts, with a column "counted"
--   tg_argv[1]  its key
--   tg_argv[2]  a query of the key's values and a "step", of rows in %2$s that count %1$s each
-- In one order of rows, so that statements that change the same wait in line; what cancels out, as a
-- change of other columns does, touches none.
create function private.keep_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved text[];
begin
  if tg_op <> 'DELETE' then moved := moved || format(tg_argv[2], 1, 'new_rows'); end if;
  if tg_op <> 'INSERT' then moved := moved || format(tg_argv[2], -1, 'old_rows'); end if;
  execute format(
    'insert into %1$s as kept (%2$s, counted)
     select %2$s, sum(step) from (%3$s) moved group by %2$s having sum(step) <> 0 order by %2$s
     on conflict (%2$s) do update set counted = kept.counted + excluded.counted',
    tg_argv[0], tg_argv[1], array_to_string(moved, ' union all '));
  return null;
end $$;

-- Counts the rows of a table that there are, and keeps the counts from now on; parameters as above.
create function private.start_counting(source regclass, counts regclass, key text, query text) returns void
language plpgsql set search_path = '' as $$
declare
  event text;
begin
  foreach event in array '{insert,update,delete}'::text[] loop
    execute format(
      'create trigger keep_counts_on_%s after %1$s on %s referencing %s for each statement execute function private.keep_counts(%L, %L, %L)',
      event, source, case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end, counts, key, query);
  end loop;
  execute format('insert into %s (%s, counted) select %2$s, sum(step) from (%s) moved group by %2$s',
    counts, key, format(query, 1, source));
end $$;

-- Tools by category and average: '' is all of them, 0 the unrated.
create table private.tool_counts (
  category text not null,
  rating numeric(3, 2) not null,
  counted integer not null,
  primary key (category, rating)
);

-- A tool's reviews by month (UTC) and rating: how its ratings lie, and how they moved.
create table private.tool_months (
  tool_id uuid not null references public.tools (id) on delete cascade,
  month date not null,
  rating smallint not null,
  counted integer not null,
  primary key (tool_id, month, rating)
);

-- People, and those who say what they do ("with_job"); those who wrote a review, and those who wrote 20.
create table private.people_counts (
  figure text primary key,
  counted integer not null
);

do $$
declare
  name regclass;
begin
  foreach name in array '{private.tool_counts,private.tool_months,private.people_counts}'::regclass[] loop
    execute format('alter table %s enable row level security', name);
    execute format('create policy all_service on %s to service_role using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %s to service_role', name);
  end loop;
end $$;

-- The months of a tool that has gone have gone before its reviews.
select private.start_counting('public.reviews', 'private.tool_months', 'tool_id, month, rating',
  'select tool_id, date_trunc(''month'', created_at at time zone ''utc'')::date as month, rating, %1$s as step
   from %2$s review where exists (select from public.tools where id = review.tool_id)');
select private.start_counting('private.profiles', 'private.people_counts', 'figure',
  'select unnest(case when job_title is null then ''{people}''::text[] else ''{people,with_job}'' end) as figure, %1$s as step from %2$s');

-- Reviews change their tool and their author one by one, and seldom what is counted of them: only
-- then are these called.
create function private.keep_tool_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.tool_counts as kept (category, rating, counted)
  select category, rating, sum(step) from (
    select unnest(old.categories || ''::text) as category, coalesce(old.rating_average, 0) as rating, -1 as step where tg_op <> 'INSERT'
    union all
    select unnest(new.categories || ''::text), coalesce(new.rating_average, 0), 1 where tg_op <> 'DELETE'
  ) moved group by category, rating order by category, rating
  on conflict (category, rating) do update set counted = kept.counted + excluded.counted;
  return null;
end $$;
create trigger keep_tool_counts after insert or delete on public.tools
  for each row execute function private.keep_tool_counts();
create trigger keep_changed_tool_counts after update on public.tools for each row
  when (old.rating_average is distinct from new.rating_average or old.categories <> new.categories)
  execute function private.keep_tool_counts();

create function private.keep_reviewer_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people_counts as kept (figure, counted)
  select figure, (coalesce(new.total_reviews, 0) >= least)::integer - (coalesce(old.total_reviews, 0) >= least)::integer
  from (values ('experts', 20), ('reviewers', 1)) known (figure, least)
  on conflict (figure) do update set counted = kept.counted + excluded.counted;
  return null;
end $$;
create trigger keep_reviewer_counts after update on public.user_stats for each row
  when ((old.total_reviews >= 1) <> (new.total_reviews >= 1) or (old.total_reviews >= 20) <> (new.total_reviews >= 20))
  execute function private.keep_reviewer_counts();
create trigger keep_gone_reviewer_counts after delete on public.user_stats for each row
  when (old.total_reviews >= 1) execute function private.keep_reviewer_counts();

insert into private.tool_counts (category, rating, counted)
select unnest(categories || ''::text), coalesce(rating_average, 0), count(*) from public.tools group by 1, 2;
insert into private.people_counts (figure, counted)
select unnest(case when total_reviews < 20 then '{reviewers}'::text[] else '{experts,reviewers}' end), count(*)
from public.user_stats where total_reviews > 0 group by 1;
