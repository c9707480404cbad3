import { restError } from './errors.ts'
import { type Condition, type Filter, parseList } from './parse-filters.ts'
import type { Narrowing, Order, RestQuery } from './parse-request.ts'
import type { JsonStep, Selected, SelectedEmbed } from './parse-select.ts'
import type { Column, Relation, Relationship, SchemaCache } from './schema-cache.ts'
import { arrayLiteral, quoted, type Values } from './sql.ts'

/** What a select list reads from: a relation, or a function's result with columns but no keys. */
export interface Source {
  name: string
  columns: ReadonlyMap<string, Column>
  relationships: readonly Relationship[]
}

export interface SelectContext {
  schemaCache: SchemaCache
  schema: string
  /** The most rows of a list, embedded ones as well. */
  maxRows: number
}

/** The parts of a statement that a request decides; all names come from the schema. */
export class SelectBuilder {
  readonly #schema: SchemaCache
  readonly #schemaName: string
  readonly #values: Values
  readonly #query: RestQuery
  readonly #maxRows: number
  #aliases = 0

  constructor(context: SelectContext, values: Values, query: RestQuery) {
    this.#schema = context.schemaCache
    this.#schemaName = context.schema
    this.#maxRows = context.maxRows
    this.#values = values
    this.#query = query
  }

  table(relation: string): string {
    return `${quoted(this.#schemaName)}.${quoted(relation)}`
  }

  /** The entries of a select list over `alias`. */
  list(source: Source, alias: string, select: Selected[] = this.#query.select, path = ''): string {
    const entries = select.flatMap((entry) => {
      if (entry.kind === 'embed') return this.#embed(source, alias, entry, path)
      if (entry.name === '*') return `${quoted(alias)}.*`
      return this.#column(source, alias, entry)
    })
    return entries.length > 0 ? entries.join(', ') : 'null as _empty'
  }

  /** `where …` with the conditions at a path and those that `!inner` embeds add; or nothing. */
  where(source: Source, alias: string, select: Selected[] = this.#query.select, path = ''): string {
    const own = (this.#narrowing(path)?.conditions ?? []).map((condition) =>
      this.#condition(source, alias, condition),
    )
    const inner = select.flatMap((entry) =>
      entry.kind === 'embed' && entry.inner ? this.#exists(source, alias, entry, path) : [],
    )
    const all = [...own, ...inner]
    return all.length > 0 ? ` where ${all.join(' and ')}` : ''
  }

  /** `order by … limit … offset …` at a path. */
  window(source: Source, alias: string, path = ''): string {
    const { order = [], limit, offset = 0 } = this.#narrowing(path) ?? {}
    const by = order.map((entry) => this.#order(source, alias, entry))
    return [
      by.length > 0 ? ` order by ${by.join(', ')}` : '',
      ` limit ${Math.min(limit ?? this.#maxRows, this.#maxRows)}`,
      offset > 0 ? ` offset ${offset}` : '',
    ].join('')
  }

  #narrowing(path: string): Narrowing | undefined {
    return this.#query.narrowings.get(path)
  }

  #column(source: Source, alias: string, entry: Extract<Selected, { kind: 'column' }>): string {
    const last = entry.path.at(-1)
    const name = entry.alias ?? last?.key ?? entry.name
    const value = this.#reference(source, alias, entry.name, entry.path)
    const cast = entry.cast === undefined ? value : `(${value})::${castName(entry.cast)}`
    return `${cast} as ${quoted(name)}`
  }

  #reference(source: Source, alias: string, name: string, path: JsonStep[]): string {
    const column = source.columns.get(name)
    if (!column) {
      throw restError(400, '42703', `column ${source.name}.${name} does not exist`)
    }
    const base = `${quoted(alias)}.${quoted(name)}`
    if (path.length === 0) return base
    const json = /^jsonb?$/.test(column.type) ? base : `to_jsonb(${base})`
    const steps = path.map(({ operator, key }) =>
      /^-?\d{1,9}$/.test(key) ? `${operator}${key}` : `${operator}${this.#values.add(key)}::text`,
    )
    return `(${json}${steps.join('')})`
  }

  #order(source: Source, alias: string, order: Order): string {
    const nulls = order.nulls ? ` nulls ${order.nulls}` : ''
    return `${this.#reference(source, alias, order.column, order.path)} ${order.direction}${nulls}`
  }

  #condition(source: Source, alias: string, condition: Condition): string {
    if (condition.kind === 'filter') return this.#filter(source, alias, condition)
    const parts = condition.conditions.map((part) => this.#condition(source, alias, part))
    return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.kind} `) || 'true'})`
  }

  #filter(source: Source, alias: string, filter: Filter): string {
    const left = this.#reference(source, alias, filter.column, filter.path)
    return `${filter.negated ? 'not ' : ''}(${left} ${this.#comparison(filter)})`
  }

  #comparison({ operator, quantifier, language, value }: Filter): string {
    if (operator === 'is') return isComparison(value)
    if (operator === 'in') return `= any (${this.#values.add(arrayLiteral(parseList(value)))})`
    if (operator.endsWith('fts')) {
      const config = language ? `${this.#values.add(language)}::text::regconfig, ` : ''
      return `@@ ${SEARCH[operator]}(${config}${this.#values.add(value)})`
    }
    const symbol = SYMBOLS[operator] ?? '='
    const withWildcards = (text: string) =>
      operator === 'like' || operator === 'ilike' ? text.replaceAll('*', '%') : text
    if (quantifier) {
      const list = arrayLiteral(parseList(value).map(withWildcards))
      return `${symbol} ${quantifier} (${this.#values.add(list)})`
    }
    return `${symbol} ${this.#values.add(withWildcards(value))}`
  }

  #embed(source: Source, alias: string, entry: SelectedEmbed, path: string): string[] {
    const { relationship, target } = this.#relationship(source, entry)
    const inner = this.#nextAlias()
    const here = path ? `${path}.${nameOf(entry)}` : nameOf(entry)
    const joined = joinOn(relationship, alias, inner)
    const where = this.where(target, inner, entry.select, here)
    const on = where ? `${where} and ${joined}` : ` where ${joined}`
    const from = ` from ${this.table(target.name)} as ${quoted(inner)}${on}`
    if (entry.spread) return this.#spread(target, inner, entry, here, from, relationship)
    const rows = `select ${this.list(target, inner, entry.select, here)}${from}`
    const result = relationship.toMany
      ? `coalesce((select json_agg(r) from (${rows}${this.window(target, inner, here)}) r), '[]')`
      : `(select row_to_json(r) from (${rows} limit 1) r)`
    return entry.select.length === 0 ? [] : [`${result} as ${quoted(nameOf(entry))}`]
  }

  #spread(
    target: Source,
    inner: string,
    entry: SelectedEmbed,
    path: string,
    from: string,
    relationship: Relationship,
  ): string[] {
    if (relationship.toMany) {
      throw restError(
        400,
        'PGRST119',
        'A spread operation on a to-many relationship is not possible',
      )
    }
    return entry.select.map((part) => {
      if (part.kind === 'column' && part.name === '*') {
        throw restError(400, 'PGRST100', 'A spread embed names its columns')
      }
      const name =
        part.alias ?? (part.kind === 'column' ? (part.path.at(-1)?.key ?? part.name) : part.name)
      return `(select ${this.list(target, inner, [part], path)}${from} limit 1) as ${quoted(name)}`
    })
  }

  #exists(source: Source, alias: string, entry: SelectedEmbed, path: string): string[] {
    const { relationship, target } = this.#relationship(source, entry)
    const inner = this.#nextAlias()
    const here = path ? `${path}.${nameOf(entry)}` : nameOf(entry)
    const where = this.where(target, inner, entry.select, here)
    const joined = joinOn(relationship, alias, inner)
    const on = where ? `${where} and ${joined}` : ` where ${joined}`
    return [`exists (select from ${this.table(target.name)} as ${quoted(inner)}${on})`]
  }

  #relationship(source: Source, entry: SelectedEmbed) {
    const matches = source.relationships.filter(
      ({ to, constraint, columns }) =>
        (to === entry.name &&
          (entry.hint === undefined ||
            entry.hint === constraint ||
            columns.includes(entry.hint))) ||
        (entry.hint === undefined && (constraint === entry.name || columns.join() === entry.name)),
    )
    const [relationship] = matches
    const target = relationship && this.#schema.relations.get(relationship.to)
    if (!relationship || !target) {
      throw restError(
        400,
        'PGRST200',
        `Could not find a relationship between '${source.name}' and '${entry.name}' in the schema cache`,
        {
          details: `Searched for a foreign key relationship between '${source.name}' and '${entry.name}' in the schema '${this.#schemaName}', but no matches were found.`,
        },
      )
    }
    if (matches.length > 1) {
      throw restError(
        300,
        'PGRST201',
        `Could not embed because more than one relationship was found for '${source.name}' and '${entry.name}'`,
        {
          hint: `Try changing '${entry.name}' to one of the following: ${matches.map(({ to, constraint }) => `'${to}!${constraint}'`).join(', ')}.`,
        },
      )
    }
    return { relationship, target: target as Relation & Source }
  }

  #nextAlias(): string {
    this.#aliases += 1
    return `e${this.#aliases}`
  }
}

const nameOf = (entry: SelectedEmbed) => entry.alias ?? entry.name

function joinOn(relationship: Relationship, outer: string, inner: string): string {
  return relationship.columns
    .map(
      (column, index) =>
        `${quoted(inner)}.${quoted(relationship.toColumns[index] ?? '')} = ${quoted(outer)}.${quoted(column)}`,
    )
    .join(' and ')
}

const SYMBOLS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const SEARCH: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

function isComparison(value: string): string {
  const word = value.toLowerCase()
  if (word === 'not_null') return 'is not null'
  if (/^(null|true|false|unknown)$/.test(word)) return `is ${word}`
  throw restError(400, 'PGRST100', `"failed to parse filter (is.${value.slice(0, 50)})"`)
}

/**
 * Types that a request may cast to, each written out: what stands after `::` becomes part of the
 * statement, and whatever is not one of these could be more than a type.
 */
const CAST =
  /^(text|varchar|character varying|bpchar|char|int2|int4|int8|smallint|int|integer|bigint|numeric|decimal|real|float4|float8|double precision|bool|boolean|date|time|timestamp|timestamptz|(time|timestamp) with(out)? time zone|interval|uuid|json|jsonb)(\[\])?$/

function castName(name: string): string {
  if (CAST.test(name)) return name
  throw restError(400, 'PGRST100', `"${name.slice(0, 50)}" is not a type`)
}
