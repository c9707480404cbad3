-- One of the 20 categories that the site lists tools in. A tool's own `category` is free text: it is
-- matched with these by alias. The first alias is the value of /all-tools?category= (spec 2 §2).
create table public.categories (
  name text primary key,
  slug text not null unique,
  description text not null,
  icon text not null,
  color text not null,
  subcategories text[] not null,
  trending boolean not null default false,
  aliases text[] not null check (cardinality(aliases) > 0),
  position smallint not null unique
);
call private.secure_public_table('public.categories');

-- What tools can be used for: a vocabulary that moderators maintain. People search for its names and synonyms.
create table public.capabilities (
  slug text primary key constraint capability_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null constraint capability_name_length check (length(name) between 2 and 60),
  category text not null references public.categories (name),
  description text not null default '' constraint capability_description_length check (length(description) <= 300),
  synonyms text[] not null default '{}' constraint capability_synonyms_count check (cardinality(synonyms) <= 30),
  tool_count integer not null default 0
);
create unique index capabilities_name_key on public.capabilities (lower(name));
create index capabilities_category_idx on public.capabilities (category);
call private.secure_public_table('public.capabilities');

-- The terms that name a capability or a category, and the stems of their words. A search matches a term if it has all of
-- its stems, in any order.
create table private.search_terms (
  term text not null,
  stems text[] not null,
  kind text not null check (kind in ('capability', 'category')),
  slug text not null,
  is_name boolean not null,
  primary key (term, kind, slug)
);
create index search_terms_stems_idx on private.search_terms using gin (stems);
create index search_terms_slug_idx on private.search_terms (kind, slug);
call private.secure_internal_table('private.search_terms');

create function private.index_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  term_kind constant text := tg_argv[0];
  other_terms jsonb;
begin
  if tg_op <> 'INSERT' then
    delete from private.search_terms where kind = term_kind and slug = old.slug;
  end if;
  if tg_op <> 'DELETE' then
    other_terms := case term_kind when 'capability' then to_jsonb(new) -> 'synonyms' else to_jsonb(new) -> 'aliases' end;
    -- A term with a hyphen or a slash is also written as one word: "e-commerce", "CI/CD".
    insert into private.search_terms (term, stems, kind, slug, is_name)
    select term, private.stem_term(term), term_kind, new.slug, bool_or(is_name) from (
      select private.normalize_search_text(variant) as term, place = 0 as is_name
      from (select new.name as written, 0 as place union all select * from jsonb_array_elements_text(other_terms) with ordinality) terms,
        unnest(array[written, regexp_replace(written, '[-/]', '', 'g')]) as variant
    ) variants where private.stem_term(term) <> '{}' group by term;
  end if;
  return null;
end $$;
create trigger index_terms after insert or update of slug, name, aliases or delete on public.categories
  for each row execute function private.index_terms('category');
create trigger index_terms after insert or update of slug, name, synonyms or delete on public.capabilities
  for each row execute function private.index_terms('capability');

insert into public.categories (position, name, slug, icon, color, trending, description, subcategories, aliases) values
(1, 'AI & Automation', 'ai-automation', 'bot', 'violet', true, 'Assistants, machine learning and tools that do the routine work for you.', '{Assistants,"Machine Learning","Workflow Automation",Agents}', '{ai,automation,"artificial intelligence","machine learning",chatbot}'),
(2, 'Design & Creative', 'design-creative', 'palette', 'pink', false, 'Draw, prototype and illustrate, alone or together.', '{"UI Design",Prototyping,Illustration,"3D"}', '{design,creative,graphics,prototyping}'),
(3, 'Marketing & Sales', 'marketing-sales', 'megaphone', 'orange', true, 'Find customers, talk to them and keep the pipeline moving.', '{CRM,"Email Marketing",SEO,Advertising}', '{marketing,sales,crm,seo,advertising}'),
(4, 'Productivity', 'productivity', 'list-checks', 'sky', false, 'Notes, tasks, calendars and projects in order.', '{Notes,Tasks,Calendars,"Project Management"}', '{productivity,"project management","task management",notes}'),
(5, 'Development', 'development', 'code', 'indigo', true, 'Editors, repositories, testing and everything around code.', '{Editors,"Version Control",Testing,APIs}', '{development,developer,coding,programming}'),
(6, 'Analytics', 'analytics', 'chart-column', 'cyan', false, 'See what happens in your product and your business.', '{"Web Analytics","Product Analytics","Business Intelligence",Dashboards}', '{analytics,"business intelligence",reporting}'),
(7, 'Communication', 'communication', 'messages-square', 'teal', false, 'Chat, calls and email for teams.', '{Chat,"Video Calls",Email,"Voice"}', '{communication,messaging,chat,conferencing,email}'),
(8, 'Finance & Business', 'finance-business', 'wallet', 'emerald', true, 'Invoices, books, payments and plans.', '{Accounting,Invoicing,Payments,Expenses}', '{finance,accounting,invoicing,payments,business}'),
(9, 'E-commerce & Retail', 'e-commerce-retail', 'shopping-cart', 'amber', true, 'Open a shop, sell everywhere and ship.', '{"Shop Platforms",Checkout,Shipping,"Point of Sale"}', '{e-commerce,ecommerce,retail,shop}'),
(10, 'Security & Privacy', 'security-privacy', 'shield-check', 'red', true, 'Protect accounts, devices and data.', '{"Password Managers","Identity",VPN,"Threat Detection"}', '{security,privacy,password,vpn}'),
(11, 'Education & Learning', 'education-learning', 'graduation-cap', 'lime', false, 'Courses, classrooms and practice.', '{Courses,Classrooms,Languages,Flashcards}', '{education,learning,training,courses}'),
(12, 'Customer Support', 'customer-support', 'life-buoy', 'blue', true, 'Answer people quickly and remember what they said.', '{"Help Desk","Live Chat","Knowledge Base",Feedback}', '{"customer support",support,"help desk",helpdesk,"customer service"}'),
(13, 'HR & Recruitment', 'hr-recruitment', 'users', 'fuchsia', false, 'Hire, pay and look after people.', '{Recruiting,Payroll,Onboarding,"Performance"}', '{hr,recruitment,recruiting,"human resources",payroll}'),
(14, 'Content Management', 'content-management', 'file-text', 'stone', false, 'Write, structure and publish.', '{CMS,"Headless CMS",Documentation,Wikis}', '{"content management",cms,publishing,blogging,website}'),
(15, 'Social Media Management', 'social-media-management', 'share-2', 'rose', true, 'Plan, publish and listen across networks.', '{Scheduling,Listening,Influencers,Analytics}', '{"social media",social,influencer}'),
(16, 'Video & Audio', 'video-audio', 'clapperboard', 'purple', false, 'Record, edit and stream.', '{"Video Editing","Audio Editing",Streaming,Podcasts}', '{video,audio,podcast,streaming,music}'),
(17, 'Data & Database', 'data-database', 'database', 'slate', false, 'Store, move and query data.', '{Databases,Warehouses,Pipelines,"Data Quality"}', '{database,"data warehouse","data pipeline",etl,data}'),
(18, 'DevOps & Infrastructure', 'devops-infrastructure', 'server-cog', 'zinc', true, 'Build, ship, run and watch software.', '{CI/CD,Hosting,Monitoring,Containers}', '{devops,infrastructure,hosting,monitoring,cloud}'),
(19, 'Legal & Compliance', 'legal-compliance', 'scale', 'yellow', false, 'Contracts, signatures, policies and proof.', '{"E-signature",Contracts,Compliance,"Legal Research"}', '{legal,compliance,contract,e-signature}'),
(20, 'Real Estate', 'real-estate', 'house', 'green', false, 'List, let, sell and manage property.', '{Listings,"Property Management",Agents,"Virtual Tours"}', '{"real estate",property,realtor}');

-- The categories of a tool's free text: an exact name gives that category alone, else each category
-- with an alias in the text. An alias has to begin a word, and one of up to three letters (ai, hr)
-- has to be a whole word, or "Retail" would be AI. The pattern of a category has only the aliases that
-- the text contains: PostgreSQL keeps 32 compiled patterns, and to compile one per category or alias
-- and then all others again takes 3 to 6 ms per tool.
create function private.match_categories(raw text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(
    (select array[name] from public.categories where lower(name) = lower(raw)),
    (select array_agg(name order by position) from public.categories
      where lower(raw) ~ (
        select '\m(' || string_agg(alias || case when length(alias) <= 3 then '\M' else '' end, '|') || ')'
        from unnest(aliases) as alias where strpos(lower(raw), alias) > 0)),
    '{}')
$$;

-- The category that a parameter names by name, slug or alias, else null.
create function private.find_category(wanted text) returns text
language sql stable set search_path = '' as $$
  select name from public.categories
  where lower(name) = lower(wanted) or slug = lower(wanted)
     or lower(wanted) = any (aliases)
  order by position limit 1
$$;
