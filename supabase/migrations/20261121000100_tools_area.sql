-- What the screens of the tools area read beyond the first migrations.

-- A tool's reviews in each order that its page offers; the newest have their index already.
create index reviews_tool_id_helpful_idx on public.reviews (tool_id, helpful_count desc, created_at desc, id desc);
create index reviews_tool_id_best_idx on public.reviews (tool_id, rating desc, created_at desc, id desc);

-- Host and path of an address: what two listings of one tool share. As private.prepare_tool has it.
create function private.website_key(website text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(btrim(website) from '(?i)^https?://(?:www\.)?([^/:?#]+)'))
    || rtrim(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/')
$$;

-- The tool that another of this name or website would repeat (same slug, or same host and path).
-- The unique keys of public.tools refuse it; this tells so before anything is sent.
create function public.tool_already_listed(tool_name text, website text default null)
returns table (name text, slug text, same text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select private.slug_of(private.plain_text(left(tool_name, 200))) as slug,
      private.website_key(left(website, 2048)) as website_key
  )
  select t.name, t.slug, case when t.slug = w.slug then 'name' else 'website' end
  from wanted w join public.tools t on (w.slug <> '' and t.slug = w.slug) or t.website_key = w.website_key
  order by t.slug = w.slug desc
  limit 1
$$;

-- The measured figures behind the trust center and, without demo content, the tiles (spec 2 §9).
-- Growth compares the last 30 days with the 30 before; the trend compares the average of the last
-- 90 days with that of all before.
create or replace function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select count(*) from public.tools),
    'reviews', count(*),
    'reviewers', count(distinct user_id),
    'people', (select count(*) from private.profiles),
    'people_with_job', (select count(*) from private.profiles where job_title is not null),
    'experts', (select count(*) from public.user_stats where total_reviews >= 20),
    'signed_reviews', count(user_id),
    'average', coalesce(round(avg(rating), 1), 0),
    'last_30_days', count(*) filter (where created_at > now() - interval '30 days'),
    'days_30_to_60', count(*) filter (where created_at <= now() - interval '30 days'
      and created_at > now() - interval '60 days'),
    'average_lately', round(avg(rating) filter (where created_at > now() - interval '90 days'), 2),
    'average_before', round(avg(rating) filter (where created_at <= now() - interval '90 days'), 2),
    'distribution', jsonb_build_object(
      1, count(*) filter (where rating = 1), 2, count(*) filter (where rating = 2),
      3, count(*) filter (where rating = 3), 4, count(*) filter (where rating = 4),
      5, count(*) filter (where rating = 5)))
  from public.reviews
$$;

grant execute on function public.tool_already_listed to anon, authenticated, service_role;
