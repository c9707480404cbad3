-- The categories that the site lists tools in; administrators change them (38_catalog.sql). A tool's own `category` is free
-- text: it is matched with these by alias. The first alias is the value of /all-tools?category= (spec 2 §2).
create table public.categories (
  name text primary key,
  slug text not null unique,
  description text not null,
  icon text not null,
  color text not null,
  subcategories text[] not null,
  trending boolean not null default false,
  aliases text[] not null check (cardinality(aliases) > 0),
  -- Deferrable: a statement that orders them moves one onto the place of another.
  position smallint not null unique deferrable
);
call private.secure_public_table('public.categories');

-- What tools can be used for: a vocabulary that moderators maintain. People search for its names and synonyms.
create table public.capabilities (
  slug text primary key constraint capability_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null constraint capability_name_length check (length(name) between 2 and 60),
  category text not null references public.categories (name) on update cascade,
  description text not null default '' constraint capability_description_length check (length(description) <= 300),
  synonyms text[] not null default '{}' constraint capability_synonyms_count check (cardinality(synonyms) <= 40),
  tool_count integer not null default 0
);
create unique index capabilities_name_key on public.capabilities (lower(name));
create index capabilities_category_idx on public.capabilities (category);
call private.secure_public_table('public.capabilities');

-- The terms of capabilities and categories in other languages, which their searches find.
create table public.capability_terms (
  capability text not null references public.capabilities (slug) on delete cascade on update cascade,
  language text not null constraint capability_terms_language check (language <> 'en' and private.is_language(language)),
  terms text[] not null constraint capability_terms_count check (cardinality(terms) between 1 and 20),
  primary key (capability, language)
);
call private.secure_public_table('public.capability_terms');
create table public.category_terms (
  category text not null references public.categories (name) on delete cascade on update cascade,
  language text not null constraint category_terms_language check (language <> 'en' and private.is_language(language)),
  terms text[] not null constraint category_terms_count check (cardinality(terms) between 1 and 20),
  primary key (category, language)
);
call private.secure_public_table('public.category_terms');

-- The terms that name a capability or a category, and the stems of their words. A search matches a term if it has all of
-- its stems, in any order.
create table private.search_terms (
  term text not null,
  stems text[] not null,
  kind text not null check (kind in ('capability', 'category')),
  slug text not null,
  language text not null,
  is_name boolean not null,
  primary key (term, kind, slug, language)
);
create index search_terms_stems_idx on private.search_terms using gin (stems);
-- A search box asks for the terms with words that begin with the typed ones.
create index search_terms_words_idx on private.search_terms using gin (array_to_tsvector(string_to_array(term, ' ')));
create index search_terms_slug_idx on private.search_terms (kind, slug, language);
call private.secure_internal_table('private.search_terms');

-- Replaces terms of capabilities or categories.
--   given  [{slug, language, names}]; the first of the English names is the one that is shown
create function private.replace_terms(term_kind text, given jsonb) returns void
language sql set search_path = '' as $$
  delete from private.search_terms t using jsonb_to_recordset(given) as r (slug text, language text)
    where t.kind = term_kind and t.slug = r.slug and t.language = r.language;
  with written as materialized (
    select r.slug, r.language, private.normalize_search_text(variant) as term, bool_or(place = 1 and r.language = 'en') as is_name
    from jsonb_to_recordset(given) as r (slug text, language text, names text[]), unnest(r.names) with ordinality as named (name, place),
      -- A term is also written as one word: "e-commerce", "CI/CD", and in languages that join words "time tracking".
      unnest(array[name, regexp_replace(name, '[-/]', '', 'g'),
        case when private.joins_words(r.language) and name ~ '^[^ ]{2,} [^ ]{3,}$' then replace(name, ' ', '') else name end]) as variant
    group by r.slug, r.language, private.normalize_search_text(variant)
  ), split as materialized (
    select term, language, word, place from (select distinct term, language from written) each_once, regexp_split_to_table(term, ' ') with ordinality as w (word, place)
    where word <> ''
  ), words as materialized (
    -- Each word once, because stems take the most time.
    select word, language, private.stem_word(word, language) as stem, coalesce(kinds, '{}') @> '{function}' as joins,
      language not in ('en', 'ja', 'zh') and coalesce(kinds, '{}') @> '{generic}' as is_generic
    from (select distinct word, language from split) each_once left join lateral (select array_agg(p.kind) as kinds from private.search_phrases p
      where p.language = each_once.language and p.phrase = each_once.word) phrases on true
  ), stemmed as (
    -- Without the words that only join others if more than one other remains, and those of other languages without generic words:
    -- "gestão de chamados" is what "sistema de chamados" asks for.
    select term, language, case
      when count(*) filter (where not joins and not is_generic) between 1 and count(*) filter (where not joins) - 1
        then array_agg(stem order by place) filter (where not joins and not is_generic)
      when count(*) filter (where not joins) > 1 then array_agg(stem order by place) filter (where not joins)
      else array_agg(stem order by place) end as stems
    from split join words using (word, language) group by term, language
  )
  insert into private.search_terms (term, stems, kind, slug, language, is_name)
  select term, stems, term_kind, slug, language, is_name from written join stemmed using (term, language)
$$;

-- For a table with names and synonyms: each statement that adds rows or deletes some, and each row that gets other names.
create function private.index_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.replace_terms(case tg_table_name when 'categories' then 'category' else 'capability' end, (
    select jsonb_agg(jsonb_build_object('slug', side ->> 'slug', 'language', 'en', 'names', case tg_op when 'DELETE' then '[]'
      else jsonb_build_array(side ->> 'name') || coalesce(side -> 'synonyms', side -> 'aliases') end))
    from (select to_jsonb(c) as side from changed_rows c) changed));
  if tg_op = 'DELETE' then
    -- The terms of other languages: the name that they refer to is gone before them.
    delete from private.search_terms t using changed_rows c
      where t.slug = c.slug and t.kind = case tg_table_name when 'categories' then 'category' else 'capability' end;
  end if;
  return null;
end $$;
call private.add_statement_triggers('public.categories', 'index_names');
call private.add_statement_triggers('public.capabilities', 'index_names');

create function private.index_other_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names constant jsonb := jsonb_build_array(to_jsonb(new) -> 'name') || coalesce(to_jsonb(new) -> 'synonyms', to_jsonb(new) -> 'aliases');
begin
  perform private.replace_terms(case tg_table_name when 'categories' then 'category' else 'capability' end, jsonb_build_array(
    jsonb_build_object('slug', old.slug, 'language', 'en', 'names', '[]'::jsonb), jsonb_build_object('slug', new.slug, 'language', 'en', 'names', names)));
  return null;
end $$;
create trigger index_other_names after update of slug, name, aliases on public.categories
  for each row execute function private.index_other_names();
create trigger index_other_names after update of slug, name, synonyms on public.capabilities
  for each row execute function private.index_other_names();

-- For each statement that adds terms of other languages or deletes them.
create function private.index_capability_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.replace_terms('capability', (select jsonb_agg(jsonb_build_object('slug', capability, 'language', language,
    'names', case tg_op when 'DELETE' then '{}' else terms end)) from changed_rows));
  return null;
end $$;
call private.add_statement_triggers('public.capability_terms', 'index_capability_terms');

create function private.index_category_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.replace_terms('category', (select jsonb_agg(jsonb_build_object('slug', c.slug, 'language', language,
    'names', case tg_op when 'DELETE' then '{}' else terms end)) from changed_rows join public.categories c on c.name = category));
  return null;
end $$;
call private.add_statement_triggers('public.category_terms', 'index_category_terms');

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

-- Adds the terms of categories in a language, by their names.
create procedure private.add_category_terms(language text, terms jsonb)
language sql set search_path = '' as $$
  insert into public.category_terms select key, add_category_terms.language, array(select jsonb_array_elements_text(value)) from jsonb_each(terms)
$$;

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
        select '\m(' || string_agg(regexp_replace(alias, '([^\w\s])', '\\\1', 'g') || case when length(alias) <= 3 and alias ~ '\w$' then '\M' else '' end, '|') || ')'
        from unnest(aliases) as alias where strpos(lower(raw), alias) > 0)),
    '{}')
$$;

-- The category that a parameter names by name, slug or alias, else null.
create function private.find_category(wanted text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select name from public.categories
    where lower(name) = lower(wanted) or slug = lower(wanted) or lower(wanted) = any (aliases)
    order by position limit 1);
end $$;
