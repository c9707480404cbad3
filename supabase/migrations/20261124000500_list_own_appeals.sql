-- The caller's appeals, the newest first. explanation is that of the moderator who resolved the appeal.
create function public.my_appeals()
returns table (number bigint, decision bigint, status text, created_at timestamptz, resolved_at timestamptz, explanation text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select a.number, a.decision, a.status, a.created_at, a.resolved_at, a.explanation
    from private.appeals a where a.user_id = auth.uid() order by a.number desc;
end $$;
grant execute on function public.my_appeals to authenticated;
