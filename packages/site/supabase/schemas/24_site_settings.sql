-- What an administrator sets for the site, and what moderators set for one member.

-- A setting that differs from its default. private.get_default_settings has all of them.
create table private.site_settings (
  key text primary key,
  value jsonb not null
);
call private.secure_internal_table('private.site_settings');

create function private.get_default_settings() returns jsonb
language sql immutable set search_path = '' as $$
  select '{
    "premoderate_first_posts": 0, "premoderate_links": false, "new_account_hours": 24, "word_filter": [],
    "daily_limit_tools": 100, "daily_limit_reviews": 200, "daily_limit_launches": 50,
    "daily_limit_votes": 2000, "daily_limit_follows": 1000, "daily_limit_edits": 100, "daily_limit_lists": 50,
    "require_staff_2fa": false, "invite_only": false, "blocked_email_domains": [],
    "ai_crawlers": "allow", "open_review_texts": false, "vitality_quiet_months": 12, "vitality_dormant_months": 24
  }'::jsonb
$$;

create function private.get_setting(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select value from private.site_settings where key = wanted), private.get_default_settings() -> wanted)
$$;

-- All settings with their values, for administrators.
create function public.site_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return private.get_default_settings()
    || coalesce((select jsonb_object_agg(key, value) from private.site_settings), '{}');
end $$;
grant execute on function public.site_settings to authenticated;

-- Changes some settings: {key: value}. All of them are checked before one is changed.
create function public.update_site_settings(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  is_valid boolean;
begin
  perform private.require_staff('admin');
  perform private.require_second_factor();
  perform private.refuse_if(jsonb_typeof(changes) is distinct from 'object',
    'check_violation', 'Please send the settings to change as an object.');
  for changed in select key, value, private.get_default_settings() -> key as initial from jsonb_each(changes) loop
    is_valid := case
      when changed.initial is null then false
      when changed.key = 'word_filter' then jsonb_typeof(changed.value) = 'array' and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'object'
            or not coalesce(length(private.fold_for_filter(entry ->> 'text')) between 2 and 200, false)
            or not coalesce(entry ->> 'action' in ('hold', 'reject'), false))
      when changed.key = 'blocked_email_domains' then jsonb_typeof(changed.value) = 'array'
        and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'string' or length(entry #>> '{}') > 253
            or entry #>> '{}' !~* '^[a-z0-9_-]+(\.[a-z0-9_-]+)+$')
      when changed.key = 'ai_crawlers' then changed.value in ('"allow"', '"deny"')
      -- A date minus more months is none; 59_changes.sql counts on the least ones.
      when changed.key in ('vitality_quiet_months', 'vitality_dormant_months') then coalesce(
        case when changed.value::text ~ '^[0-9]{1,3}$' then changed.value::text::integer end
          between case changed.key when 'vitality_quiet_months' then 1 else 6 end and 240, false)
      when jsonb_typeof(changed.initial) = 'number' then jsonb_typeof(changed.value) = 'number'
        and changed.value::text ~ '^[0-9]{1,6}$'
      else jsonb_typeof(changed.value) = jsonb_typeof(changed.initial)
    end;
    if not is_valid then
      raise exception '%', case when changed.initial is null then 'There is no setting ' || left(changed.key, 50) || '.'
        else 'This value does not fit the setting ' || changed.key || '.' end using errcode = 'check_violation';
    end if;
  end loop;
  insert into private.site_settings (key, value) select key, value from jsonb_each(changes)
    on conflict (key) do update set value = excluded.value;
end $$;
grant execute on function public.update_site_settings to authenticated;

-- Whether /robots.txt allows the crawlers that collect texts for language models.
create function public.allows_ai_crawlers() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_setting('ai_crawlers') = '"allow"'
$$;
grant execute on function public.allows_ai_crawlers to anon, authenticated, service_role;

-- A member whose posts need no approval.
create table private.premoderation_exemptions (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  granted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index premoderation_exemptions_granted_by_idx on private.premoderation_exemptions (granted_by);
call private.secure_internal_table('private.premoderation_exemptions');

create function public.set_premoderation_exempt(username text, exempt boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.find_user_id(set_premoderation_exempt.username);
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  perform private.refuse_if(member is null, 'PT404', 'We could not find this member.');
  if exempt then
    insert into private.premoderation_exemptions (user_id, granted_by) values (member, auth.uid())
      on conflict (user_id) do nothing;
  else
    delete from private.premoderation_exemptions where user_id = member;
  end if;
end $$;
grant execute on function public.set_premoderation_exempt to authenticated;

-- Members whose username begins with the query, or for administrators whose address is the query.
create function public.moderation_users(query text)
returns table (user_id uuid, username text, created_at timestamptz, is_suspended boolean, suspended_until timestamptz,
  review_count integer, email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(coalesce(query, '')));
  is_admin constant boolean := private.is_staff('admin');
begin
  perform private.require_staff('moderator');
  return query
    select p.user_id, p.username, p.created_at, private.is_suspended(p.user_id),
      (select s.expires_at from private.suspensions s where s.user_id = p.user_id and s.expires_at > now()),
      coalesce(st.total_reviews, 0), case when is_admin then u.email::text end
    from private.profiles p
    join auth.users u on u.id = p.user_id
    left join public.user_stats st on st.user_id = p.user_id
    where wanted <> '' and (starts_with(lower(p.username), wanted) or (is_admin and lower(u.email) = wanted))
    order by lower(p.username) limit 24;
end $$;
grant execute on function public.moderation_users to authenticated;
