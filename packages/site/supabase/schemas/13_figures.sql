-- Figures and selections that the pages show: of the site, of a category, of a tool, of launches.

create function public.category_counts() returns table (name text, tool_count bigint)
language sql stable security definer set search_path = '' as $$
  select c.name, coalesce((select sum(counted) from private.tool_counts where category = c.name), 0)::bigint
  from public.categories c order by c.position
$$;

-- The best rated tools, then the most reviewed (spec 2 §9), without those whose logo is a placeholder.
create function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t where %s order by %s limit %s',
    private.build_featured_filter(), private.build_featured_order(), least(greatest(how_many, 1), 24));
end $$;

-- The condition and the order of public.featured_tools, which public.explain_rank also uses.
create function private.build_featured_filter() returns text
language sql immutable set search_path = '' as $$
  select $filter$coalesce(t.logo_url, '') not like '%placeholder%'$filter$
$$;
create function private.build_featured_order() returns text
language sql immutable set search_path = '' as $$
  select 'coalesce(t.rating_average, 0) desc, t.review_count desc, t.id desc'
$$;

-- The most reviewed tools of a category, for its plot of rating against number of reviews.
--   in_category  as in search_tools
create function public.category_landscape(in_category text)
returns table (id uuid, name text, slug text, rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.rating_average, t.review_count from public.tools t
     where t.review_count > 0 and %s order by t.review_count desc, t.id desc limit 40',
    private.build_tool_filter('true', null, in_category, 0));
end $$;

-- The 200 tools that share the rarest capabilities with a tool, as SQL text: rows of tool_id and shared. A capability of few
-- tools says more about what a tool is for than one of many, and it says more about a tool that has few.
create function private.build_shared_capabilities(tool uuid) returns text
language sql stable set search_path = '' as $$
  select format('select s.tool_id, round((s.rarity / sqrt((select t.capability_count from public.tools t where t.id = s.tool_id)))::numeric, 4) as shared
    from (select l.tool_id, sum(own.rarity) as rarity from public.tool_capabilities l
      join (values %s) as own (capability, rarity) on own.capability = l.capability
      -- The list as well, because the planner knows how rare its entries are.
      where l.capability = any (%L::text[]) and l.tool_id <> %L group by l.tool_id order by sum(own.rarity) desc, l.tool_id limit 200) s',
    coalesce(string_agg(format('(%L, %s::float8)', c.slug, round(ln(1 + total.tools / greatest(c.tool_count, 1)::numeric), 6)), ', ' order by c.slug),
      '(null::text, null::float8)'), coalesce(array_agg(c.slug), '{}'), build_shared_capabilities.tool)
  from public.tool_capabilities l join public.capabilities c on c.slug = l.capability,
    (select coalesce(sum(counted), 0) as tools from private.tool_counts where category = '') as total
  where l.tool_id = build_shared_capabilities.tool
$$;

-- The order of alternatives that share equally much, which is that of the index tools_adjusted_rating_idx.
create function private.build_alternatives_order() returns text
language sql immutable set search_path = '' as $$
  select 'coalesce(t.adjusted_rating, 0) desc, t.review_count desc, t.id desc'
$$;

-- The ids of public.tool_alternatives in their order.
--   tool_filter  of private.build_tool_filter
create function private.list_alternatives(tool uuid, how_many integer, tool_filter text default 'true') returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  close_tools uuid[];
  other_tools uuid[] := '{}';
begin
  execute format('select array(select t.id from (%s) s join public.tools t on t.id = s.tool_id where %s order by s.shared desc, %s limit %s)',
    private.build_shared_capabilities(tool), tool_filter, private.build_alternatives_order(), how_many) into close_tools;
  if cardinality(close_tools) < how_many then
    -- The categories are written into the query, because the planner has to know how rare they are.
    execute format('select array(select t.id from public.tools t where t.categories && %L::text[] and t.review_count > 0 and t.id <> all(%L::uuid[]) and %s order by %s limit %s)',
      (select categories from public.tools where id = list_alternatives.tool), close_tools || list_alternatives.tool, tool_filter,
      private.build_alternatives_order(), how_many - cardinality(close_tools)) into other_tools;
  end if;
  return close_tools || other_tools;
end $$;

-- The tools that share capabilities with a tool, those with the rarest first, then other reviewed tools of its categories
-- by adjusted rating. min_rating, pricing, platform, license and alive filter them as those of public.search_tools do.
create function public.tool_alternatives(tool uuid, how_many integer default 4, min_rating numeric default 0,
  pricing text default null, platform text default null, license text default null, alive text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
  from unnest(private.list_alternatives(tool, least(greatest(coalesce(how_many, 4), 1), 24),
    private.build_tool_filter('true', null, null, min_rating, private.build_wanted_facets(pricing, platform, license, alive)))) with ordinality as listed (tool_id, place)
  join public.tools t on t.id = listed.tool_id order by listed.place
$$;

-- The capabilities that tools with one often have, those that other tools rarely have first.
create function public.related_capabilities(capability text)
returns table (slug text, name text, tool_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, c.tool_count
  from (
    select other.capability, count(*) as shared from public.tool_capabilities own
    join public.tool_capabilities other on other.tool_id = own.tool_id and other.capability <> own.capability
    where own.capability = related_capabilities.capability group by other.capability
  ) pairs join public.capabilities c on c.slug = pairs.capability
  where pairs.shared > 1
  order by pairs.shared ^ 2 / c.tool_count desc, c.name limit 8
$$;
grant execute on function public.related_capabilities to anon, authenticated, service_role;

-- The uses with at least four reviewed tools, those first whose tools have the most reviews, and up to five tools of each, the
-- most reviewed first. Of the tools the 1,000 most reviewed are looked at.
create function public.reviewed_capabilities()
returns table (slug text, name text, tools uuid[])
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, (array_agg(t.id order by t.review_count desc, t.id desc))[1:5]
  from (select id, review_count from public.tools where review_count > 0 order by review_count desc, id desc limit 1000) t
  join public.tool_capabilities l on l.tool_id = t.id join public.capabilities c on c.slug = l.capability
  group by c.slug having count(*) >= 4
  order by sum(t.review_count) desc, c.slug limit 30
$$;
grant execute on function public.reviewed_capabilities to anon, authenticated, service_role;

-- A summary of one tool's reviews (spec 2 §2):
--   distribution  how many of all reviews gave each rating
--   said_by       of how many reviews pros and cons are: the newest, at most 1,000, because they
--                 describe the tool of today and cost the same however many reviews there are
--   pros, cons    up to 6 distinct ones each, the most mentioned first
create function public.tool_review_summary(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as (
    select pros, cons from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000
  ), entries as (
    select 'pros' as side, pro as entry from newest, unnest(pros) as pro
    union all
    select 'cons', con from newest, unnest(cons) as con
  ), ranked as (
    select side, min(entry) as entry, count(*) as mentions,
      row_number() over (partition by side order by count(*) desc, lower(entry)) as place
    from entries group by side, lower(entry)
  ), ratings as (
    select star, coalesce((select sum(counted) from private.tool_review_days where tool_id = tool and rating = star), 0) as reviews
    from generate_series(1, 5) as star
  )
  select jsonb_build_object(
    'distribution', (select jsonb_object_agg(star, reviews) from ratings),
    'said_by', (select count(*) from newest),
    'pros', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'pros' and place <= 6), '[]'),
    'cons', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'cons' and place <= 6), '[]'))
$$;

-- The pros and cons of a review in lower case, as tool_review_summary groups them: computed fields for
-- the filter of a tool's page.
create function public.folded_pros(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.pros) as entry)
$$;
create function public.folded_cons(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.cons) as entry)
$$;

-- How the rating of a tool developed and who gave it:
--   months  [{month, reviews, average}], the last 36 months with a review, the oldest first; the
--           average is that of all reviews until the end of the month
--   roles   [{name, reviewers}], of the authors of the newest 1,000 reviews
--   sizes   [{name, reviewers}], of their companies
--   counted {roles, sizes}, how many authors have a role, or a company with a size
-- Only what a visitor may see of people is counted: others show job and company to members alone. A role or a size of
-- fewer than five people is left out, because they could be recognized.
create function public.tool_insight(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with months as (
    select date_trunc('month', day)::date as month, sum(counted) as reviews, sum(rating * counted) as stars
    from private.tool_review_days where tool_id = tool group by 1 having sum(counted) > 0
  ), running as (
    select month, reviews, round(sum(stars) over so_far / sum(reviews) over so_far, 2) as average,
      row_number() over (order by month desc) as back
    from months window so_far as (order by month)
  ), reviewers as (
    select p.user_role as role, employer.size
    from (select user_id from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000) r
    join private.profiles p on p.user_id = r.user_id and p.profile_visibility = 'public'
    left join lateral (
      select c.size from public.company_members m join public.companies c on c.id = m.company_id
      where m.user_id = p.user_id and c.size is not null order by m.created_at limit 1
    ) employer on true
  ), groups as (
    select 'roles' as kind, role as name, count(*) as reviewers from reviewers group by role
    union all
    select 'sizes', size, count(*) from reviewers where size is not null group by size
  ), large_groups as (
    select kind, jsonb_agg(jsonb_build_object('name', name, 'reviewers', reviewers) order by reviewers desc, name) as shares
    from groups where reviewers >= 5 group by kind
  )
  select jsonb_build_object(
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'reviews', reviews, 'average', average) order by month)
      from running where back <= 36), '[]'),
    'roles', coalesce((select shares from large_groups where kind = 'roles'), '[]'),
    'sizes', coalesce((select shares from large_groups where kind = 'sizes'), '[]'),
    'counted', (select jsonb_build_object('roles', count(*), 'sizes', count(size)) from reviewers))
$$;

-- The figures of the trust center and, without demo content, of the home page (spec 2 §9). Growth
-- compares the last 30 days with the 30 days before, the trend compares the average of the last 90
-- days with the average until then. Members that end in _percent are not rounded. All but the counts are
-- null where there is nothing to measure; `years` is the time since the first review.
create function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select coalesce(sum(counted), 0) from private.tool_counts where category = ''),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'reviewers'),
    'people', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'people'),
    'experts', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'experts'),
    'signed_reviews', coalesce(sum(signed), 0),
    'average', round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1),
    'average_lately', round(sum(rating * reviews) filter (where day > today - 90)::numeric
      / nullif(sum(reviews) filter (where day > today - 90), 0), 2),
    'average_before', round(sum(rating * reviews) filter (where day <= today - 90)::numeric
      / nullif(sum(reviews) filter (where day <= today - 90), 0), 2),
    'distribution', jsonb_build_object(
      1, coalesce(sum(reviews) filter (where rating = 1), 0), 2, coalesce(sum(reviews) filter (where rating = 2), 0),
      3, coalesce(sum(reviews) filter (where rating = 3), 0), 4, coalesce(sum(reviews) filter (where rating = 4), 0),
      5, coalesce(sum(reviews) filter (where rating = 5), 0)),
    'signed_percent', 100.0 * sum(signed) / nullif(sum(reviews), 0),
    -- Of the people whose job a visitor may see; of fewer than five it would tell of one of them.
    'job_percent', (select 100.0 * coalesce(sum(counted) filter (where figure = 'with_job'), 0)
      / nullif(sum(counted) filter (where figure = 'public'), 0) from private.people_counts
      having sum(counted) filter (where figure = 'public') >= 5),
    'positive_percent', 100.0 * coalesce(sum(reviews) filter (where rating >= 4), 0) / nullif(sum(reviews), 0),
    'distribution_percent', jsonb_build_object(
      1, 100.0 * coalesce(sum(reviews) filter (where rating = 1), 0) / nullif(sum(reviews), 0),
      2, 100.0 * coalesce(sum(reviews) filter (where rating = 2), 0) / nullif(sum(reviews), 0),
      3, 100.0 * coalesce(sum(reviews) filter (where rating = 3), 0) / nullif(sum(reviews), 0),
      4, 100.0 * coalesce(sum(reviews) filter (where rating = 4), 0) / nullif(sum(reviews), 0),
      5, 100.0 * coalesce(sum(reviews) filter (where rating = 5), 0) / nullif(sum(reviews), 0)),
    'quality', 20 * round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1),
    'growth_percent', 100.0 * coalesce(sum(reviews) filter (where day > today - 30), 0)
      / nullif(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0) - 100,
    'years', (max(today) - min(day) filter (where reviews > 0)) / 365.25)
  from private.review_days, (select (now() at time zone 'utc')::date as today) clock
$$;

-- The number of launches with a status (docs/decisions/0004), on one day, or from that day to another.
create function public.count_launches(of_status text, on_day date default null, until_day date default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(counted), 0) from private.launch_days, (select (now() at time zone 'utc')::date as today) clock
  where case when on_day is not null then launch_date between on_day and coalesce(until_day, on_day)
    when of_status = 'live' then launch_date = today
    when of_status = 'scheduled' then launch_date > today
    when of_status = 'ended' then launch_date < today
    else false end
$$;

-- The average of all reviews of a tool, to one decimal, and their number. The average is null without reviews.
create function public.tool_figures(tool uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('average', round(t.rating_average, 1), 'reviews', t.review_count)
  from public.tools t where t.id = tool_figures.tool
$$;

-- The figures of a profile and its trust card (spec 1 §9); null if the caller may not see them. The site
-- does not measure a response rate.
create function public.profile_figures(username text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'reviews', s.reviews, 'helpful_votes', s.votes, 'profile_views', coalesce(s.profile_views, 0),
    'followers', coalesce(s.followers_count, 0), 'following', coalesce(s.following_count, 0),
    'trust_score', least(85 + 2 * s.reviews, 100),
    'helpfulness', round(least(4 + s.votes::numeric / greatest(s.reviews, 1), 5), 1),
    'response_rate', null)
  from public.person_named(profile_figures.username) p
  join (select *, coalesce(total_reviews, 0) as reviews, coalesce(helpful_votes, 0) as votes from public.user_stats) s
    on s.user_id = p.user_id
$$;

grant execute on function public.category_counts, public.featured_tools, public.category_landscape,
  public.tool_alternatives, public.tool_review_summary, public.folded_pros, public.folded_cons, public.tool_insight,
  public.trust_figures, public.count_launches, public.tool_figures,
  public.profile_figures to anon, authenticated, service_role;
