-- How many reviews of which rating a day (UTC) brought, and how many of them are somebody's: the
-- site's figures are counted from these, and not from every review that was ever written.
create table private.review_days (
  day date not null,
  rating smallint not null,
  reviews integer not null,
  signed integer not null,
  primary key (day, rating)
);
alter table private.review_days enable row level security;
create policy all_service on private.review_days to service_role using (true) with check (true);
grant select, insert, update, delete on private.review_days to service_role;

-- Once a statement, and in one order of days: two statements that change several wait in line.
create function private.keep_review_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  part constant text := 'select (created_at at time zone ''utc'')::date as day, rating, %1$s as reviews, %1$s * (user_id is not null)::integer as signed from %2$s';
  parts text[];
begin
  if tg_op <> 'DELETE' then parts := parts || format(part, 1, 'new_rows'); end if;
  if tg_op <> 'INSERT' then parts := parts || format(part, -1, 'old_rows'); end if;
  execute format(
    'insert into private.review_days as kept (day, rating, reviews, signed)
     select day, rating, sum(reviews), sum(signed) from (%s) as moved
     group by day, rating having sum(reviews) <> 0 or sum(signed) <> 0 order by day, rating
     on conflict (day, rating) do update set reviews = kept.reviews + excluded.reviews, signed = kept.signed + excluded.signed',
    array_to_string(parts, ' union all '));
  return null;
end $$;
create trigger keep_review_days_inserted after insert on public.reviews
  referencing new table as new_rows for each statement execute function private.keep_review_days();
create trigger keep_review_days_updated after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_review_days();
create trigger keep_review_days_deleted after delete on public.reviews
  referencing old table as old_rows for each statement execute function private.keep_review_days();

insert into private.review_days (day, rating, reviews, signed)
select (created_at at time zone 'utc')::date, rating, count(*), count(user_id) from public.reviews group by 1, 2;

create index user_stats_reviewers_idx on public.user_stats (total_reviews) where total_reviews > 0;
create index profiles_with_job_idx on private.profiles (user_id) where job_title is not null;

create or replace function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select count(*) from public.tools),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select count(*) from public.user_stats where total_reviews > 0),
    'people', (select count(*) from private.profiles),
    'people_with_job', (select count(*) from private.profiles where job_title is not null),
    'experts', (select count(*) from public.user_stats where total_reviews >= 20),
    'signed_reviews', coalesce(sum(signed), 0),
    'average', coalesce(round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'last_30_days', coalesce(sum(reviews) filter (where day > today - 30), 0),
    'days_30_to_60', coalesce(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0),
    'average_lately', round(sum(rating * reviews) filter (where day > today - 90)::numeric
      / nullif(sum(reviews) filter (where day > today - 90), 0), 2),
    'average_before', round(sum(rating * reviews) filter (where day <= today - 90)::numeric
      / nullif(sum(reviews) filter (where day <= today - 90), 0), 2),
    'distribution', jsonb_build_object(
      1, coalesce(sum(reviews) filter (where rating = 1), 0), 2, coalesce(sum(reviews) filter (where rating = 2), 0),
      3, coalesce(sum(reviews) filter (where rating = 3), 0), 4, coalesce(sum(reviews) filter (where rating = 4), 0),
      5, coalesce(sum(reviews) filter (where rating = 5), 0)))
  from private.review_days, (select (now() at time zone 'utc')::date as today) clock
$$;
