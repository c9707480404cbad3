-- What the screens of the tools area read beyond the first migrations.

-- A tool's reviews in each order that its page offers; the newest have their index already.
create index reviews_tool_id_helpful_idx on public.reviews (tool_id, helpful_count desc, created_at desc, id desc);
create index reviews_tool_id_best_idx on public.reviews (tool_id, rating desc, created_at desc, id desc);

-- What two listings of one website share: host, path and query, without what only says where a
-- reader came from.
create function private.website_key(website text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(btrim(website) from '(?i)^https?://(?:www\.)?([^/:?#]+)'))
    || rtrim(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/')
    || coalesce('?' || nullif(btrim(regexp_replace(substring(btrim(website) from '\?([^#]*)'),
      '(^|&)(utm_[a-z]+|ref|source)=[^&]*', '', 'g'), '&'), ''), '')
$$;

-- The tool that another of this name or website would repeat (same slug, or same website).
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

-- A day that calendars and pages can show.
alter table private.launches add constraint launch_date_range
  check (launch_date >= '2000-01-01' and launch_date < '2100-01-01');

-- A host that an address can have, and a port that exists.
create or replace function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[[:alnum:]]([[:alnum:].-]*[[:alnum:]])?(:[0-9]{1,5})?([/?#][^\s<>"''\\]*)?$'
    and length(value) <= 2048
    and coalesce(substring(value from '(?i)^https?://[^/?#:]+:([0-9]+)')::numeric, 0) <= 65535
$$;

-- What people write in a review may speak of code: it is kept as it was written. Pages escape it.
create or replace function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.trimmed(new.title);
  new.content := private.trimmed(new.content);
  new.pros := array(select private.trimmed(entry) from unnest(new.pros) entry);
  new.cons := array(select private.trimmed(entry) from unnest(new.cons) entry);
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;

-- As private.plain_text trims: also line breaks and signs that are not seen.
create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- As before, but for the website's key: two pages of one shop differ only in their query.
create or replace function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.plain_text(new.name);
  new.description := private.plain_text(new.description);
  new.category := private.plain_text(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' then
    new.slug := private.slug_of(new.name);
    -- A name without a Latin letter has no slug, and one shaped like an id would never be found.
    if new.slug = '' or new.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
      new.slug := 'tool-' || left(new.id::text, 8);
    end if;
    if private.is_visitor() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.categories_of(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.website_key(new.website_url);
  new.name_folded := private.fold(new.name);
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold(new.description)), 'D');
  new.updated_at := now();
  return new;
end $$;
update public.tools set website_url = website_url where website_url like '%?%';
