-- Facts and subcategories of tools, and the mark of sample reviews.
alter table public.tools add subcategories text[] not null default '{}'
  constraint tool_subcategories_count check (cardinality(subcategories) <= 5);
create index tools_subcategories_idx on public.tools using gin (subcategories);

create table public.tool_facts (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  pricing_model text check (pricing_model in ('free', 'freemium', 'paid', 'on_request')),
  license text constraint tool_facts_license_length check (length(license) between 1 and 50)
);
alter table public.tool_facts enable row level security;
create policy anyone_select on public.tool_facts for select using (true);
create policy service_all on public.tool_facts to service_role using (true) with check (true);
grant select on public.tool_facts to anon, authenticated;

alter table public.reviews add is_sample boolean not null default false;

create or replace function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  compared public.tools;
  most constant integer := least(greatest(coalesce(how_many, 4), 1), 24);
begin
  select * into compared from public.tools where tools.id = tool;
  return query execute format(
    'with close as (
       select t.*, true as is_close from public.tools t
       where t.subcategories && %1$L::text[] and t.categories && %2$L::text[] and t.id <> %3$L and t.review_count > 0
       order by (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id limit %4$s
     ), others as (
       select t.*, false as is_close from public.tools t
       where t.categories && %2$L::text[] and not t.subcategories && %1$L::text[] and t.id <> %3$L and t.review_count > 0
       order by (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id limit %4$s
     )
     select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from (select * from close union all select * from others) t
     order by t.is_close desc, (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id
     limit %4$s',
    compared.subcategories, compared.categories, tool, most);
end $$;

drop trigger announce_facts on public.tools;
create trigger announce_facts after update on public.tools
  for each row when (
    (old.name, old.slug, old.description, old.logo_url, old.website_url, old.category, old.categories,
     old.subcategories, old.updated_at)
    is distinct from (new.name, new.slug, new.description, new.logo_url, new.website_url, new.category, new.categories,
     new.subcategories, new.updated_at))
  execute function private.announce_tags('tools', 'tool:id');
create trigger announce_tags after insert or update or delete on public.tool_facts
  for each row execute function private.announce_tags('tool:tool_id');
create trigger announce_truncate after truncate on public.tool_facts
  for each statement execute function private.announce_all_tags();
