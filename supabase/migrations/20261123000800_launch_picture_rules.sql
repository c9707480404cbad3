-- The pictures of a launch: at most three, each once, drawn by the server or uploaded by the owner.
create function private.is_picture_list(list text[], owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 3
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry ~ ('^(drawn/[a-z]+|uploaded/' || coalesce(owner::text, '[0-9a-f-]{36}')
          || '/[A-Za-z0-9_-][A-Za-z0-9._-]*)$'))
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.is_picture_list to anon, authenticated, service_role;

alter table private.launches drop constraint launch_pictures_format,
  add constraint launch_pictures_format check (private.is_picture_list(pictures, user_id));

drop trigger announce_facts on private.launches;
create trigger announce_facts after update on private.launches
  for each row when (
    (old.user_id, old.tool_id, old.tagline, old.description, old.launch_date, old.featured_image, old.pictures)
    is distinct from
    (new.user_id, new.tool_id, new.tagline, new.description, new.launch_date, new.featured_image, new.pictures))
  execute function private.announce_tags('launches', 'launch:id');
