-- What an administrator sees of the site's state.

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
