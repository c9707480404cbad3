-- Tools by what their reviews prove: few are drawn towards the middle, as one five-star review proves
-- less than fifty of four and a half.
create index tools_proven_idx on public.tools (((rating_sum + 17.5) / (review_count + 5)) desc, review_count desc, id)
  where review_count > 0;

-- As before. The categories are written out: the planner has to know how rare they are.
create or replace function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t
     where t.categories && %L::text[] and t.id <> %L and t.review_count > 0
     order by (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id
     limit %s',
    (select categories from public.tools where tools.id = tool), tool, least(greatest(coalesce(how_many, 4), 1), 24));
end $$;
