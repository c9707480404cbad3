-- Former addresses of tools, and the function that renames a tool.

-- A slug that a tool had before it was renamed, or that a tool had which was merged into this one. Its pages
-- redirect to the tool permanently.
create table public.tool_redirects (
  slug text primary key,
  tool_id uuid not null references public.tools (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Of the tool while it had the slug; null if it is not known.
  name text
);
create index tool_redirects_tool_id_idx on public.tool_redirects (tool_id);
call private.secure_public_table('public.tool_redirects');

-- `tools`: a page that was missing may redirect now.
call private.announce_table('public.tool_redirects', 'tools', 'tool:tool_id');

-- The redirects of removed tools, whose slugs stay reserved.
create index removed_content_redirect_idx on private.removed_content ((row_data ->> 'slug'))
  where table_name = 'public.tool_redirects';
create index removed_content_name_idx on private.removed_content (private.normalize_name(row_data ->> 'name'))
  where table_name = 'public.tools';

-- Whether a text can be the slug of a tool. A slug in the form of an id is never found.
create function private.is_slug(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 100
    and value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- The decision that removed the tool with a slug, or with a redirect from it, or null.
create function private.find_removing_decision_by_slug(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(decision) from (
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tools' and removed.row_data ->> 'slug' = wanted
    union all
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = wanted
  ) found
$$;

-- The decision that removed the tool with a name, or with a redirect from its former name, or null.
create function private.find_removing_decision_by_name(wanted text) returns bigint
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select max(decision) from (
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tools'
        and private.normalize_name(removed.row_data ->> 'name') = private.normalize_name(wanted)
    union all
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = private.slugify(wanted)
        and private.normalize_name(coalesce(removed.row_data ->> 'name', wanted)) = private.normalize_name(wanted)
  ) found
$$;

-- The decision that removed the tool with a website, or null.
create function private.find_removing_decision_by_website(key text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(removed.decision) from private.removed_content removed
    where removed.table_name = 'public.tools' and removed.row_data ->> 'website_key' = key
$$;

-- The listed tool with a name, or else the one that had the name at the address that the name gives: before it was renamed,
-- or as another entry that was merged into it.
-- Without sequential scans: a statement that adds many tools calls it for each, and its plan is of an empty table.
--   slug  the address that nothing else with this name can have
create function private.find_tool_by_name(wanted text)
returns table (tool uuid, slug text, has_name boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  key constant text := private.normalize_name(wanted);
  base constant text := private.slugify(wanted);
begin
  return query select t.id, t.slug, true from public.tools t where private.normalize_name(t.name) = key
    order by t.slug = base desc, t.slug limit 1;
  if found then return; end if;
  return query select r.tool_id, r.slug, false from public.tool_redirects r
    where r.slug = base and (r.name is null or private.normalize_name(r.name) = key);
  if found then return; end if;
  return query select t.id, t.slug, false from public.tools t where t.slug = base
    and exists (select from public.tool_edits e where e.tool_id = t.id and e.status = 'accepted'
      and private.normalize_name(e.changes -> 'name' ->> 0) = key);
end $$;

-- The slug of a name that no tool has, had or can come back with: x, else x-2, x-3 …
create function private.find_free_slug(name text, id uuid) returns text
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  base text := private.slugify(find_free_slug.name);
  candidate text;
  number integer := 1;
begin
  -- A name without Latin letters and digits, or in the form of an id, which is never found as a slug.
  if not private.is_slug(base) then
    base := 'tool-' || left(find_free_slug.id::text, 8);
  end if;
  candidate := base;
  while exists (select from public.tools t where t.slug = candidate)
    or exists (select from public.tool_redirects r where r.slug = candidate)
    or exists (select from private.removed_content removed
      where removed.table_name = 'public.tools' and removed.row_data ->> 'slug' = candidate)
    or exists (select from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = candidate)
  loop
    number := number + 1;
    candidate := rtrim(left(base, 99 - length(number::text)), '-') || '-' || number;
  end loop;
  return candidate;
end $$;

-- After the statement: an insert waits for a rename that frees its slug, and sees the redirect only then.
create function private.refuse_redirecting_slugs(slugs text[]) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.tool_redirects where slug = any (slugs)) then
    perform private.refuse_listed_tool('tools_slug_key');
  end if;
end $$;

-- The activities of profiles name the tool of each review.
create function private.name_tool_in_activities(tool public.tools) returns void
language sql set search_path = '' as $$
  update public.user_activities activity
    set metadata = activity.metadata || jsonb_build_object('tool_name', tool.name, 'tool_slug', tool.slug)
    from public.reviews review where review.tool_id = tool.id and activity.review_id = review.id
$$;

-- Gives a tool another name, another slug or both. The old slug redirects from now on. Null keeps the name or
-- the slug.
create function public.rename_tool(tool uuid, name text, slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.tools;
  new_name constant text := private.strip_markup(rename_tool.name);
  new_slug constant text := btrim(rename_tool.slug);
  wrong text;
begin
  perform private.require_decider();
  select * into before from public.tools t where t.id = rename_tool.tool for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(private.belongs_to_maker(before.id, auth.uid()),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  if new_slug <> before.slug then
    perform private.refuse_if(not private.is_slug(new_slug),
      'check_violation', 'An address has 1 to 100 lower-case letters and digits, with single hyphens between them.');
    perform private.refuse_if(exists (select from public.tools t where t.slug = new_slug), 'PT409', 'Another tool has this address.');
    perform private.refuse_if(exists (select from public.tool_redirects r where r.slug = new_slug and r.tool_id <> before.id),
      'PT409', 'This address redirects to another tool.');
    -- The slug of a tool that was merged into this one redirects here, although a removed tool has it.
    delete from public.tool_redirects r where r.slug = new_slug;
    perform private.refuse_if(not found and private.find_removing_decision_by_slug(new_slug) is not null,
      'PT409', 'This address belongs to a removed tool.');
    begin
      update public.tools t set slug = new_slug, updated_at = now() where t.id = before.id;
    exception when unique_violation then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end;
    insert into public.tool_redirects (slug, tool_id, name) values (before.slug, before.id, before.name);
  end if;
  if new_name <> before.name then
    wrong := private.check_tool_value('name', to_jsonb(new_name));
    perform private.refuse_if(wrong is not null, 'check_violation', wrong);
    perform private.apply_tool_changes(before.id,
      jsonb_build_object('name', jsonb_build_array(before.name, new_name)));
    perform private.record_tool_edit(before.id, jsonb_build_object('name', jsonb_build_array(before.name, new_name)),
      null, null, auth.uid());
  end if;
end $$;
grant execute on function public.rename_tool to authenticated;
