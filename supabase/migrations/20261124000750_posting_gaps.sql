-- Closes gaps of the rules for posts and reports: the word filter and the link rule see through white space, widths
-- and invisible characters, a moderator does not learn who reported the own content, and a suspended admin of a
-- company removes no other members.

-- Text as the word filter and the link rule compare it: without case, and without the invisible characters, widths
-- and white space that would hide a word from them.
create or replace function private.fold_for_filter(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(normalize(regexp_replace(value, '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), NFKC)),
    '\s+', ' ', 'g'))
$$;

-- Whether a text contains a word of the filter with an action. Matches anywhere, without case.
create or replace function private.matches_word_filter(written text, wanted_action text, filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_array_elements(filter) entry
    where entry ->> 'action' = wanted_action and strpos(private.fold_for_filter(written), private.fold_for_filter(entry ->> 'text')) > 0)
$$;

-- The text of a row in the columns that the trigger names. The separator is no white space, so that no word of the
-- filter matches across two columns.
create or replace function private.join_texts(row_data jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(case when jsonb_typeof(row_data -> name) = 'array'
      then (select string_agg(entry, E'\x1f') from jsonb_array_elements_text(row_data -> name) as entry)
      else row_data ->> name end, E'\x1f')
  from unnest(columns) as name
$$;

-- PostgreSQL fires triggers in the order of their names: this one after check_second_factor and before
-- update_profile. A suspended member can change only the privacy setting.
create or replace function private.check_profile_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'authenticated' or old.user_id is distinct from auth.uid() then
    return new;
  end if;
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_url, old.job_title, old.company_name, old.account_type)
    is distinct from
    (new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title, new.company_name, new.account_type)
  then
    perform private.require_no_suspension();
    if private.matches_word_filter(concat_ws(E'\x1f', new.username, new.first_name, new.last_name, new.bio, new.job_title,
      new.company_name), 'reject', private.setting('word_filter'))
    then
      raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

-- Holds new posts for approval, and changed reviews: they are inserted and removed in one transaction, with a decision of
-- the action `hold`. No rule reads the rating. The first argument is the type of the subject, the others are
-- the columns with text.
--
-- Works by statement, and its name comes after those of the triggers that count: a row must be counted
-- before its removal subtracts it.
create or replace function private.hold_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  settings jsonb;
  is_new_account boolean;
  visible_posts integer;
  post record;
  decision bigint;
begin
  select private.default_settings() || coalesce(jsonb_object_agg(key, value), '{}') into settings from private.site_settings;
  -- The defaults, with which nothing but a decision about the tool holds a review.
  if settings -> 'premoderate_first_posts' = '0' and settings -> 'premoderate_links' = 'false'
    and not settings -> 'word_filter' @> '[{"action": "hold"}]'
    and (tg_argv[0] <> 'review' or tg_op <> 'INSERT' or not exists (
      select from public.moderation_decisions where action = 'premoderate_reviews' and expires_at > now()))
  then
    return null;
  end if;
  if private.is_staff('moderator') or exists (select from private.premoderation_exemptions where user_id = member) then
    return null;
  end if;
  is_new_account := (select created_at from private.profiles where user_id = member)
    > now() - make_interval(hours => (settings -> 'new_account_hours')::integer);
  visible_posts := (select count(*) from public.reviews where user_id = member)
    + (select count(*) from public.tools where submitted_by = member)
    + (select count(*) from private.launches where user_id = member);
  if tg_op = 'INSERT' then
    visible_posts := visible_posts - (select count(*) from new_rows);
  end if;
  for post in
    select to_jsonb(new_rows) as data, private.join_texts(to_jsonb(new_rows), tg_argv[1:]) as written from new_rows
  loop
    if (tg_op = 'INSERT' and visible_posts < (settings -> 'premoderate_first_posts')::integer)
      or (tg_op = 'INSERT' and tg_argv[0] = 'review' and private.is_premoderated((post.data ->> 'tool_id')::uuid))
      or (settings -> 'premoderate_links' = 'true' and is_new_account and private.fold_for_filter(post.written) ~ '([a-z]://|\mwww\.)')
      or private.matches_word_filter(post.written, 'hold', settings -> 'word_filter')
    then
      decision := private.record_decision(tg_argv[0], (post.data ->> 'id')::uuid, 'hold', 'premoderation', null, null, null, 'rule', null);
      perform private.remove_content(decision, tg_argv[0], (post.data ->> 'id')::uuid, moved_as => 'hold');
    elsif tg_op = 'INSERT' then
      visible_posts := visible_posts + 1;
    end if;
  end loop;
  return null;
end $$;

-- A suspended admin of a company can leave it, and cannot remove other members.
create trigger check_suspension_of_removal after delete on public.company_members for each row
  when (current_user = 'authenticated' and old.user_id is distinct from auth.uid())
  execute function private.refuse_suspended();

-- Changes some settings: {key: value}. All of them are checked before one is changed.
create or replace function public.update_site_settings(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  is_valid boolean;
begin
  perform private.require_staff('admin');
  perform private.require_second_factor();
  if jsonb_typeof(changes) is distinct from 'object' then
    raise exception 'Please send the settings to change as an object.' using errcode = 'check_violation';
  end if;
  for changed in select key, value, private.default_settings() -> key as initial from jsonb_each(changes) loop
    is_valid := case
      when changed.initial is null then false
      when changed.key = 'word_filter' then jsonb_typeof(changed.value) = 'array' and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'object'
            or not coalesce(length(private.fold_for_filter(entry ->> 'text')) between 2 and 200, false)
            or not coalesce(entry ->> 'action' in ('hold', 'reject'), false))
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

-- Sends a report. A signed-out reporter gives a name and an address, except for the reason child_safety.
-- Returns {number, key}; with both, public.report_status tells what came of it.
create or replace function public.submit_report(subject_type text, subject_id uuid, reason text, details text default '',
  good_faith boolean default false, reporter_name text default null, reporter_email text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reporter constant uuid := auth.uid();
  today constant timestamptz := date_trunc('day', now() at time zone 'utc') at time zone 'utc';
  written text := nullif(private.trim_text(submit_report.details), '');
  name text := case when reporter is null then nullif(private.strip_markup(submit_report.reporter_name), '') end;
  address text := case when reporter is null then nullif(btrim(submit_report.reporter_email), '') end;
  key constant text := left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 32);
  subject record;
  new_number bigint;
begin
  if reporter is not null then
    perform private.require_factor();
    perform private.require_no_suspension();
  end if;
  if submit_report.subject_type is null or submit_report.reason is null
    or not submit_report.subject_type in ('review', 'tool', 'launch', 'profile', 'company')
    or not submit_report.reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest', 'undisclosed_incentive',
      'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate', 'illegal_content', 'child_safety', 'other')
  then
    raise exception 'Please choose what you want to report and why.' using errcode = 'check_violation';
  end if;
  select * into subject from private.find_subject(submit_report.subject_type, submit_report.subject_id);
  if subject is null or subject.is_removed then
    raise exception 'We could not find what you want to report.' using errcode = 'PT404';
  end if;
  if subject.author_id = reporter
    or (submit_report.subject_type = 'company' and private.is_company_admin(submit_report.subject_id))
  then
    raise exception 'This is your own content. You can edit or delete it instead.' using errcode = 'check_violation';
  end if;
  if length(written) < 20 or (written is null
    and submit_report.reason in ('illegal_content', 'personal_data', 'inaccurate', 'other'))
  then
    raise exception 'Please describe the problem in at least 20 characters.' using errcode = 'check_violation';
  end if;
  if length(written) > 2000 then
    raise exception 'Please describe the problem in at most 2,000 characters.' using errcode = 'check_violation';
  end if;
  if submit_report.reason in ('illegal_content', 'child_safety') and submit_report.good_faith is not true then
    raise exception 'Please confirm that your report is accurate and complete to the best of your knowledge.'
      using errcode = 'check_violation';
  end if;
  if reporter is null and (submit_report.reason <> 'child_safety' and num_nulls(name, address) > 0
    or length(name) > 100 or length(address) > 254
    or address !~ '^[^@\s<>",;:()]+@[^@\s<>",;:()]+\.[^@\s<>",;:()]+$')
  then
    raise exception 'Please enter your name and e-mail address so that we can reply.' using errcode = 'check_violation';
  end if;
  -- Reports of one reporter run one after the other, so that both limits count each of them.
  perform pg_advisory_xact_lock(hashtext('report ' || coalesce(reporter::text, lower(address), '')));
  if exists (select from private.reports r where r.subject_id = submit_report.subject_id and r.status = 'open'
    and (r.reporter_id = reporter or lower(r.reporter_email) = lower(address)))
  then
    raise exception 'You have already reported this. We will let you know what we decide.' using errcode = 'PT409';
  end if;
  if (select count(*) from private.reports r where r.reporter_id = reporter and r.created_at >= today) >= 20
    or (select count(*) from private.reports r where lower(r.reporter_email) = lower(address) and r.created_at >= today) >= 3
  then
    raise exception 'You have sent too many reports today. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  insert into private.reports (key_hash, subject_type, subject_id, tool_id, rating, author_id, snapshot, reason, details,
    good_faith, reporter_id, reporter_name, reporter_email)
  values (sha256(convert_to(key, 'utf8')), submit_report.subject_type, submit_report.subject_id, subject.tool_id, subject.rating,
    subject.author_id, subject.content, submit_report.reason, written, coalesce(submit_report.good_faith, false),
    reporter, name, address)
  returning number into new_number;
  if reporter is not null or address is not null then
    perform private.queue_email('report_received',
      -- The title of a profile is its username, which must not outlive the account in an email to another member.
      jsonb_build_object('number', new_number, 'key', key, 'subject_type', submit_report.subject_type,
        'title', case when submit_report.subject_type <> 'profile' then subject.title end, 'reason', submit_report.reason),
      reporter, address);
  end if;
  if submit_report.reason in ('illegal_content', 'child_safety') then
    perform private.queue_email('urgent_report', jsonb_build_object('number', new_number, 'reason', submit_report.reason,
        'subject_type', submit_report.subject_type, 'subject_id', submit_report.subject_id), staff.user_id)
      from private.staff;
  end if;
  return jsonb_build_object('number', new_number, 'key', key);
end $$;

-- A case: {content, reports, decisions, notes}. content is null if its author has deleted it.
create or replace function public.moderation_subject(subject_type text, subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  subject record;
  -- The author never learns who reported, also as a moderator.
  is_own boolean;
  result jsonb;
begin
  perform private.require_staff('moderator');
  select * into subject from private.find_subject(moderation_subject.subject_type, moderation_subject.subject_id);
  is_own := coalesce(subject.author_id = auth.uid(), false)
    or exists (select from private.reports r where r.subject_id = moderation_subject.subject_id and r.author_id = auth.uid())
    or exists (select from public.company_members m
      where m.company_id = moderation_subject.subject_id and m.user_id = auth.uid());
  result := jsonb_build_object(
    'content', case when subject.title is not null then subject.content || jsonb_build_object(
      'is_removed', private.removing_decision(moderation_subject.subject_type, moderation_subject.subject_id) is not null,
      'removed_by', private.removing_decision(moderation_subject.subject_type, moderation_subject.subject_id),
      'author', (select jsonb_build_object('user_id', p.user_id, 'username', p.username, 'is_suspended', private.is_suspended(p.user_id),
          'is_staff', exists (select from private.staff s where s.user_id = p.user_id),
          'is_exempt', exists (select from private.premoderation_exemptions e where e.user_id = p.user_id))
        from private.profiles p where p.user_id = subject.author_id),
      'tool', coalesce(
        (select jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug) from public.tools t where t.id = subject.tool_id),
        (select jsonb_build_object('id', r.row_id, 'name', r.row_data ->> 'name') from private.removed_content r
          where r.row_id = subject.tool_id and r.table_name = 'public.tools'))) end,
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'reason', r.reason, 'details', case when not is_own then r.details end,
        'good_faith', r.good_faith, 'status', r.status, 'created_at', r.created_at, 'decision', r.decision, 'snapshot', r.snapshot,
        'reporter', case when not is_own then coalesce(p.username, r.reporter_name) end) order by r.number desc), '[]')
      from private.reports r left join private.profiles p on p.user_id = r.reporter_id
      where r.subject_type = moderation_subject.subject_type and r.subject_id = moderation_subject.subject_id),
    'decisions', (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('decided_by', moderator.username,
        'appeals', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number,
            'statement', case when not is_own or a.user_id = auth.uid() then a.statement end,
            'revised_content', a.revised_content, 'status', a.status, 'created_at', a.created_at,
            'by_author', a.user_id is not distinct from p.affected_user) order by a.number), '[]')
          from private.appeals a where a.decision = d.number)) order by d.number desc), '[]')
      from public.moderation_decisions d join private.decision_parties p on p.decision = d.number
      left join private.profiles moderator on moderator.user_id = p.decided_by
      where d.subject_type = moderation_subject.subject_type and (d.subject_id = moderation_subject.subject_id
        or d.subject_type = 'profile' and p.affected_user = moderation_subject.subject_id)),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'note', n.note, 'author', p.username,
        'created_at', n.created_at) order by n.id), '[]')
      from private.moderator_notes n left join private.profiles p on p.user_id = n.author_id
      where n.subject_type = moderation_subject.subject_type and n.subject_id = moderation_subject.subject_id));
  if result -> 'content' = 'null' and result -> 'reports' = '[]' and result -> 'decisions' = '[]' then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;

-- Decides about reported or other content (docs/spec/3-community.md §1.2).
-- Returns the number of the decision in the moderation log.
create or replace function public.moderate(subject_type text, subject_id uuid, action text, reason text default null,
  explanation text default null, legal_basis text default null, expires_at timestamptz default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := nullif(private.trim_text(moderate.explanation), '');
  law constant text := nullif(private.trim_text(moderate.legal_basis), '');
  needs_reason constant boolean := moderate.action in
    ('remove', 'warn', 'suspend', 'remove_all_content', 'premoderate_reviews');
  author uuid;
begin
  perform private.require_decider();
  if not coalesce(case
    when moderate.action in ('keep', 'remove', 'restore') then moderate.subject_type in ('review', 'tool', 'launch', 'profile', 'company')
    when moderate.action in ('warn', 'suspend', 'unsuspend', 'remove_all_content') then moderate.subject_type = 'profile'
    when moderate.action in ('premoderate_reviews', 'end_premoderation') then moderate.subject_type = 'tool' end, false)
  then
    raise exception 'This decision does not fit this content.' using errcode = 'check_violation';
  end if;
  select s.author_id into author from private.find_subject(moderate.subject_type, moderate.subject_id) s;
  perform private.require_no_involvement(moderate.subject_type, moderate.subject_id, author);
  if moderate.subject_type = 'profile' and exists (select from private.staff where user_id = moderate.subject_id) then
    perform private.require_staff('admin');
  end if;
  if needs_reason and moderate.reason is null or moderate.reason = 'premoderation' or moderate.reason is not null
    and not moderate.reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest', 'undisclosed_incentive',
      'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate', 'illegal_content', 'child_safety', 'other',
      'court_order')
  then
    raise exception 'Please choose a reason.' using errcode = 'check_violation';
  end if;
  if needs_reason and why is null or length(why) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  if moderate.reason in ('illegal_content', 'court_order') and law is null then
    raise exception 'Please name the law or the court order.' using errcode = 'check_violation';
  end if;
  if length(law) > 500 then
    raise exception 'Please name the law or the court order in at most 500 characters.' using errcode = 'check_violation';
  end if;
  if moderate.expires_at <= now() or moderate.action = 'premoderate_reviews' and moderate.expires_at is null then
    raise exception 'The end date has to be in the future.' using errcode = 'check_violation';
  end if;
  -- Programs that read the log cannot represent `infinity`.
  if moderate.expires_at > now() + interval '100 years' then
    raise exception 'The end date has to be within 100 years.' using errcode = 'check_violation';
  end if;
  return private.decide(moderate.subject_type, moderate.subject_id, moderate.action, moderate.reason, why, law,
    case when moderate.action in ('suspend', 'premoderate_reviews') then moderate.expires_at end, auth.uid(),
    case when moderate.reason = 'court_order' then 'authority' end);
end $$;
