-- The pictures of a launch that the server draws.
alter table private.launches add pictures text[] not null default '{}'
  constraint launch_pictures_format check (
    cardinality(pictures) <= 3 and array_position(pictures, null) is null
    and array_to_string(pictures, ' ') ~ '^(drawn/[a-z]+( |$))*$');

create or replace view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at, pictures
from private.launches;
