-- What helps to decide: how a rating moved, who gave it, what else there is, and how a category lies.

-- What stands behind a tool's rating beyond its spread:
--   months  each month with a review, oldest first, at most 36: {month, reviews, average}, the
--           average being of all reviews up to its end
--   roles   [{name, reviewers}], of the people who show what they do
--   sizes   [{name, reviewers}], of their companies
-- Who is private is never counted, and fewer than five people are nobody: they could be told apart.
create function public.tool_insight(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with months as (
    select date_trunc('month', created_at at time zone 'utc')::date as month, count(*) as reviews, sum(rating) as stars
    from public.reviews where tool_id = tool group by 1
  ), running as (
    select month, reviews, round(sum(stars) over so_far / sum(reviews) over so_far, 2) as average,
      row_number() over (order by month desc) as back
    from months window so_far as (order by month)
  ), reviewers as (
    select p.user_role as role, employer.size
    from public.reviews r
    join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
    left join lateral (
      select c.size from public.company_members m join public.companies c on c.id = m.company_id
      where m.user_id = p.user_id and c.size is not null order by m.created_at limit 1
    ) employer on true
    where r.tool_id = tool
  ), groups as (
    select 'roles' as kind, role as name, count(*) as reviewers from reviewers group by role
    union all
    select 'sizes', size, count(*) from reviewers where size is not null group by size
  ), known as (
    select kind, jsonb_agg(jsonb_build_object('name', name, 'reviewers', reviewers) order by reviewers desc, name) as counted
    from groups group by kind having sum(reviewers) >= 5
  )
  select jsonb_build_object(
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'reviews', reviews, 'average', average) order by month)
      from running where back <= 36), '[]'),
    'roles', coalesce((select counted from known where kind = 'roles'), '[]'),
    'sizes', coalesce((select counted from known where kind = 'sizes'), '[]'))
$$;

-- Other tools of the same category, the best first: few reviews are drawn towards the middle, as one
-- five-star review proves less than fifty of four and a half.
create function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
  from public.tools t
  where t.categories && (select categories from public.tools where id = tool) and t.id <> tool and t.review_count > 0
  order by (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id
  limit least(greatest(how_many, 1), 24)
$$;

-- The most reviewed tools of a category, for its plot of rating against number of reviews.
--   in_category  as in search_tools
create function public.category_landscape(in_category text, how_many integer default 40)
returns table (id uuid, name text, slug text, rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.rating_average, t.review_count from public.tools t
     where t.review_count > 0 and %s order by t.review_count desc, t.id desc limit %s',
    private.tool_predicate('', in_category, 0), least(greatest(coalesce(how_many, 40), 1), 100));
end $$;

grant execute on function public.tool_insight, public.tool_alternatives, public.category_landscape
  to anon, authenticated, service_role;
