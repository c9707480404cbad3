-- What an open page shows without a reload: reviews over postgres_changes, upvotes of launches as a broadcast.

alter publication supabase_realtime add table public.reviews;

-- Sends the new count of a launch to the channel launches: signed-out readers may not read who voted.
create function private.send_upvotes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'upvotes_count', new.upvotes_count), 'upvotes', 'launches', true);
  return null;
end $$;
create trigger send_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.send_upvotes();

-- Everybody may listen. Without a policy for inserts only the database can send.
create policy launches_anyone_select on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'launches' and extension = 'broadcast');
