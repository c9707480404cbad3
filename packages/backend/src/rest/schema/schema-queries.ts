// The queries of PostgreSQL's catalogue, and their rows.

export interface RelationRow {
  oid: number
  name: string
  exposed: boolean
  is_view: boolean
  columns: {
    number: number
    name: string
    type: string
    generated: boolean
    not_null: boolean
    has_default: boolean
  }[]
  primary_key: number[] | null
  unique_keys: number[][]
  rule: string | null
}

export interface KeyRow {
  name: string
  from_oid: number
  from_numbers: number[]
  to_oid: number
  to_numbers: number[]
}

export const RELATIONS = `
select c.oid::int as oid, c.relname as name, n.nspname = $1 as exposed, c.relkind in ('v', 'm') as is_view,
  (select coalesce(json_agg(json_build_object('number', a.attnum, 'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
      'has_default', a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum), '[]')
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select to_json(k.conkey) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p') as primary_key,
  (select coalesce(json_agg(to_json(k.conkey)), '[]') from pg_constraint k
    where k.conrelid = c.oid and k.contype in ('p', 'u')) as unique_keys,
  (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN') as rule
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'p', 'f') and not c.relispartition and (n.nspname = $1 or exists (
  select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)))`

export interface DefaultRow {
  name: string
  expression: string
}

/** Not a part of `RELATIONS`, because `pg_get_expr` waits for a lock of the table. */
export const DEFAULTS = `
select a.attname as name, case when a.attidentity <> ''
  then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
  else pg_get_expr(d.adbin, d.adrelid) end as expression
from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = $1::oid and a.attnum > 0 and a.attgenerated = '' and (a.atthasdef or a.attidentity <> '')`

export const FOREIGN_KEYS = `
select conname as name, conrelid::int as from_oid, to_json(conkey) as from_numbers,
  confrelid::int as to_oid, to_json(confkey) as to_numbers
from pg_constraint where contype = 'f' and conparentid = 0 order by conname`

/** Domains over tsvector, also over other domains. */
export const SEARCH_DOMAINS = `
with recursive based as (
  select oid as domain, typbasetype as type from pg_type where typtype = 'd'
  union all
  select based.domain, t.typbasetype from based join pg_type t on t.oid = based.type where t.typtype = 'd'
)
select format_type(domain, null) as name from based where type = 'tsvector'::regtype`

export const FUNCTIONS = `
select p.oid::int as oid, p.proname as name, p.proretset as returns_set, p.provolatile = 'v' as volatile,
  format_type(p.prorettype, null) as return_type, coalesce(b.typtype, t.typtype) = 'c'
    or coalesce(p.proargmodes::text[] && '{o,b,t}', false) as is_row,
  p.prorows::int as rows, case when p.pronargs = 1 then
    (select a.typrelid::int from pg_type a where a.oid = p.proargtypes[0]) end as of_oid,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''),
      'type', format_type(coalesce(p.proallargtypes[i], p.proargtypes[i - 1]), -1),
      'mode', coalesce(p.proargmodes[i]::text, 'i')) order by i)
    from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) as i), '[]') as arguments,
  p.pronargdefaults::int as defaults, coalesce(b.typrelid, t.typrelid)::int as row_oid,
  (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
      order by a.attnum), '[]')
    from pg_attribute a where a.attrelid = coalesce(b.typrelid, t.typrelid) and a.attnum > 0 and not a.attisdropped) as row_columns
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
  left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
where n.nspname = $1 and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype order by p.proname, p.pronargs, pg_get_function_identity_arguments(p.oid) collate "C"`

export interface FunctionRow {
  oid: number
  name: string
  returns_set: boolean
  volatile: boolean
  return_type: string
  is_row: boolean
  arguments: { name: string; type: string; mode: string }[]
  defaults: number
  row_oid: number
  /** Columns of the returned row type, in any schema. */
  row_columns: { name: string; type: string }[]
  rows: number
  /** The relation whose row is the only argument. */
  of_oid: number | null
}
