-- What an open page shows without a reload: reviews over postgres_changes, upvotes of launches as a broadcast.

alter publication supabase_realtime add table public.reviews;

-- Sends the new count of a launch to the channel launches: signed-out readers may not read who voted.
create function private.send_upvotes(launch private.launches) returns void
language sql set search_path = '' as $$
  select realtime.send(jsonb_build_object('id', launch.id, 'upvotes_count', launch.upvotes_count), 'upvotes', 'launches', true)
$$;

-- Everybody may listen. Without a policy for inserts only the database can send.
create policy launches_anyone_select on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'launches' and extension = 'broadcast');
