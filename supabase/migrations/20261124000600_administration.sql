-- The state of the site for administrators, and in a case whether its author is exempt from approval.

-- A case: {content, reports, decisions, notes}. content is null if its author has deleted it.
create or replace function public.moderation_subject(subject_type text, subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  subject record;
  result jsonb;
begin
  perform private.require_staff('moderator');
  select * into subject from private.find_subject(moderation_subject.subject_type, moderation_subject.subject_id);
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
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'reason', r.reason, 'details', r.details,
        'good_faith', r.good_faith, 'status', r.status, 'created_at', r.created_at, 'decision', r.decision, 'snapshot', r.snapshot,
        'reporter', coalesce(p.username, r.reporter_name)) order by r.number desc), '[]')
      from private.reports r left join private.profiles p on p.user_id = r.reporter_id
      where r.subject_type = moderation_subject.subject_type and r.subject_id = moderation_subject.subject_id),
    'decisions', (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('decided_by', moderator.username,
        'appeals', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'statement', a.statement,
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

-- How much waits for moderators, and how many emails failed. An email has failed after its fourth attempt.
create function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return jsonb_build_object(
    'open_reports', (select count(*) from private.reports where status = 'open'),
    'oldest_report_at', (select min(created_at) from private.reports where status = 'open'),
    'pending_posts', (select count(*) from public.moderation_decisions d where d.action = 'hold'
      and exists (select from private.removed_content removed where removed.decision = d.number)),
    'failed_emails', (select count(*) from private.email_queue where sent_at is null and attempts >= 4));
end $$;
grant execute on function public.admin_overview to authenticated;

-- The newest emails that failed, at most 24.
create function public.failed_emails()
returns table (id bigint, kind text, address text, last_error text, due_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return query
    select q.id, q.kind, coalesce(q.address, u.email::text), q.last_error, q.due_at
    from private.email_queue q left join auth.users u on u.id = q.user_id
    where q.sent_at is null and q.attempts >= 4
    order by q.id desc limit 24;
end $$;
grant execute on function public.failed_emails to authenticated;
