-- Names may have periods, middle dots and vowel signs; a sign-up with other characters is refused.

-- The characters of a person's first or last name, for a bracket expression (spec 1 §5 and docs/decisions/0028):
-- letters, spaces, hyphens, apostrophes, periods and middle dots. The combining diacritics are letters as well, as in
-- the Yoruba "Ẹ̀bùn", and so are the vowel signs of India and Southeast Asia: the class alpha does not contain them.
create function private.name_characters() returns text
language sql immutable set search_path = '' as $$
  select '[:alpha:]\u0300-\u036f\u0900-\u109f\u1780-\u17ff .''’\u00b7\u2010\u2011\u30fb-'
$$;

create function private.is_person_name(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ ('^[' || private.name_characters() || ']{1,50}$')
$$;

-- A person's name of another site or the operator in the form of a name. Sign-ups of this site are refused instead
-- (`refuse_names`).
create or replace function private.clean_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.strip_markup(normalize(value)), '[^' || private.name_characters() || ']', '', 'g'), 50)), '')
$$;

alter table private.profiles drop constraint first_name_format, drop constraint last_name_format;
alter table private.profiles
  add constraint first_name_format check (private.is_person_name(first_name)),
  add constraint last_name_format check (private.is_person_name(last_name));

-- Why the names in the metadata of a sign-up cannot be stored, in the same form.
create function private.refuse_names(metadata jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error_code', 'validation_failed', 'msg',
      label || ' may only contain letters, spaces, periods, hyphens and apostrophes')
    from (values ('first_name', 'First name'), ('last_name', 'Last name')) as fields (key, label),
      nullif(left(private.strip_markup(normalize(metadata ->> key)), 50), '') as name
    where not private.is_person_name(name) limit 1
$$;

create or replace function private.check_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant jsonb := case
    -- With a provider of another site there is no form that could ask for another name.
    when tg_op = 'INSERT' and new.encrypted_password <> '' and private.refuse_names(new.raw_user_meta_data) is not null
      then private.refuse_names(new.raw_user_meta_data)
    when tg_op = 'INSERT' or old.email_confirmed_at is null and new.email_confirmed_at is not null
      then private.refuse_sign_up(new.email::text)
    when old.email is distinct from new.email then private.refuse_address(new.email::text) end;
begin
  if refusal is not null and auth.role() is distinct from 'service_role' then
    raise exception '%', refusal ->> 'msg'
      using errcode = 'check_violation', constraint = 'sign_up_rules', detail = refusal ->> 'error_code';
  end if;
  return new;
end $$;
