-- Names may carry marks that no single letter has, as in the Yoruba "Ẹ̀bùn": the class of letters leaves
-- the combining diacritics out.
alter table private.profiles
  drop constraint first_name_format,
  drop constraint last_name_format,
  add constraint first_name_format check (first_name ~ '^[[:alpha:]\u0300-\u036f ''’-]{1,50}$'),
  add constraint last_name_format check (last_name ~ '^[[:alpha:]\u0300-\u036f ''’-]{1,50}$');

create or replace function private.as_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.plain_text(normalize(value)), '[^[:alpha:]\u0300-\u036f ''’-]', '', 'g'), 50)), '')
$$;
