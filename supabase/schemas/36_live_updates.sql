-- What an open page shows without a reload: reviews over postgres_changes, upvotes of launches as a broadcast.

alter publication supabase_realtime add table public.reviews;

-- Sends the new count of a launch to the public channel launches: signed-out readers may not read who voted.
create function private.send_upvotes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'upvotes_count', new.upvotes_count), 'upvotes', 'launches', false);
  return null;
end $$;
create trigger send_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.send_upvotes();
