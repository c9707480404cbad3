-- What a review of this catalog usually says, with the weight of five reviews: the distribution of the counted reviews
-- that were written before a month (docs/decisions/0035). public.take_rating_prior writes a row a month.
create table private.rating_priors (
  day date primary key,
  -- The weight of 1 to 5 stars.
  stars numeric[] not null check (cardinality(stars) = 5),
  -- The reviews that were counted.
  reviews integer not null
);
call private.secure_internal_table('private.rating_priors');

-- The present prior. Below 200 counted reviews it is what reviews of software usually say.
create function private.get_rating_prior() returns private.rating_priors
language sql stable set search_path = '' as $$
  select coalesce((select p from private.rating_priors p order by day desc limit 1),
    row(date_trunc('month', now() at time zone 'utc')::date, '{0.2,0.25,0.7,1.65,2.2}', 0)::private.rating_priors)
$$;

-- Estimates the rating of a tool from its reviews by stars, 1 to 5, and the prior: the mean and the variance of the
-- rating's distribution, and the range in which it lies with a probability of 95 %, which is null without reviews.
--   third_moment  the third central moment, for its skewness
create function private.estimate_rating(counts integer[], out counted integer, out mean double precision,
  out variance double precision, out third_moment double precision, out low numeric, out high numeric)
language sql stable set search_path = '' as $$
  with weights as materialized (
    select star, n, n + prior.stars[star]::double precision as weight
    from (select * from private.get_rating_prior()) prior, unnest(counts) with ordinality as per_star (n, star)
  ), total as (
    select sum(n)::integer as counted, sum(weight) as a, sum(star * weight) / sum(weight) as mean from weights
  ), spread as (
    select t.counted, t.mean, sum((star - t.mean) ^ 2 * weight) / t.a / (t.a + 1) as variance,
      2 * sum((star - t.mean) ^ 3 * weight) / t.a / ((t.a + 1) * (t.a + 2)) as third_moment
    from total t, weights group by t.counted, t.mean, t.a
  )
  select s.*, case when counted > 0 then round(greatest(1, mean - 1.96 * sqrt(variance))::numeric, 4) end,
    case when counted > 0 then round(least(5, mean + 1.96 * sqrt(variance))::numeric, 4) end
  from spread s
$$;

-- A software tool. `category` is the submitter's free text, `categories` is where the site lists the
-- tool. Triggers write the slug, the categories, the counts and the search columns; no client can.
create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint tool_name_length check (length(name) between 1 and 100),
  slug text not null constraint tools_slug_key unique,
  description text not null constraint tool_description_length check (length(description) between 1 and 1000),
  logo_url text constraint tool_logo_url_format check (private.is_web_address(logo_url)),
  website_url text constraint tool_website_url_format check (private.is_web_address(website_url)),
  category text not null constraint tool_category_length check (length(category) between 1 and 100),
  categories text[] not null default '{}',
  -- Names of categories besides those of the text.
  more_categories text[] not null default '{}' constraint tool_more_categories_count check (cardinality(more_categories) <= 4),
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  rating_average numeric(3, 2) generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
  website_host text,
  website_key text constraint tools_website_key unique,
  submitted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_folded text not null default '',
  search tsvector not null default '',
  -- Other names that people use for it.
  aliases text[] not null default '{}' constraint tool_aliases_count check (cardinality(aliases) <= 10),
  -- The number of reviews per star, 1 to 5, of people without a relationship to the maker and without a reward.
  rating_counts integer[] not null default '{0,0,0,0,0}' constraint tool_rating_counts_length check (cardinality(rating_counts) = 5),
  -- Their number, and the range of private.estimate_rating. The trigger of the row writes them, and each new prior.
  counted_reviews integer not null default 0,
  adjusted_rating numeric(6, 4),
  rating_high numeric(6, 4),
  -- The values of its facts that lists filter by, as `pricing:paid`. private.write_facets writes them.
  facets text[] not null default '{}',
  -- The number of its capabilities.
  capability_count smallint not null default 0,
  -- The names that it had before it was renamed, and those of tools that were merged into it. Searches find it by them.
  former_names text[] not null default '{}'
);

-- The orders of lists: by name (as the API's clients ask for it, and folded as the site does), by
-- rating from the top and from the bottom, with the unrated last in both, by number of reviews, and by
-- adjusted rating.
create index tools_name_idx on public.tools (name);
create index tools_normalized_name_idx on public.tools (private.normalize_name(name));
create index tools_name_folded_idx on public.tools (name_folded collate "C", id);
create index tools_rating_idx on public.tools (coalesce(rating_average, 0) desc, review_count desc, id desc);
create index tools_rating_ascending_idx on public.tools (coalesce(rating_average, 6), review_count, id);
create index tools_review_count_idx on public.tools (review_count desc, id desc);
create index tools_adjusted_rating_idx on public.tools (coalesce(adjusted_rating, 0) desc, review_count desc, id desc);
create index tools_categories_idx on public.tools using gin (categories);
create index tools_facets_idx on public.tools using gin (facets);
create index tools_search_idx on public.tools using gin (search);
-- Only the words of its names, which have weight A.
create index tools_search_name_idx on public.tools using gin (ts_filter(search, '{a}'));
create index tools_name_trigrams_idx on public.tools using gin (name_folded extensions.gin_trgm_ops);
create index tools_website_host_idx on public.tools (website_host);
create index tools_submitted_by_idx on public.tools (submitted_by);

call private.secure_public_table('public.tools');
create policy member_insert on public.tools for insert to authenticated
  with check (submitted_by = (select auth.uid()));
-- A client sends a slug (spec 2 §7), and the trigger replaces it.
grant insert (name, slug, description, category, more_categories, website_url, logo_url, aliases) on public.tools to authenticated;

-- Whether a license is open source: one of the alternatives allows any use. The licenses in the pattern show the source
-- and restrict its use, so they are neither open source nor proprietary (docs/decisions/0018).
create function private.is_open_source(license text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (select from regexp_split_to_table(license, ' OR ') as alternative
    where alternative !~* '(^| )(proprietary|BUSL-|SSPL-|Elastic-|FSL-|PolyForm-|LicenseRef-|CC-BY(-[A-Z]+)*-N[CD])')
$$;

-- Checked facts about a tool; null if they are not known. Only functions and the operator write them. The successor is
-- no foreign key: a second one would make every embedding of facts into tools ambiguous, and the removal of the
-- successor would forget it.
create table public.tool_facts (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  pricing_model text constraint tool_facts_pricing_model check (pricing_model in ('free', 'freemium', 'paid')),
  -- An SPDX identifier, or 'proprietary'.
  license text constraint tool_facts_license_form check (private.is_license(license)),
  -- The lowest price for one person, per period.
  price_from numeric(10, 2) constraint tool_facts_price_range check (price_from > 0),
  price_currency char(3) constraint tool_facts_currency_form check (price_currency ~ '^[A-Z]{3}$'),
  price_period text constraint tool_facts_price_period check (price_period in ('month', 'year', 'once')),
  price_checked_on date,
  price_source_url text constraint tool_facts_price_source_format check (private.is_web_address(price_source_url)),
  platforms text[] constraint tool_facts_platforms
    check (platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}'),
  repository_url text constraint tool_facts_repository_format check (private.is_web_address(repository_url)),
  latest_version text constraint tool_facts_version_length check (length(latest_version) between 1 and 40),
  latest_version_on date,
  discontinued_on date,
  successor_id uuid constraint tool_facts_other_successor check (successor_id <> tool_id),
  -- Values of public.attributes by their keys. What is not known is absent.
  more jsonb not null default '{}' constraint tool_facts_more_object check (jsonb_typeof(more) = 'object'),
  constraint tool_facts_price_complete check (
    price_from is null or num_nulls(price_currency, price_period, price_checked_on, price_source_url) = 0)
);
call private.secure_public_table('public.tool_facts');

-- Platforms in the order of the form, each once; null if there are none.
create function private.sort_platforms(platforms text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(known.name order by known.place)
  from unnest('{web,windows,macos,linux,ios,android,self_hosted}'::text[]) with ordinality as known (name, place)
  where known.name = any (platforms)
$$;

-- Checks the values of attributes, and returns them cleaned. A restored tool may have one of an attribute that is gone.
create function private.clean_attribute_values(more jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  cleaned jsonb := '{}';
  problem text;
begin
  perform private.refuse_if(private.get_content_move() <> 'restore' and exists (select from jsonb_object_keys(more) as key
    where not exists (select from public.attributes a where a.key = key)), 'check_violation', 'There is no such attribute.');
  select coalesce(jsonb_object_agg(v.key, v.value) filter (where v.value <> 'null'), '{}'), min(private.check_attribute_value(v.attribute, v.value))
    into cleaned, problem
    from (select m.key, a as attribute, private.clean_attribute_value(a, m.value) as value
      from jsonb_each(more) as m join public.attributes a on a.key = m.key) v;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  return cleaned;
end $$;

create function private.prepare_tool_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.more <> '{}' then
    new.more := private.clean_attribute_values(new.more);
  end if;
  -- An unknown one is left for the constraint.
  if new.platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}' then
    new.platforms := private.sort_platforms(new.platforms);
  end if;
  return new;
end $$;
create trigger prepare_tool_facts before insert or update of platforms, more on public.tool_facts
  for each row execute function private.prepare_tool_facts();

create function private.build_facets(facts public.tool_facts) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(facet order by facet), '{}') from (
    select 'pricing:' || facts.pricing_model as facet
    union all select 'platform:' || platform from unnest(facts.platforms) as platform
    union all select 'license:' || case when facts.license = 'proprietary' then 'proprietary'
      when private.is_open_source(facts.license) then 'open_source' end
    union all select private.list_attribute_facets(facts.more)
  ) known where facet is not null
$$;

-- The values of attributes that are numbers or days, the days since 1970, for filters by ranges.
create table private.attribute_numbers (
  attribute text not null references public.attributes (key) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  value numeric not null,
  primary key (attribute, tool_id)
);
create index attribute_numbers_value_idx on private.attribute_numbers (attribute, value);
create index attribute_numbers_tool_idx on private.attribute_numbers (tool_id);
call private.secure_internal_table('private.attribute_numbers');

create function private.set_attribute_numbers(tool uuid, more jsonb) returns void
language sql set search_path = '' as $$
  delete from private.attribute_numbers n where n.tool_id = tool;
  insert into private.attribute_numbers (attribute, tool_id, value)
    select a.key, tool, case a.kind when 'number' then (v.value #>> '{}')::numeric else (v.value #>> '{}')::date - '1970-01-01'::date end
    from jsonb_each(more) as v join public.attributes a on a.key = v.key and a.kind in ('number', 'date')
$$;

create function private.set_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_facets(changed.id) from (select distinct unnest(array[old.tool_id, new.tool_id]) as id order by id) changed;
  if tg_op <> 'DELETE' then
    perform private.set_attribute_numbers(new.tool_id, new.more);
  end if;
  return null;
end $$;
create trigger set_facets after insert or update or delete on public.tool_facts
  for each row execute function private.set_facets();

-- What a tool can be used for.
create table public.tool_capabilities (
  tool_id uuid not null references public.tools (id) on delete cascade,
  capability text not null references public.capabilities (slug) on delete cascade,
  primary key (tool_id, capability)
);
create index tool_capabilities_capability_idx on public.tool_capabilities (capability, tool_id);
call private.secure_public_table('public.tool_capabilities');

-- The former address of a capability that was merged into another one.
create table public.capability_redirects (
  slug text primary key,
  capability text not null references public.capabilities (slug) on delete cascade
);
create index capability_redirects_capability_idx on public.capability_redirects (capability);
call private.secure_public_table('public.capability_redirects');

-- Names without spaces and signs: "GitHub", "git hub" and "git-hub" are one name.
create function private.list_name_keys(names text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct replace(private.normalize_search_text(called), ' ', '') from unnest(names) as called)
$$;

-- Every name by which a search finds a tool.
create function private.list_names(tool public.tools) returns text[]
language sql immutable set search_path = '' as $$ select tool.name || tool.aliases || tool.former_names $$;

-- Names without markup and white space around them, each once.
create function private.clean_aliases(aliases text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(alias order by place), '{}') from (
    select distinct on (lower(alias)) alias, place
    from (select private.strip_markup(private.clean_line(written)) as alias, place from unnest(aliases) with ordinality as given (written, place)) stripped
    where alias <> '' order by lower(alias), place) each_once
$$;

-- Checks the other names of a tool. Returns null if they are valid, else the message for the user.
create function private.check_aliases(tool uuid, aliases text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  taken text;
begin
  if exists (select from unnest(aliases) as alias where length(alias) not between 2 and 50) then
    return 'Other names have 2 to 50 characters.';
  end if;
  if exists (select from unnest(aliases) as alias where alias ~ '[,;]') then
    return 'Other names can''t have commas or semicolons.';
  end if;
  if cardinality(aliases) > 10 then
    return 'A tool can have at most ten other names.';
  end if;
  select alias into taken from unnest(aliases) as alias, unnest(private.list_name_keys(array[alias])) as key
    where key <> '' and exists (select from public.tools t where t.search @@ quote_literal('=' || key)::tsquery
      and key = any (private.list_name_keys(array[t.name])) and t.id is distinct from check_aliases.tool) limit 1;
  if taken is not null then
    return format('%s is the name of another tool.', taken);
  end if;
  return null;
end $$;

-- The words by which a search finds a tool. Weight A has its names, B its category, C and D its description, and D also the
-- pros that at least two of its newest reviews have. Lexemes of
-- weight A that begin with = are whole names; # and @ stand before the slug of a capability and a category, whose terms
-- are in private.search_terms, so that a new synonym changes no tool. No word begins with such a sign.
create function private.build_tool_search(tool public.tools) returns tsvector
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select setweight(to_tsvector('simple', names), 'A')
    -- The stem of the name as well: "kubernets" means Kubernetes rather than what runs on it.
    || setweight(to_tsvector('english', names), 'A')
    || setweight(to_tsvector('simple', private.normalize_search_text(tool.category)), 'B')
    || setweight(to_tsvector(private.get_content_configuration(), description), 'C')
    || setweight(to_tsvector('simple', description), 'D')
    || setweight(to_tsvector(private.get_content_configuration(), coalesce((select string_agg(private.normalize_search_text(said.pro), ' ') from (
        select lower(pro) as pro
        from (select id, pros from public.reviews where tool_id = tool.id order by created_at desc, id desc limit 1000) newest,
          unnest(newest.pros) as pro
        group by lower(pro) having count(distinct newest.id) > 1) said), '')), 'D')
    || coalesce((select string_agg(quote_literal('=' || key) || ':1A', ' ')::tsvector
      from unnest(private.list_name_keys(private.list_names(tool))) as key where key <> ''), '')
    || coalesce((select string_agg(quote_literal('#' || capability) || ':1B', ' ')::tsvector
      from public.tool_capabilities where tool_id = tool.id), '')
    || coalesce((select string_agg(quote_literal('@' || slug) || ':1B', ' ')::tsvector
      from public.categories where categories.name = any (tool.categories)), '')
  from (select private.split_runs(private.normalize_search_text(array_to_string(private.list_names(tool), ' ')), true) as names,
    -- "e-book" is written as "ebook" as well.
    private.split_runs(private.normalize_search_text(tool.description || coalesce((select string_agg(' ' || replace(compound[1], '-', ''), '')
      from regexp_matches(tool.description, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') as compound), ''))) as description) written);
end $$;

-- Builds the words of tools from what they and their reviews say now.
create function private.index_tools(tools uuid[]) returns void
language sql set search_path = '' as $$
  update public.tools t set search = built.search
    from (select id, private.build_tool_search(tool) as search from public.tools tool where id = any (tools) offset 0) built
    where t.id = built.id and t.search <> built.search
$$;

-- For the start of the site: sets the language of the descriptions. public.index_descriptions then builds their words.
create function public.set_content_language(language text, configuration text) returns void
language sql security definer set search_path = '' as $$
  update private.content_language c set language = set_content_language.language,
      configuration = set_content_language.configuration::regconfig::text, indexed_after = '00000000-0000-0000-0000-000000000000'
    where (c.language, c.configuration) is distinct from (set_content_language.language, set_content_language.configuration)
$$;

-- Builds the words of the next tools in the language of the descriptions. Returns of how many; 0 if none is left.
create function public.index_descriptions(page_size integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  after constant uuid := (select indexed_after from private.content_language for update);
  tools constant uuid[] := array(select id from public.tools where id > after order by id limit page_size);
begin
  if after is null then return 0; end if;
  perform private.index_tools(tools);
  update private.content_language set indexed_after = tools[cardinality(tools)];
  return cardinality(tools);
end $$;
grant execute on function public.set_content_language, public.index_descriptions to service_role;

-- The former names of a tool with others, each once, without its present name.
create function private.add_former_names(tool public.tools, names text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(called order by place), '{}') from (
    select distinct on (private.normalize_name(called)) called, place
    from unnest(tool.former_names || names) with ordinality as listed (called, place)
    where private.normalize_name(called) <> private.normalize_name(tool.name)
    order by private.normalize_name(called), place) each_once
$$;

-- Writes the former names of a tool, which is no edit of it.
create function private.set_former_names(tool uuid, names text[]) returns void
language sql set search_path = '' as $$
  update public.tools t set former_names = names where t.id = tool and t.former_names <> names;
  select private.index_tools(array[tool])
$$;

create function private.refuse_listed_tool(broken_rule text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = broken_rule;
end $$;

-- Names of categories as the site writes them, each once, without those in which a tool is listed by its text. A restored
-- tool may name one that is gone; else an unknown one is refused.
create function private.clean_more_categories(wanted text[], listed text[]) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_if(private.get_content_move() <> 'restore' and exists (select from unnest(wanted) as label
    where not exists (select from public.categories c where lower(c.name) = lower(btrim(label)))), 'check_violation', 'Please choose a category.');
  return coalesce((select array_agg(name order by place) from (
    select c.name, min(place) as place from unnest(wanted) with ordinality as given (label, place)
      join public.categories c on lower(c.name) = lower(btrim(label)) where c.name <> all (listed) group by c.name) each_once), '{}');
end $$;

create function private.prepare_tool(new public.tools, old public.tools) returns public.tools
language plpgsql set search_path = '' as $$
declare
  problem text;
begin
  new.name := private.strip_markup(private.clean_line(new.name));
  new.description := private.strip_markup(private.clean_paragraphs(new.description));
  new.category := private.strip_markup(private.clean_line(new.category));
  new.aliases := private.clean_lines(new.aliases);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if old.id is null and private.get_content_move() <> 'restore' then
    -- An import keeps the slug of its file.
    if private.get_content_move() <> 'import' or new.slug is null then
      -- Two tools that are added at the same time would find the same slug free.
      perform pg_advisory_xact_lock(hashtext('slugs'));
      if exists (select from private.find_tool_by_name(new.name)) then
        perform private.refuse_listed_tool('tools_slug_key');
      end if;
      new.slug := private.find_free_slug(new.name, new.id);
    end if;
    if private.is_client_request() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.match_categories(new.category);
  if new.more_categories <> '{}' then
    new.more_categories := private.clean_more_categories(new.more_categories, new.categories);
    new.categories := new.categories || new.more_categories;
  end if;
  new.website_host := regexp_replace(private.normalize_host(substring(new.website_url from '(?i)^https?://([^/:?#]+)')), '^www\.', '');
  new.website_key := private.normalize_website(new.website_url);
  new.name_folded := private.fold_text(new.name);
  -- A restored tool keeps its aliases, also if another tool has such a name now; an import has checked them.
  if new.aliases <> '{}' and private.get_content_move() not in ('restore', 'import') and (old.id is null or new.aliases <> old.aliases) then
    new.aliases := private.clean_aliases(new.aliases);
    problem := private.check_aliases(new.id, new.aliases);
    perform private.refuse_if(problem is not null, 'check_violation', problem);
  end if;
  -- A name that is taken back, as one that a moderator should not have accepted, becomes no former name.
  if old.name <> new.name then
    new.former_names := private.add_former_names(new, array(select old.name where not exists (
      select from public.tool_edits e where e.tool_id = new.id and e.status = 'accepted'
        and e.changes -> 'name' = jsonb_build_array(new.name, old.name))));
  end if;
  if old.id is null
    or (new.name, new.aliases, new.description, new.category, new.categories)
      is distinct from (old.name, old.aliases, old.description, old.category, old.categories)
  then
    new.search := private.build_tool_search(new);
  end if;
  if private.get_content_move() <> 'restore' then new.updated_at := now(); end if;
  return new;
end $$;

-- Links of tools and capabilities change the tools' words and the capabilities' counts.
create function private.apply_capability_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed_tools uuid[];
  changed_slugs text[];
begin
  select array_agg(distinct tool_id), array_agg(distinct capability) into changed_tools, changed_slugs from changed_rows;
  -- In an order, and before the statements that check and count: those see what other transactions have committed meanwhile.
  perform from public.tools t where t.id = any (changed_tools) order by t.id for no key update;
  perform from public.capabilities c where c.slug = any (changed_slugs) order by c.slug for no key update;
  -- Only these lexemes: building the whole vector takes ten times as long.
  update public.tools t set search = ts_delete(t.search, changed.lexemes) || coalesce((
      select string_agg(quote_literal('#' || l.capability) || ':1B', ' ')::tsvector from public.tool_capabilities l
      where l.tool_id = t.id and '#' || l.capability = any (changed.lexemes)), ''),
      capability_count = (select count(*) from public.tool_capabilities l where l.tool_id = t.id)
    from (select tool_id, array_agg('#' || capability) as lexemes from changed_rows group by tool_id) changed
    where t.id = changed.tool_id;
  perform private.refuse_if(exists (select from public.tools t where t.id = any (changed_tools) and t.capability_count > 20),
    'check_violation', 'A tool can have at most 20 capabilities.');
  update public.capabilities c set tool_count = (select count(*) from public.tool_capabilities l where l.capability = c.slug)
    where c.slug = any (changed_slugs);
  return null;
end $$;
call private.add_statement_triggers('public.tool_capabilities', 'apply_capability_links');
