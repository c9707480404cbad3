-- The figures of the screens, from the counts that are kept.

create or replace function public.category_counts() returns table (name text, tool_count bigint)
language sql stable security definer set search_path = '' as $$
  select c.name, coalesce((select sum(counted) from private.tool_counts where category = c.name), 0)::bigint
  from public.categories c order by c.position
$$;

-- As before (spec 2 §2), but what people like and dislike, and who they are, is taken from a tool's
-- newest reviews, 1,000 at the most: they say what it is like now, and cost the same however many
-- there are.
--   said_by  from how many reviews pros and cons are
create or replace function public.tool_review_summary(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as (
    select pros, cons from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000
  ), said as (
    select 'pros' as side, pro as entry from newest, unnest(pros) as pro
    union all
    select 'cons', con from newest, unnest(cons) as con
  ), named as (
    select side, min(entry) as entry, count(*) as mentions,
      row_number() over (partition by side order by count(*) desc, lower(entry)) as place
    from said group by side, lower(entry)
  ), ratings as (
    select star, coalesce((select sum(counted) from private.tool_months where tool_id = tool and rating = star), 0) as reviews
    from generate_series(1, 5) as star
  )
  select jsonb_build_object(
    'distribution', (select jsonb_object_agg(star, reviews) from ratings),
    'said_by', (select count(*) from newest),
    'pros', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from named where side = 'pros' and place <= 6), '[]'),
    'cons', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from named where side = 'cons' and place <= 6), '[]'))
$$;

create or replace function public.tool_insight(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with months as (
    select month, sum(counted) as reviews, sum(rating * counted) as stars
    from private.tool_months where tool_id = tool group by month having sum(counted) > 0
  ), running as (
    select month, reviews, round(sum(stars) over so_far / sum(reviews) over so_far, 2) as average,
      row_number() over (order by month desc) as back
    from months window so_far as (order by month)
  ), reviewers as (
    select p.user_role as role, employer.size
    from (select user_id from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000) r
    join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
    left join lateral (
      select c.size from public.company_members m join public.companies c on c.id = m.company_id
      where m.user_id = p.user_id and c.size is not null order by m.created_at limit 1
    ) employer on true
  ), groups as (
    select 'roles' as kind, role as name, count(*) as reviewers from reviewers group by role
    union all
    select 'sizes', size, count(*) from reviewers where size is not null group by size
  ), known as (
    select kind, jsonb_agg(jsonb_build_object('name', name, 'reviewers', reviewers) order by reviewers desc, name) as shares
    from groups group by kind having sum(reviewers) >= 5
  )
  select jsonb_build_object(
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'reviews', reviews, 'average', average) order by month)
      from running where back <= 36), '[]'),
    'roles', coalesce((select shares from known where kind = 'roles'), '[]'),
    'sizes', coalesce((select shares from known where kind = 'sizes'), '[]'))
$$;

create or replace function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select coalesce(sum(counted), 0) from private.tool_counts where category = ''),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'reviewers'),
    'people', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'people'),
    'people_with_job', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'with_job'),
    'experts', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'experts'),
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

-- Nobody reads these any more.
drop index public.user_stats_reviewers_idx, private.profiles_with_job_idx;
