-- What visitors and members cannot read or write while an area is off. app/shared/areas.ts lists the same tables.
call private.put_in_area('launches', 'private.launches', 'public.launch_upvotes', 'public.launch_reminders');
call private.put_in_area('companies', 'public.companies', 'public.company_members', 'public.company_follows');
call private.put_in_area('makers', 'public.tool_makers', 'public.review_replies', 'public.review_reply_revisions', 'public.review_campaigns');
call private.put_in_area('lists', 'public.lists', 'public.list_items');
call private.put_in_area('ledger', 'public.ledger_checkpoints', 'public.ledger_events', 'public.ledger_salts');
call private.put_in_area('profiles', 'public.user_follows', 'public.user_activities');

create policy kind_is_on on public.notifications as restrictive to anon, authenticated using (private.is_kind_on(kind));

create policy launches_area_is_on on storage.objects as restrictive to anon, authenticated
  using (bucket_id <> 'launches' or (select private.is_area_on('launches')))
  with check (bucket_id <> 'launches' or (select private.is_area_on('launches')));
create policy logos_area_is_on on storage.objects as restrictive to anon, authenticated
  using (bucket_id <> 'logos' or (select private.is_area_on('companies')))
  with check (bucket_id <> 'logos' or (select private.is_area_on('companies')));
