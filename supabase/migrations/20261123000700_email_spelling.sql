-- One spelling of "email" in names of categories and in the demo content.
update public.categories set
  description = replace(replace(description, 'E-mail', 'Email'), 'e-mail', 'email'),
  subcategories = array(select replace(name, 'E-mail', 'Email') from unnest(subcategories) with ordinality as t (name, place) order by place)
  where description ilike '%e-mail%' or array_to_string(subcategories, ' ') like '%E-mail%';
update public.tools set
  subcategories = array(select replace(name, 'E-mail', 'Email') from unnest(subcategories) with ordinality as t (name, place) order by place)
  where array_to_string(subcategories, ' ') like '%E-mail%';
