-- Sends urgent reports to staff who are not suspended.
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
        'subject_type', submit_report.subject_type, 'subject_id', submit_report.subject_id), s.user_id)
      from private.staff s where not private.is_suspended(s.user_id);
  end if;
  return jsonb_build_object('number', new_number, 'key', key);
end $$;
