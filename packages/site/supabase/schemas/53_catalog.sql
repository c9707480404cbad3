-- How administrators maintain the categories, and the log of what they changed (spec 4 §4).

-- What administrators changed: the action and its subject, without the person. Everybody may read it.
create table public.administration_log (
  number bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- As of the ledger: `category:hr`.
  subject text not null,
  changes jsonb not null default '{}'
);
call private.secure_public_table('public.administration_log');
revoke insert, update, delete, truncate on public.administration_log from service_role;

--   kind  of the ledger's event
create function private.log_administration(action text, kind text, subject text, changes jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.administration_log (action, subject, changes) values (log_administration.action, log_administration.subject, changes);
  select private.record_ledger_event(kind, subject, public.ledger_text(subject));
$$;

-- What differs: {column: [before, after]}.
create function private.compare_rows(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}') from jsonb_each(after) where value is distinct from before -> key
$$;

-- Lists tools in the categories that their texts name now, in the order in which other changes lock them.
create function private.list_tools_again() returns void
language sql set search_path = '' as $$
  update public.tools t set category = t.category where t.id in (
    select listed.id from public.tools listed
      join (select category, private.match_categories(category) as matched from (select distinct category from public.tools) texts offset 0) named
      on named.category = listed.category
    where listed.categories <> named.matched || listed.more_categories order by listed.id for no key update of listed)
$$;

-- Writes another name of a category into its tools, as accepted edits of them.
create function private.rename_category_of_tools(before text, after text) returns void
language sql set search_path = '' as $$
  with named as (
    select t.id, t.category, t.more_categories from public.tools t
    where lower(t.category) = lower(before) or before = any (t.more_categories) order by t.id for no key update
  ), written as (
    update public.tools t set category = case when lower(t.category) = lower(before) then after else t.category end,
        more_categories = array_replace(t.more_categories, before, after)
      from named where named.id = t.id returning t.id, t.category, t.more_categories
  )
  insert into public.tool_edits (tool_id, number, changes, note, status, decided_at)
    select w.id, private.get_next_edit_number(w.id), private.clean_tool_changes(jsonb_build_object(
        'category', jsonb_build_array(n.category, w.category), 'more_categories', jsonb_build_array(to_jsonb(n.more_categories), to_jsonb(w.more_categories)))),
      'The category has another name.', 'accepted', now()
    from written w join named n on n.id = w.id
$$;

-- Adds a category, or changes the one with this slug. With another name the old one becomes an alias, so that addresses,
-- files and texts with it name the category still.
--   icon      a name of the Lucide set, or an emoji
--   position  null: the last, or as before
--   is_new    whether the slug must be free
create function public.save_category(slug text, name text, description text default '', icon text default 'file-text',
  color text default 'gray', subcategories text[] default '{}', aliases text[] default '{}', trending boolean default false,
  "position" smallint default null, is_new boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.categories;
  wanted public.categories;
  problem text;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('categories'));
  wanted.slug := lower(btrim(save_category.slug));
  select * into before from public.categories c where c.slug = wanted.slug for update;
  wanted.name := private.strip_markup(private.clean_line(save_category.name));
  wanted.description := coalesce(private.strip_markup(private.clean_paragraphs(save_category.description)), '');
  wanted.icon := btrim(coalesce(save_category.icon, ''));
  wanted.color := btrim(coalesce(save_category.color, ''));
  wanted.trending := coalesce(save_category.trending, false);
  wanted.subcategories := private.clean_aliases(coalesce(save_category.subcategories, '{}'));
  -- The first one is the value of /all-tools?category=.
  wanted.aliases := array(select lower(alias) from unnest(private.clean_aliases(coalesce(save_category.aliases, '{}')
    || case when before.name <> wanted.name then array[before.name] else '{}' end)) with ordinality as given (alias, place) order by place);
  if wanted.aliases = '{}' then wanted.aliases := array[wanted.slug]; end if;
  problem := case
    when wanted.slug is null or wanted.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted.slug) > 60
      then 'The address has 1 to 60 lower-case letters and digits, with single hyphens between them.'
    when is_new and before.slug is not null then 'There is already a category with this address.'
    when wanted.name is null or length(wanted.name) not between 2 and 60 then 'The name has 2 to 60 characters.'
    when exists (select from unnest(wanted.aliases || wanted.subcategories || wanted.name) as term where term ~ '[,;]')
      then 'Names can''t have commas or semicolons.'
    when length(wanted.description) > 300 then 'Description too long: 300 characters at most'
    when cardinality(wanted.aliases) > 40 then 'A category can have at most 40 aliases.'
    when exists (select from unnest(wanted.aliases) as alias where length(alias) > 60) then 'An alias has at most 60 characters.'
    when cardinality(wanted.subcategories) > 20 then 'A category can have at most 20 subcategories.'
    when exists (select from unnest(wanted.subcategories) as term where length(term) > 60) then 'A subcategory has at most 60 characters.'
    -- An emoji has a few characters and none of ASCII.
    when wanted.icon !~ '^([a-z0-9]+(-[a-z0-9]+)*|[^\x01-\x7f]+)$' or length(wanted.icon) > 30
      then 'Please choose an icon from the list, or enter an emoji.'
    when wanted.color !~ '^(red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|gray|slate|zinc|stone)$'
      then 'Please choose a color from the list.'
    when exists (select from public.categories c where lower(c.name) = lower(wanted.name) and c.slug <> wanted.slug)
      then format('There is already a category named %s.', wanted.name)
    when before.slug is null and (select count(*) from public.categories) >= 500 then 'A site can have at most 500 categories.' end;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  wanted.position := coalesce(before.position, (select coalesce(max(c.position), 0) + 1 from public.categories c));
  if before.slug is null then
    insert into public.categories select wanted.*;
  else
    update public.categories c set name = wanted.name, description = wanted.description, icon = wanted.icon, color = wanted.color,
        subcategories = wanted.subcategories, trending = wanted.trending, aliases = wanted.aliases
      where c.slug = wanted.slug;
  end if;
  if save_category.position is not null and save_category.position <> wanted.position then
    perform private.place_categories(array(select c.slug from public.categories c
      order by 2 * case when c.slug = wanted.slug then save_category.position else c.position end
        + case when c.slug = wanted.slug then sign(save_category.position - wanted.position) else 0 end));
  end if;
  if before.name <> wanted.name then
    perform private.rename_category_of_tools(before.name, wanted.name);
  end if;
  perform private.list_tools_again();
  select * into wanted from public.categories c where c.slug = wanted.slug;
  if wanted is distinct from before then
    perform private.log_administration(case when before.slug is null then 'add' else 'change' end,
      case when before.slug is null then 'publication' else 'edit' end, 'category:' || wanted.slug,
      private.compare_rows(to_jsonb(before), to_jsonb(wanted)));
  end if;
end $$;

-- Gives the categories their places in this order.
create function private.place_categories(slugs text[]) returns void
language sql set search_path = '' as $$
  update public.categories c set position = wanted.place
    from unnest(slugs) with ordinality as wanted (slug, place) where c.slug = wanted.slug and c.position <> wanted.place
$$;

-- Orders the categories. slugs has all of them.
create function public.order_categories(slugs text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('categories'));
  perform private.refuse_if(array(select slug from unnest(slugs) as slug order by slug)
      is distinct from array(select c.slug from public.categories c order by c.slug),
    'PT409', 'The categories have changed in the meantime. Please check their order again.');
  perform private.place_categories(slugs);
  perform private.log_administration('order', 'edit', 'categories', jsonb_build_object('slugs', to_jsonb(slugs)));
end $$;

-- Moves the tools and capabilities of a category to another one, which gets its address, name, aliases and terms.
create function public.merge_categories(source text, target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  merged public.categories;
  target_row public.categories;
  other_terms jsonb;
  names text[];
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('categories'));
  select * into merged from public.categories c where c.slug = merge_categories.source for update;
  select * into target_row from public.categories c where c.slug = merge_categories.target for update;
  perform private.refuse_if(merged.slug is null or target_row.slug is null, 'PT404', 'We could not find this category.');
  perform private.refuse_if(merged.slug = target_row.slug, 'check_violation', 'Please choose two different categories.');
  names := private.clean_aliases(target_row.aliases || merged.aliases || lower(merged.name) || merged.slug);
  perform private.refuse_if(cardinality(names) > 40, 'check_violation', 'A category can have at most 40 aliases.');
  -- The terms of other languages become those of the target.
  with merged_terms as (
    select t.language, (array_agg(distinct term))[:20] as terms from public.category_terms t, unnest(t.terms) as term
    where t.category in (merged.name, target_row.name) group by t.language
  ), removed as (delete from public.category_terms t where t.category in (merged.name, target_row.name))
  select jsonb_agg(jsonb_build_object('language', language, 'terms', terms)) into other_terms from merged_terms;
  update public.capabilities c set category = target_row.name where c.category = merged.name;
  perform private.rename_category_of_tools(merged.name, target_row.name);
  delete from public.categories c where c.slug = merged.slug;
  update public.categories c set aliases = names where c.slug = target_row.slug;
  insert into public.category_terms (category, language, terms)
    select target_row.name, r.language, r.terms from jsonb_to_recordset(other_terms) as r (language text, terms text[]);
  perform private.list_tools_again();
  perform private.log_administration('merge', 'merge', 'category:' || merged.slug, jsonb_build_object('target', target_row.slug));
  perform private.log_administration('change', 'edit', 'category:' || target_row.slug, jsonb_build_object('aliases', jsonb_build_array(target_row.aliases, names)));
end $$;

-- Removes a category without tools and capabilities.
create function public.remove_category(slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  removed public.categories;
  contents bigint;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('categories'));
  select * into removed from public.categories c where c.slug = remove_category.slug for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this category.');
  select count(*) into contents from public.tools t where t.categories @> array[removed.name];
  perform private.refuse_if(contents > 0, 'check_violation', format('Move its %s tools first.', contents));
  select count(*) into contents from public.capabilities c where c.category = removed.name;
  perform private.refuse_if(contents > 0, 'check_violation', format('Move its %s uses first.', contents));
  perform private.refuse_if((select count(*) from public.categories) = 1, 'check_violation', 'The site needs at least one category.');
  delete from public.categories c where c.slug = removed.slug;
  perform private.log_administration('remove', 'removal', 'category:' || removed.slug, jsonb_build_object('name', jsonb_build_array(removed.name, null)));
end $$;
grant execute on function public.save_category, public.order_categories, public.merge_categories, public.remove_category
  to authenticated, service_role;
