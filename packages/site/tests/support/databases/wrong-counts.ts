import type { TestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'

/** Finds each stored count that differs from its rows. */
export const findWrongCounts = (db: TestDatabase) =>
  db.asOwner(`
    select 'tool' as kind, t.id from tools t
      where review_count <> (select count(*) from reviews where tool_id = t.id)
        or rating_sum <> (select coalesce(sum(rating), 0) from reviews where tool_id = t.id)
        or rating_counts <> array(select (select count(*)::int from reviews r where r.tool_id = t.id and r.rating = star
            and coalesce(r.relationship, 'none') = 'none' and coalesce(r.incentive, 'none') = 'none')
          from generate_series(1, 5) star order by star)
        or (counted_reviews, adjusted_rating, rating_high) is distinct from
          (select row(e.counted, e.low, e.high) from private.estimate_rating(rating_counts) e)
    union all select 'review', r.id from reviews r
      where helpful_count <> (select count(*) from review_helpful_votes where review_id = r.id)
    union all select 'person', s.user_id from user_stats s
      where total_reviews <> (select count(*) from reviews where user_id = s.user_id)
        or helpful_votes <> (select coalesce(sum(helpful_count), 0) from reviews where user_id = s.user_id)
        or followers_count <> (select count(*) from user_follows where following_id = s.user_id)
        or following_count <> (select count(*) from user_follows where follower_id = s.user_id)
          + (select count(*) from company_follows where user_id = s.user_id)
    union all select 'day', null from (
        select (created_at at time zone 'utc')::date as day, rating, count(*) as reviews, count(user_id) as signed
        from reviews group by 1, 2) counted
      full join private.review_days stored using (day, rating)
      where (coalesce(counted.reviews, 0), coalesce(counted.signed, 0)) <> (coalesce(stored.reviews, 0), coalesce(stored.signed, 0))
    union all select 'category', null from (
        select unnest(categories || ''::text) as category, coalesce(rating_average, 0) as rating, count(*) as tools
        from tools group by 1, 2) counted
      full join private.tool_counts stored using (category, rating)
      where coalesce(counted.tools, 0) <> coalesce(stored.counted, 0)
    union all select 'facet', null from (
        select listed as category, facet, count(*) as tools
        from tools, unnest(categories || ''::text) as listed, unnest(facets) as facet group by 1, 2) counted
      full join private.facet_counts stored using (category, facet)
      where coalesce(counted.tools, 0) <> coalesce(stored.counted, 0)
    union all select 'day of a tool', coalesce(counted.tool_id, stored.tool_id) from (
        select tool_id, (created_at at time zone 'utc')::date as day, rating, count(*) as reviews
        from reviews group by 1, 2, 3) counted
      full join private.tool_review_days stored using (tool_id, day, rating)
      where coalesce(counted.reviews, 0) <> coalesce(stored.counted, 0)
    union all select 'people', null from (
        select 'people' as figure, count(*) as people from private.profiles
        union all select 'with_job', count(job_title) from private.profiles
        union all select 'reviewers', count(*) from user_stats where total_reviews > 0
        union all select 'experts', count(*) from user_stats where total_reviews >= 20) counted
      full join private.people_counts stored using (figure)
      where coalesce(counted.people, 0) <> coalesce(stored.counted, 0)
    union all select 'launch day', null from (
        select launch_date, count(*) as launches from private.launches group by 1) counted
      full join private.launch_days stored using (launch_date)
      where coalesce(counted.launches, 0) <> coalesce(stored.counted, 0)
    union all select 'company', c.id from companies c
      where followers_count <> (select count(*) from company_follows where company_id = c.id)
    union all select 'launch', l.id from private.launches l
      where upvotes_count <> (select count(*) from launch_upvotes where launch_id = l.id)`)
