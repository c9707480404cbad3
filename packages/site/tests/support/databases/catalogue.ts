import type { Database } from '@toolmark/backend/database/database.ts'

/** All schemas except those of PostgreSQL and the list of migrations. */
const SCHEMAS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')`

const sorted = (acl: string) =>
  `(select array_agg(item::text order by item::text) from unnest(${acl}) item)`

const nameOf = (relation: string) =>
  `(select concat(s.nspname, '.', r.relname) from pg_class r join pg_namespace s on s.oid = r.relnamespace
    where r.oid = ${relation})`

/** Each query returns a `name`, unique within its kind, and a `definition`. */
const QUERIES: Record<string, string> = {
  schema: `
    select nspname as name, concat_ws(e'\\n', ${sorted('nspacl')}, obj_description(n.oid, 'pg_namespace')) as definition
    from pg_namespace n where ${SCHEMAS}`,
  'default privileges': `
    select concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype) as name,
      ${sorted('defaclacl')}::text as definition
    from pg_default_acl`,
  extension: `select extname as name, extnamespace::regnamespace::text as definition from pg_extension`,
  relation: `
    select concat(n.nspname, '.', c.relname) as name, concat_ws(e'\\n', c.relkind, c.relowner::regrole,
      c.relrowsecurity, c.relforcerowsecurity, c.reloptions, ${sorted('c.relacl')},
      case c.relkind when 'v' then pg_get_viewdef(c.oid) end, obj_description(c.oid, 'pg_class')) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  column: `
    select concat(n.nspname, '.', c.relname, '.', a.attname) as name, concat_ws(e'\\n',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      nullif(a.attcollation, 0)::regcollation, a.attnotnull, a.attgenerated, a.attidentity,
      pg_get_expr(d.adbin, d.adrelid), ${sorted('a.attacl')}, col_description(c.oid, a.attnum)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select concat_ws(' ', ${nameOf('c.conrelid')}, c.conname) as name,
      concat_ws(e'\\n', pg_get_constraintdef(c.oid), c.convalidated, obj_description(c.oid, 'pg_constraint')) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${SCHEMAS}`,
  index: `
    select ${nameOf('i.indexrelid')} as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${SCHEMAS}`,
  function: `
    select concat(n.nspname, '.', p.proname, '(', pg_get_function_identity_arguments(p.oid), ')') as name, concat_ws(e'\\n', pg_get_functiondef(p.oid), p.proowner::regrole,
      coalesce(${sorted('p.proacl')}::text, 'everyone'), obj_description(p.oid, 'pg_proc')) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${SCHEMAS} and p.prokind in ('f', 'p')`,
  trigger: `
    select concat_ws(' ', ${nameOf('t.tgrelid')}, t.tgname) as name,
      concat_ws(e'\\n', pg_get_triggerdef(t.oid), t.tgenabled, obj_description(t.oid, 'pg_trigger')) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${SCHEMAS} and not t.tgisinternal`,
  policy: `
    select concat_ws(' ', ${nameOf('p.polrelid')}, p.polname) as name, concat_ws(e'\\n', p.polcmd, p.polpermissive,
      array(select case role when 0 then 'everyone' else role::regrole::text end from unnest(p.polroles) role order by 1),
      pg_get_expr(p.polqual, p.polrelid), '/', pg_get_expr(p.polwithcheck, p.polrelid),
      obj_description(p.oid, 'pg_policy')) as definition
    from pg_policy p`,
  'published table': `
    select concat_ws(' ', pubname, concat(schemaname, '.', tablename)) as name,
      concat_ws(e'\\n', attnames, rowfilter) as definition
    from pg_publication_tables`,
  category: `select name, to_jsonb(c)::text as definition from public.categories c`,
  bucket: `select id as name, (to_jsonb(b) - 'created_at' - 'updated_at')::text as definition from storage.buckets b`,
}

/**
 * Reads everything that schema files define, with rights and seed rows.
 * @returns definitions by kind and name, as in `column public.tools.slug`
 */
export async function readCatalogue(
  database: Pick<Database, 'asOwner'>,
): Promise<Map<string, string>> {
  const entries = new Map<string, string>()
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await database.asOwner<{ name: string; definition: string }>(query)
    for (const { name, definition } of rows) entries.set(`${kind} ${name}`, definition)
  }
  return entries
}
