-- A software tool. `category` is what its submitter said; `categories` is where it is listed.
-- Rating, counts, slug and search columns are kept by triggers; nobody may write them.
create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint tool_name_length check (length(name) between 1 and 100),
  slug text not null constraint tools_slug_key unique,
  description text not null constraint tool_description_length check (length(description) between 1 and 1000),
  logo_url text constraint tool_logo_url_format check (private.is_web_address(logo_url)),
  website_url text constraint tool_website_url_format check (private.is_web_address(website_url)),
  category text not null constraint tool_category_length check (length(category) between 1 and 100),
  categories text[] not null default '{}',
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  rating_average numeric(3, 2) generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
  website_host text,
  website_key text constraint tools_website_key unique,
  submitted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_folded text not null default '',
  search tsvector not null default ''
);

-- Spec 2 §5: lower case, each run of other characters one hyphen, none at the ends.
create function private.slug_of(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-')
$$;

create function private.fold(value text) returns text
language sql stable set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent', value))
$$;

create function private.prepare_tool() returns trigger
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
  new.website_key := new.website_host
    || rtrim(coalesce(substring(new.website_url from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/');
  new.name_folded := private.fold(new.name);
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold(new.description)), 'D');
  new.updated_at := now();
  return new;
end $$;
create trigger prepare_tool before insert or update of name, description, category, website_url, logo_url
  on public.tools for each row execute function private.prepare_tool();

create index tools_search_idx on public.tools using gin (search);
create index tools_name_trigrams_idx on public.tools using gin (name_folded extensions.gin_trgm_ops);
create index tools_categories_idx on public.tools using gin (categories);
create index tools_name_idx on public.tools (name_folded collate "C", id);
create index tools_rating_idx on public.tools (coalesce(rating_average, 0) desc, review_count desc, id desc);
create index tools_review_count_idx on public.tools (review_count desc, id desc);
create index tools_website_host_idx on public.tools (website_host);
create index tools_submitted_by_idx on public.tools (submitted_by);

alter table public.tools enable row level security;
create policy select_anyone on public.tools for select using (true);
create policy insert_signed_in on public.tools for insert to authenticated with check (submitted_by = (select auth.uid()));
grant select on public.tools to anon, authenticated;
-- The client sends a slug (spec 2 §7); the trigger decides it.
grant insert (name, slug, description, category, website_url, logo_url) on public.tools to authenticated;
