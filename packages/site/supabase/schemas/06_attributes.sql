-- What a catalog wants to know about its tools besides the built-in facts (spec 4 §5). Values are in tool_facts.more.
create table public.attributes (
  key text primary key constraint attribute_key_form check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null constraint attribute_label_length check (length(label) between 2 and 40),
  help text not null default '' constraint attribute_help_length check (length(help) <= 200),
  kind text not null constraint attribute_kind check (kind in ('yes_no', 'choice', 'choices', 'number', 'text', 'date', 'link')),
  -- [{value, label}] of choices.
  options jsonb not null default '[]' constraint attribute_options_count check (jsonb_array_length(options) <= 40),
  unit text not null default '' constraint attribute_unit_length check (length(unit) <= 12),
  -- Only tools of this category have it; all without one.
  category text references public.categories (name) on delete cascade on update cascade,
  in_filter boolean not null default false,
  on_card boolean not null default false,
  in_compare boolean not null default false,
  position smallint not null unique deferrable
);
create unique index attributes_label_key on public.attributes (lower(label));
create index attributes_category_idx on public.attributes (category);
call private.secure_public_table('public.attributes');

-- The words of yes-no attributes and of options are facts of a search, as "saml" and "GDPR compliant" (spec 4 §5). Words that
-- already have a meaning keep it; attributes in filters go first.
create function private.index_attribute_phrases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.search_phrases where kind = 'fact' and value like 'a.%';
  insert into private.search_phrases
    select distinct on (phrase) 'en', 'fact', phrase, facet from (
      select private.normalize_search_text(name) as phrase, format('a.%s:yes', a.key) as facet, not a.in_filter as is_other, a.position
      from public.attributes a, unnest(array[a.label, replace(a.key, '_', ' ')]) as name where a.kind = 'yes_no'
      union all
      select private.normalize_search_text(name), format('a.%s:%s', a.key, o ->> 'value'), not a.in_filter, a.position
      from public.attributes a, jsonb_array_elements(a.options) as o, unnest(array[o ->> 'label', o ->> 'value']) as name
    ) named
    where length(phrase) > 1 and phrase ~ '[^0-9 ]' and not exists (select from private.search_phrases p where p.phrase = named.phrase and p.language = 'en')
    order by phrase, is_other, position, facet;
  return null;
end $$;
create trigger index_attribute_phrases after insert or update or delete on public.attributes
  for each statement execute function private.index_attribute_phrases();

-- A value as tool_facts.more has it: choices by their values and in their order, numbers without white space, JSON null if it
-- is empty. Words that the site shows are read as well: "Yes", the label of an option, several with semicolons between them.
-- An invalid value is returned as it is.
create function private.clean_attribute_value(attribute public.attributes, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  written constant text := coalesce(private.trim_text(value #>> '{}'), '');
  parts text[];
  chosen text[];
begin
  if value is null or value = 'null' or written = '' then return 'null'; end if;
  if jsonb_typeof(value) in ('object', 'array') and attribute.kind <> 'choices' then return value; end if;
  case attribute.kind
  when 'yes_no' then
    return case when lower(written) in ('yes', 'true') then 'true' when lower(written) in ('no', 'false') then 'false' else value end;
  when 'number' then
    return case when written ~ '^[+-]?[0-9]{1,12}(\.[0-9]{1,6})?$' then to_jsonb(trim_scale(written::numeric)) else to_jsonb(written) end;
  when 'choice', 'choices' then
    if jsonb_typeof(value) = 'object' then return value; end if;
    parts := case when jsonb_typeof(value) = 'array' then array(select btrim(part) from jsonb_array_elements_text(value) as part)
      when attribute.kind = 'choices' then array(select btrim(part) from regexp_split_to_table(written, ';') as part)
      else array[written] end;
    parts := array(select part from unnest(parts) as part where part <> '');
    chosen := array(select o.entry ->> 'value' from jsonb_array_elements(attribute.options) with ordinality as o (entry, place)
      where exists (select from unnest(parts) as part where lower(part) in (lower(o.entry ->> 'value'), lower(o.entry ->> 'label')))
      order by o.place);
    if exists (select from unnest(parts) as part where not exists (select from jsonb_array_elements(attribute.options) as o
      where lower(part) in (lower(o ->> 'value'), lower(o ->> 'label'))))
    then
      return to_jsonb(parts);
    end if;
    return case when parts = '{}' then 'null' when attribute.kind = 'choice' then to_jsonb(chosen[1]) else to_jsonb(chosen) end;
  when 'text' then
    return coalesce(to_jsonb(nullif(private.strip_markup(private.clean_line(written)), '')), 'null');
  else
    return to_jsonb(written);
  end case;
end $$;

-- Checks a cleaned value. Returns null if it is valid, else the message for the user.
create function private.check_attribute_value(attribute public.attributes, value jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  written constant text := value #>> '{}';
begin
  if value = 'null' then return null; end if;
  case attribute.kind
  when 'yes_no' then
    return case when jsonb_typeof(value) <> 'boolean' then format('%s has to be yes or no.', attribute.label) end;
  when 'number' then
    return case when jsonb_typeof(value) <> 'number' then format('%s has to be a number.', attribute.label) end;
  when 'choice', 'choices' then
    return case when jsonb_typeof(value) <> case attribute.kind when 'choice' then 'string' else 'array' end
      or exists (select from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as chosen
        where not exists (select from jsonb_array_elements(attribute.options) as o where o ->> 'value' = chosen))
      then format('Please choose a value of %s from the list.', attribute.label) end;
  when 'date' then
    begin
      if written ~ '^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$' and written::date is not null then return null; end if;
    exception when datetime_field_overflow then
    end;
    return format('%s has to be a date, such as 2026-03-31.', attribute.label);
  when 'link' then
    return case when jsonb_typeof(value) <> 'string' or length(written) > 2048 or not private.is_web_address(written)
      then format('%s has to be a web address that starts with https:// or http://', attribute.label) end;
  else
    return case when jsonb_typeof(value) <> 'string' then format('%s has to be a text.', attribute.label)
      when length(written) > 300 then format('%s too long: 300 characters at most', attribute.label) end;
  end case;
end $$;

-- What lists filter by of attributes with options, as `a.sign_in:saml` and `a.gdpr:yes`.
create function private.list_attribute_facets(more jsonb) returns setof text
language sql stable set search_path = '' as $$
  select format('a.%s:%s', a.key, case chosen when 'true' then 'yes' when 'false' then 'no' else chosen end)
  from jsonb_each(more) as v join public.attributes a on a.key = v.key and a.kind in ('yes_no', 'choice', 'choices'),
    jsonb_array_elements_text(case jsonb_typeof(v.value) when 'array' then v.value else jsonb_build_array(v.value) end) as chosen
$$;

-- A bound of a range as private.attribute_numbers has values: a number, or a day; null if it is neither.
create function private.read_bound(kind text, bound text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return case when bound !~ case kind when 'date' then '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' else '^-?[0-9]{1,12}(\.[0-9]{1,6})?$' end then null
    when kind = 'date' then bound::date - '1970-01-01'::date else bound::numeric end;
exception when datetime_field_overflow then
  return null;
end $$;
