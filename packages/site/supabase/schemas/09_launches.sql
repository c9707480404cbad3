-- The pictures of a launch: at most three, each once, uploaded by the owner.
create function private.is_picture_list(list text[], owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 3
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry ~ ('^uploaded/' || coalesce(owner::text, '[0-9a-f-]{36}') || '/[A-Za-z0-9_-][A-Za-z0-9._-]*$'))
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.is_picture_list to anon, authenticated, service_role;

-- The launch of a product on one day. Everyone reads and writes it through the view
-- public.product_launches.
create table private.launches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (user_id) on delete set null,
  tool_id uuid references public.tools (id) on delete set null,
  tagline text not null constraint launch_tagline_length check (length(tagline) between 1 and 80),
  description text constraint launch_description_length check (length(description) <= 2000),
  -- A day that calendars and pages can show.
  launch_date date not null constraint launch_date_range
    check (launch_date >= '2000-01-01' and launch_date < '2100-01-01'),
  featured_image text constraint launch_featured_image_format check (private.is_web_address(featured_image)),
  upvotes_count integer not null default 0 check (upvotes_count >= 0),
  -- Of the launch day alone. After it they stay, whatever happens to the upvotes.
  upvotes_on_day integer not null default 0,
  upvotes_by_new_accounts integer not null default 0,
  created_at timestamptz not null default now(),
  -- The pictures after the featured image: `uploaded/` and a path in the bucket `launches`.
  pictures text[] not null default '{}'
    constraint launch_pictures_format check (private.is_picture_list(pictures, user_id)),
  -- Only the maker sees a draft, and everybody with the link to its preview. It is not counted.
  is_draft boolean not null default false,
  -- What is launched, if it is no listed tool.
  product_name text constraint launch_product_name_length check (length(product_name) between 1 and 100),
  product_url text constraint launch_product_url_format check (private.is_web_address(product_url))
);
create index launches_date_idx on private.launches (launch_date, upvotes_count desc);
create index launches_upvotes_idx on private.launches (upvotes_count desc, launch_date desc);
create index launches_user_id_idx on private.launches (user_id);
create index launches_tool_id_idx on private.launches (tool_id);

call private.secure_table('private.launches');
create policy anyone_select on private.launches for select using (not is_draft or user_id = (select auth.uid()));
create policy owner_insert on private.launches for insert to authenticated with check (user_id = (select auth.uid()));
-- refuse_launch_change refuses other people with an error.
create policy member_update on private.launches for update to authenticated using (true) with check (true);
create policy member_delete on private.launches for delete to authenticated using (true);
grant select on private.launches to anon, authenticated;
grant update (tool_id, tagline, description, launch_date, featured_image, is_draft, product_name, product_url), delete
  on private.launches to authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures, is_draft, product_name, product_url)
  on private.launches to authenticated;
grant select, insert, update, delete on private.launches to service_role;

-- Whether an account was new at a time.
create function private.was_new_account(account uuid, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.profiles p where p.user_id = account
    and p.created_at > at - make_interval(hours => private.get_setting('new_account_hours')::integer));
end $$;

create function private.prepare_launch(new private.launches, old private.launches) returns private.launches
language plpgsql set search_path = '' as $$
begin
  new.tagline := private.strip_markup(private.clean_line(new.tagline));
  new.description := nullif(private.strip_markup(private.clean_paragraphs(new.description)), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  new.product_name := case when new.tool_id is null then nullif(private.strip_markup(private.clean_line(new.product_name)), '') end;
  new.product_url := case when new.tool_id is null then nullif(btrim(new.product_url), '') end;
  if private.is_client_request() then
    perform private.refuse_if(new.launch_date < (now() at time zone 'utc')::date and not new.is_draft
      and (old.id is null or old.is_draft or new.launch_date <> old.launch_date),
      'check_violation', 'Launch date cannot be in the past');
  end if;
  -- A draft is a new launch when it is published.
  if old.id is not null and old.is_draft and not new.is_draft then
    new.created_at := now();
  end if;
  -- The new day may be today, for which it has upvotes already.
  if old.id is not null and new.launch_date <> old.launch_date then
    select count(*), count(*) filter (where private.was_new_account(vote.user_id, vote.created_at))
      into new.upvotes_on_day, new.upvotes_by_new_accounts
      from public.launch_upvotes vote
      where vote.launch_id = new.id and (vote.created_at at time zone 'utc')::date = new.launch_date;
  end if;
  return new;
end $$;

-- Until its day begins the maker changes everything or withdraws the launch, on its day what stands below the
-- tagline, and nothing after it: the ranking of a day compares what its voters saw. A launch without a tool can still be
-- given one on its day, or a name, or be withdrawn.
create function private.refuse_launch_change(old private.launches, new private.launches) returns void
language plpgsql set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  if old.user_id is distinct from auth.uid() then
    raise exception 'Only its maker can change a launch.' using errcode = 'insufficient_privilege';
  elsif old.is_draft then
    return;
  elsif new.is_draft then
    raise exception 'A launch can''t become a draft again.' using errcode = 'check_violation';
  elsif old.launch_date < today then
    raise exception 'This launch is over and can''t be changed.' using errcode = 'check_violation';
  elsif old.launch_date = today and new.id is null and old.tool_id is not null then
    raise exception 'A launch can be withdrawn until its day begins.' using errcode = 'check_violation';
  elsif new.id is null then
    return;
  elsif old.launch_date = today and ((new.tagline, new.launch_date) is distinct from (old.tagline, old.launch_date)
    or old.tool_id is not null and new.tool_id is distinct from old.tool_id
    or new.tool_id is null and old.product_name is not null and new.product_name is distinct from old.product_name)
  then
    raise exception 'On its day only the description and the picture of a launch can be changed.'
      using errcode = 'check_violation';
  end if;
end $$;

-- A launch stays when its maker's account is deleted. Its uploaded pictures are deleted with the account.
create function private.forget_uploaded_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.launches where user_id = old.user_id and is_draft;
  update private.launches set pictures = '{}'
    where user_id = old.user_id and array_to_string(pictures, ' ') like '%uploaded/%';
  return old;
end $$;
create trigger forget_uploaded_pictures before delete on private.profiles
  for each row execute function private.forget_uploaded_pictures();

-- A launch with its status, which follows from the date: no job has to run at midnight. "Today" is
-- the same day for everyone, in UTC.
create view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at, pictures, is_draft, product_name, product_url
from private.launches;
grant select on public.product_launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures, is_draft, product_name, product_url)
  on public.product_launches to authenticated;
grant update (tool_id, tagline, description, launch_date, featured_image, is_draft, product_name, product_url), delete
  on public.product_launches to authenticated;

-- The secret of the link to the preview of a draft.
create table private.launch_previews (
  launch_id uuid primary key references private.launches (id) on delete cascade,
  token text not null default replace(gen_random_uuid()::text, '-', '')
);
call private.secure_internal_table('private.launch_previews');

-- Returns the path of a page that shows the launch to every reader with the link, also while it is a draft. Only its
-- maker can call it.
create function public.launch_preview_link(launch uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_token text;
begin
  perform private.require_second_factor();
  perform private.refuse_if(not exists (select from private.launches l where l.id = launch and l.user_id = auth.uid()),
    'insufficient_privilege', 'Only its maker can change a launch.');
  insert into private.launch_previews (launch_id) values (launch) on conflict do nothing;
  select token into strict found_token from private.launch_previews where launch_id = launch;
  return '/launch/' || launch || '?preview=' || found_token;
end $$;
grant execute on function public.launch_preview_link to authenticated;

-- The launch with this preview, or no row.
create function public.preview_launch(launch uuid, token text) returns setof public.product_launches
language sql stable security definer rows 1 set search_path = '' as $$
  select l.* from public.product_launches l
    join private.launch_previews preview on preview.launch_id = l.id and preview.token = preview_launch.token
    where l.id = preview_launch.launch
$$;
grant execute on function public.preview_launch to anon, authenticated, service_role;

-- Also for those who cannot see the draft, but know its id from the link to its preview.
create function private.is_draft(launch uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.launches l where l.id = launch and l.is_draft)
$$;
grant execute on function private.is_draft to authenticated;

-- A member's upvote of a launch; one per member and launch.
create table public.launch_upvotes (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_upvotes_one_per_person unique (launch_id, user_id)
);
create index launch_upvotes_user_id_idx on public.launch_upvotes (user_id);
call private.secure_table('public.launch_upvotes');
create policy owner_select on public.launch_upvotes for select to authenticated using (user_id = (select auth.uid()));
create policy owner_insert on public.launch_upvotes for insert to authenticated
  with check (user_id = (select auth.uid()) and not private.is_draft(launch_id));
create policy owner_delete on public.launch_upvotes for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (launch_id, user_id), delete on public.launch_upvotes to authenticated;

-- 06_following.sql says why it counts by statement, in the order of ids and without some joins.
create function private.count_upvotes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from private.launches where id in (select launch_id from changed_rows) order by id for no key update;
  update private.launches launch set upvotes_count = upvotes_count + step * upvotes
    from (select launch_id, count(*) as upvotes from changed_rows group by launch_id) counted
    where launch.id = counted.launch_id;
  -- A launch that moderators remove or restore takes the figures of its day along.
  if private.get_content_move() = '' then
    update private.launches launch set
      upvotes_on_day = upvotes_on_day + step * on_day, upvotes_by_new_accounts = upvotes_by_new_accounts + step * by_new_accounts
    from (
      select l.id, count(*) as on_day, count(*) filter (where private.was_new_account(vote.user_id, vote.created_at)) as by_new_accounts
      from changed_rows vote join private.launches l on l.id = vote.launch_id
        and l.launch_date = (vote.created_at at time zone 'utc')::date
      where tg_op = 'INSERT' or l.launch_date = (now() at time zone 'utc')::date
      group by l.id
    ) counted where launch.id = counted.id;
  end if;
  return null;
end $$;
call private.add_statement_triggers('public.launch_upvotes', 'count_upvotes');

-- The result of a past day: its upvotes, how many of them came from accounts that were new then, and the rank by
-- them. Later upvotes, withdrawn ones and deleted accounts do not change it.
create function public.launch_results(day date)
returns table (launch_id uuid, upvotes_on_day integer, upvotes_by_new_accounts integer, rank bigint)
language sql stable security definer set search_path = '' as $$
  select l.id, l.upvotes_on_day, l.upvotes_by_new_accounts, rank() over (order by l.upvotes_on_day desc)
  from private.launches l
  where l.launch_date = launch_results.day and not l.is_draft and l.launch_date < (now() at time zone 'utc')::date
  order by rank, l.id desc
$$;
grant execute on function public.launch_results to anon, authenticated, service_role;
