-- The reviews of a tool by version, plan and day, and the days with far more reviews than usual (spec 8 §1).

-- The days (UTC) with at least 10 reviews and 8 times the usual number: the daily mean of the 84 days that end a week
-- before, compared as at least 0.5. `top` is how many reviews have the most frequent rating.
create function private.find_bursts(tool uuid)
returns table (day date, reviews bigint, usual numeric, top_rating integer, top integer)
language sql stable set search_path = '' as $$
  with days as (
    select d.day, sum(d.counted) as reviews, (array_agg(d.rating::integer order by d.counted desc, d.rating))[1] as top_rating,
      max(d.counted) as top
    from private.tool_review_days d where d.tool_id = find_bursts.tool group by d.day having sum(d.counted) > 0
  ), compared as (
    select d.day, d.reviews, d.top_rating, d.top, coalesce(sum(d.reviews)
      over (order by d.day range between '90 days' preceding and '7 days' preceding) / 84, 0) as usual
    from days d
  )
  select c.day, c.reviews, c.usual, c.top_rating, c.top from compared c where c.reviews >= 10 and c.reviews >= 8 * greatest(0.5, c.usual)
$$;

-- The bursts of a tool, the newest first.
--   top_share          the share of the day's reviews that have its most frequent rating
--   new_account_share  the share whose author's account was new
create function public.tool_review_bursts(tool uuid)
returns table (day date, reviews integer, usual numeric, top_rating integer, top_share numeric, new_account_share numeric)
language sql stable security definer set search_path = '' as $$
  select b.day, b.reviews::integer, round(b.usual, 2), b.top_rating, round(b.top::numeric / b.reviews, 4), (
    select round(count(*) filter (where p.created_at > r.created_at - make_interval(hours => settings.new_account_hours))::numeric
      / nullif(count(*), 0), 4)
    from public.reviews r left join private.profiles p on p.user_id = r.user_id
    where r.tool_id = tool_review_bursts.tool
      and r.created_at >= b.day::timestamp at time zone 'utc' and r.created_at < (b.day + 1)::timestamp at time zone 'utc')
  -- Offset 0: the setting is read once.
  from private.find_bursts(tool) b, (select private.get_setting('new_account_hours')::integer as new_account_hours offset 0) settings
  order by b.day desc
$$;

-- The reviews of a tool that match all filters that are given.
--   version          also finds what begins with it: 3 finds 3.2 and "v3 beta", and not 30. "current" is the latest
--                    version among the tool's facts, and finds nothing if they have none.
--   since            the first day (UTC) of writing
--   without_bursts   leaves out the reviews of public.tool_review_bursts
create function public.tool_reviews(tool uuid, version text default null, plan text default null, since date default null,
  without_bursts boolean default false)
returns setof public.reviews
language plpgsql stable security definer set search_path = '' rows 100 as $$
declare
  wanted constant text := case when version = 'current'
    then (select f.latest_version from public.tool_facts f where f.tool_id = tool_reviews.tool) else version end;
  -- A backslash before any other character than a letter or a digit means that character.
  pattern constant text := '^v?' || regexp_replace(regexp_replace(left(wanted, 40), '^v(?=\d)', '', 'i'), '([^[:alnum:]])', '\\\1', 'g')
    || '(?![[:alnum:]])';
  burst_days constant date[] := case when without_bursts
    then array(select b.day from private.find_bursts(tool_reviews.tool) b) else '{}' end;
begin
  return query select r.* from public.reviews r
    where r.tool_id = tool_reviews.tool
      and (version is null or r.used_version ~* pattern)
      and (plan is null or r.used_plan = plan)
      and (since is null or r.created_at >= since::timestamp at time zone 'utc')
      and (burst_days = '{}' or (r.created_at at time zone 'utc')::date <> all (burst_days));
end $$;

-- The figures of the reviews that match: {reviews, mean, low, high, distribution}. `mean` is the average of all that
-- match, as tools.rating_average is. low and high are those of public.tool_rating_estimate.
create function public.tool_review_stats(tool uuid, version text default null, plan text default null, since date default null,
  without_bursts boolean default false)
returns jsonb
language sql stable security definer set search_path = '' as $$
  with stars as (
    select star, count(r.id)::integer as reviews,
      (count(r.id) filter (where private.is_independent(r.relationship, r.incentive)))::integer as independent
    from generate_series(1, 5) as star left join public.tool_reviews(tool, version, plan, since, without_bursts) r on r.rating = star
    group by star
  ), totals as (
    select sum(reviews) as reviews, round(sum(star * reviews)::numeric / nullif(sum(reviews), 0), 2) as mean,
      jsonb_object_agg(star, reviews) as distribution, array_agg(independent order by star) as counts
    from stars
  )
  select jsonb_build_object('reviews', t.reviews, 'mean', t.mean, 'low', e.low, 'high', e.high,
    'distribution', t.distribution)
  from totals t, private.estimate_rating(t.counts) e
$$;

grant execute on function public.tool_review_bursts, public.tool_reviews, public.tool_review_stats to anon, authenticated, service_role;
