-- How administrators maintain the attributes of their catalog (spec 4 §5).

-- Adds an attribute, or changes the one with this key.
--   options   [{value, label}], of choices
--   position  null: the last, or as before
--   is_new    whether the key must be free
create function public.save_attribute(key text, label text, kind text, help text default '', options jsonb default '[]', unit text default '',
  category text default null, in_filter boolean default false, on_card boolean default false, in_compare boolean default false,
  "position" smallint default null, is_new boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.attributes;
  wanted public.attributes;
  used bigint;
  problem text;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('attributes'));
  wanted.key := lower(btrim(save_attribute.key));
  select * into before from public.attributes a where a.key = wanted.key for update;
  wanted.label := private.strip_markup(private.clean_line(save_attribute.label));
  wanted.kind := save_attribute.kind;
  wanted.help := coalesce(private.strip_markup(private.clean_line(save_attribute.help)), '');
  wanted.unit := coalesce(private.strip_markup(private.clean_line(save_attribute.unit)), '');
  wanted.category := nullif(btrim(save_attribute.category), '');
  wanted.in_filter := coalesce(save_attribute.in_filter, false);
  wanted.on_card := coalesce(save_attribute.on_card, false);
  wanted.in_compare := coalesce(save_attribute.in_compare, false);
  wanted.options := case when jsonb_typeof(save_attribute.options) = 'array' and wanted.kind in ('choice', 'choices') then
    (select coalesce(jsonb_agg(jsonb_build_object('value', lower(btrim(o ->> 'value')), 'label', private.strip_markup(private.clean_line(o ->> 'label'))) order by place), '[]')
      from jsonb_array_elements(save_attribute.options) with ordinality as given (o, place)) else '[]' end;
  wanted.position := coalesce(before.position, (select coalesce(max(a.position), 0) + 1 from public.attributes a));
  problem := case
    when wanted.key is null or wanted.key !~ '^[a-z][a-z0-9_]{0,39}$'
      then 'The key has 1 to 40 lower-case letters, digits and underscores, and begins with a letter.'
    when is_new and before.key is not null or exists (select from private.list_import_fields() f where f.field = wanted.key)
      then 'There is already an attribute with this key.'
    when wanted.label is null or length(wanted.label) not between 2 and 40 then 'The label has 2 to 40 characters.'
    when exists (select from private.list_import_fields() f
      where lower(wanted.label) in (f.field, lower(f.label)) and f.field <> 'more.' || wanted.key)
      then format('There is already an attribute named %s.', wanted.label)
    when length(wanted.help) > 200 then 'Help too long: 200 characters at most'
    when wanted.kind is null or wanted.kind not in ('yes_no', 'choice', 'choices', 'number', 'text', 'date', 'link') then 'Please choose a kind from the list.'
    when length(wanted.unit) > 12 then 'The unit has at most 12 characters.'
    when wanted.kind in ('choice', 'choices') and jsonb_array_length(wanted.options) not between 1 and 40 then 'Please add 1 to 40 options.'
    when exists (select from jsonb_array_elements(wanted.options) as o
      where coalesce(o ->> 'value', '') !~ '^[a-z0-9]+([-_][a-z0-9]+)*$' or length(o ->> 'value') > 40
        or coalesce(length(o ->> 'label'), 0) not between 1 and 60 or o ->> 'label' ~ ';')
      then 'Each option has a value of lower-case letters, digits and hyphens, and a label without semicolons.'
    when exists (select from jsonb_array_elements(wanted.options) as o, unnest(array[o ->> 'value', lower(o ->> 'label')]) as word
      group by word having count(distinct o ->> 'value') > 1 or count(*) > 2) then 'Each option has its own value and label.'
    when wanted.category is not null and not exists (select from public.categories c where c.name = wanted.category) then 'Please choose a category.'
    when before.key is null and (select count(*) from public.attributes) >= 40 then 'A catalog can have at most 40 attributes.'
    when wanted.in_filter and (select count(*) from public.attributes a where a.in_filter and a.key <> wanted.key) >= 6
      then 'At most 6 attributes can be in filters.'
    when wanted.on_card and (select count(*) from public.attributes a where a.on_card and a.key <> wanted.key) >= 3
      then 'At most 3 attributes can be on cards.' end;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  -- A value of another kind, or of an option that is gone, would be none.
  select count(*) into used from public.tool_facts f where f.more ? wanted.key
    and (wanted.kind <> before.kind or private.check_attribute_value(wanted, f.more -> wanted.key) is not null);
  perform private.refuse_if(used > 0, 'check_violation', format('Remove its %s values first.', used));
  insert into public.attributes select wanted.*
    on conflict on constraint attributes_pkey do update set label = excluded.label, kind = excluded.kind, help = excluded.help, options = excluded.options,
      unit = excluded.unit, category = excluded.category, in_filter = excluded.in_filter, on_card = excluded.on_card, in_compare = excluded.in_compare;
  if save_attribute.position is not null and save_attribute.position <> wanted.position then
    perform private.place_attributes(array(select a.key from public.attributes a
      order by 2 * case when a.key = wanted.key then save_attribute.position else a.position end
        + case when a.key = wanted.key then sign(save_attribute.position - wanted.position) else 0 end));
  end if;
  select * into wanted from public.attributes a where a.key = wanted.key;
  if wanted is distinct from before then
    perform private.log_administration(case when before.key is null then 'add' else 'change' end,
      case when before.key is null then 'publication' else 'edit' end, 'attribute:' || wanted.key,
      private.compare_rows(to_jsonb(before), to_jsonb(wanted)));
  end if;
end $$;

-- Gives the attributes their places in this order.
create function private.place_attributes(keys text[]) returns void
language sql set search_path = '' as $$
  update public.attributes a set position = wanted.place
    from unnest(keys) with ordinality as wanted (key, place) where a.key = wanted.key and a.position <> wanted.place
$$;

-- Orders the attributes. keys has all of them.
create function public.order_attributes(keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('attributes'));
  perform private.refuse_if(array(select key from unnest(keys) as key order by key)
      is distinct from array(select a.key from public.attributes a order by a.key),
    'PT409', 'The attributes have changed in the meantime. Please check their order again.');
  perform private.place_attributes(keys);
  perform private.log_administration('order', 'edit', 'attributes', jsonb_build_object('keys', to_jsonb(keys)));
end $$;

-- Removes an attribute without values.
create function public.remove_attribute(key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  used bigint;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('attributes'));
  select count(*) into used from public.tool_facts f where f.more ? remove_attribute.key;
  perform private.refuse_if(used > 0, 'check_violation', format('Remove its %s values first.', used));
  delete from public.attributes a where a.key = remove_attribute.key;
  perform private.refuse_if(not found, 'PT404', 'We could not find this attribute.');
  perform private.log_administration('remove', 'removal', 'attribute:' || key);
end $$;

-- Removes the values of an attribute from all tools, as accepted edits. Returns of how many.
create function public.clear_attribute(key text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  cleared integer;
begin
  perform private.require_admin_or_service();
  perform pg_advisory_xact_lock(hashtext('attributes'));
  perform private.refuse_if(not exists (select from public.attributes a where a.key = clear_attribute.key), 'PT404', 'We could not find this attribute.');
  -- In the order in which other changes lock tools.
  perform from public.tools t where t.id in (select f.tool_id from public.tool_facts f where f.more ? clear_attribute.key) order by t.id for no key update;
  with valued as (
    select f.tool_id, f.more -> clear_attribute.key as value from public.tool_facts f where f.more ? clear_attribute.key
  ), written as (
    update public.tool_facts f set more = f.more - clear_attribute.key from valued where valued.tool_id = f.tool_id
  )
  insert into public.tool_edits (tool_id, number, changes, note, status, decided_at)
    select v.tool_id, private.get_next_edit_number(v.tool_id),
      jsonb_build_object('more.' || clear_attribute.key, jsonb_build_array(v.value, null)), 'The values of this attribute were removed.', 'accepted', now()
    from valued v;
  get diagnostics cleared = row_count;
  if cleared > 0 then
    perform private.log_administration('clear', 'edit', 'attribute:' || key, jsonb_build_object('tools', cleared));
  end if;
  return cleared;
end $$;
grant execute on function public.save_attribute, public.order_attributes, public.remove_attribute, public.clear_attribute
  to authenticated, service_role;

-- Of a tool, what it has of the attributes: [{label, kind, unit, value, in_compare, on_card}] in their order; a choice has its label.
create function public.described_attributes(facts public.tool_facts) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'kind', a.kind, 'unit', a.unit, 'in_compare', a.in_compare, 'on_card', a.on_card, 'value',
      case when a.kind in ('choice', 'choices') then (select string_agg(o.entry ->> 'label', ', ' order by o.place)
        from jsonb_array_elements(a.options) with ordinality as o (entry, place) where facts.more -> a.key ? (o.entry ->> 'value'))
      else facts.more ->> a.key end) order by a.position), '[]')
  from public.attributes a
  where facts.more ? a.key
    and (a.category is null or exists (select from public.tools t where t.id = facts.tool_id and t.categories @> array[a.category]))
$$;
grant execute on function public.described_attributes to anon, authenticated, service_role;

-- The attributes that lists filter by, with the options that a tool has: in a category, or in all. Numbers and dates have
-- ranges to or from the quartiles of at most 2,000 of their values: `..200`, `2026-01-31..`. Their order is that of the operator.
-- [{key, label, kind, unit, options: [{value, label}]}]
create function public.attribute_filters(in_category text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with listed as (select coalesce(private.find_category(in_category), '') as category)
  select coalesce(jsonb_agg(jsonb_build_object('key', a.key, 'label', a.label, 'kind', a.kind, 'unit', a.unit, 'options', o.options) order by a.position)
    filter (where o.options <> '[]'), '[]')
  from listed, public.attributes a
  cross join lateral (
    select coalesce(jsonb_agg(entry order by place), '[]') as options
    from jsonb_array_elements(case a.kind when 'yes_no' then '[{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]' else a.options end)
      with ordinality as given (entry, place)
    where exists (select from private.facet_counts f where f.category = listed.category and f.facet = format('a.%s:%s', a.key, entry ->> 'value') and f.counted > 0)
    union all
    select jsonb_agg(case a.kind when 'number' then jsonb_build_object('value', '..' || bound, 'label', bound::text)
      else jsonb_build_object('value', day || '..', 'label', day) end order by bound * case a.kind when 'number' then 1 else -1 end)
    from (
      select distinct unnest(percentile_disc(array[0.25, 0.5, 0.75]) within group (order by value)) as bound
      from (select n.value from private.attribute_numbers n where n.attribute = a.key limit 2000) sample
    ) quartiles, lateral (select case a.kind when 'date' then to_char('1970-01-01'::date + bound::integer, 'YYYY-MM-DD') end as day) as of_date
    where a.kind in ('number', 'date')
  ) o
  where a.in_filter and (a.category is null or a.category = listed.category)
$$;
grant execute on function public.attribute_filters to anon, authenticated, service_role;
