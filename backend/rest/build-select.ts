import { Budget } from './budget.ts'
import { castName, comparison } from './comparison.ts'
import { badQuery, restError } from './errors.ts'
import type { Condition, Filter } from './parse-filters.ts'
import type { Narrowing, Order, RestQuery } from './parse-request.ts'
import type { JsonStep, Selected, SelectedColumn, SelectedEmbed } from './parse-select.ts'
import {
  findRelationship,
  isToMany,
  joined,
  refuseAggregate,
  type Source,
} from './relationships.ts'
import type { SchemaCache } from './schema-cache.ts'
import { quoted, ROW, type Values } from './sql.ts'

export interface SelectContext {
  schemaCache: SchemaCache
  schema: string
  /** The most rows of a list, embedded ones as well. */
  maxRows: number
}

/** Where a list or a condition stands: what it reads, and what is embedded there. */
interface Scope {
  source: Source
  alias: string
  select: Selected[]
  /** Embedded names from the top, joined with dots. */
  path: string
}

/** The parts of a statement that a request decides; all names come from the schema. */
export class SelectBuilder {
  readonly #context: SelectContext
  readonly #values: Values
  readonly #query: RestQuery
  readonly #budget = new Budget()
  #aliases = 0

  /** @throws {ApiError} PGRST108 when the query narrows what it does not embed */
  constructor(context: SelectContext, values: Values, query: RestQuery) {
    this.#context = context
    this.#values = values
    this.#query = query
    const embedded = new Set(['', ...pathsOf(query.select)])
    for (const path of query.narrowings.keys()) if (!embedded.has(path)) throw notEmbedded(path)
  }

  table(relation: string): string {
    return `${quoted(this.#context.schema)}.${quoted(relation)}`
  }

  /** The entries of a select list over `alias`. */
  list(source: Source, alias: string): string {
    return this.#list(this.#top(source, alias))
  }

  /** `where …` with the request's conditions and those that `!inner` embeds add; or nothing. */
  where(source: Source, alias: string): string {
    return this.#where(this.#top(source, alias))
  }

  /** `order by … limit … offset …` */
  window(source: Source, alias: string): string {
    return this.#window(this.#top(source, alias))
  }

  #top(source: Source, alias: string): Scope {
    return { source, alias, select: this.#query.select, path: '' }
  }

  #list(scope: Scope): string {
    const entries = scope.select.flatMap((entry) => {
      this.#budget.spend()
      if (entry.kind === 'embed') return this.#embed(scope, entry)
      if (entry.name === '*') return `${quoted(scope.alias)}.*`
      return this.#column(scope, entry)
    })
    return entries.length > 0 ? entries.join(', ') : 'null as _empty'
  }

  #where(scope: Scope): string {
    const own = (this.#narrowing(scope.path)?.conditions ?? []).map((condition) =>
      this.#condition(scope, condition),
    )
    const inner = scope.select.flatMap((entry) =>
      entry.kind === 'embed' && entry.inner ? this.#exists(scope, entry) : [],
    )
    const all = [...own, ...inner]
    return all.length > 0 ? ` where ${all.join(' and ')}` : ''
  }

  #window(scope: Scope): string {
    const { order = [], limit, offset = 0 } = this.#narrowing(scope.path) ?? {}
    const { maxRows } = this.#context
    const by = isCounted(scope) ? [] : order.map((entry) => this.#order(scope, entry))
    return [
      by.length > 0 ? ` order by ${by.join(', ')}` : '',
      ` limit ${Math.min(limit ?? maxRows, maxRows)}`,
      offset > 0 ? ` offset ${offset}` : '',
    ].join('')
  }

  #narrowing(path: string): Narrowing | undefined {
    return this.#query.narrowings.get(path)
  }

  #column(scope: Scope, entry: SelectedColumn): string {
    const name = entry.alias ?? entry.path.at(-1)?.key ?? entry.name
    const value =
      isCount(scope.source, entry) && isCounted(scope)
        ? 'count(*)'
        : this.#reference(scope, entry.name, entry.path)
    const cast = entry.cast === undefined ? value : `(${value})::${castName(entry.cast)}`
    return `${cast} as ${quoted(name)}`
  }

  #reference({ source, alias }: Scope, name: string, path: JsonStep[]): string {
    const column = source.columns.get(name)
    if (!column && !source.computed?.has(name)) {
      refuseAggregate(name)
      throw restError(400, '42703', `column ${source.name}.${name} does not exist`)
    }
    const base = column
      ? `${quoted(alias)}.${quoted(name)}`
      : `${this.table(name)}(${quoted(alias)})`
    if (path.length === 0) return base
    const json = column && /^jsonb?$/.test(column.type) ? base : `to_jsonb(${base})`
    const steps = path.map(({ operator, key }) =>
      /^-?\d{1,9}$/.test(key) ? `${operator}${key}` : `${operator}${this.#values.add(key)}::text`,
    )
    return `(${json}${steps.join('')})`
  }

  #order(scope: Scope, order: Order): string {
    this.#budget.spend()
    const value = order.embedded
      ? this.#embeddedColumn(scope, order.embedded, order)
      : this.#reference(scope, order.column, order.path)
    return `${value} ${order.direction}${order.nulls ? ` nulls ${order.nulls}` : ''}`
  }

  /** A column of the one row that is embedded, for the order of those above it. */
  #embeddedColumn(scope: Scope, embedded: string, { column, path }: Order): string {
    const entry = embedNamed(scope, embedded)
    if (!entry) throw notEmbedded(embedded)
    const { inner, relationship, from } = this.#joined(scope, entry)
    if (isToMany(relationship)) {
      throw restError(400, 'PGRST118', `A related order on '${embedded}' is not possible`, {
        details: `'${scope.source.name}' and '${embedded}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    return `(select ${this.#reference(inner, column, path)}${from} limit 1)`
  }

  #condition(scope: Scope, condition: Condition): string {
    if (condition.kind === 'filter') return this.#filter(scope, condition)
    const parts = condition.conditions.map((part) => this.#condition(scope, part))
    return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.kind} `) || 'true'})`
  }

  #filter(scope: Scope, filter: Filter): string {
    this.#budget.spend(1, filter.value.length)
    const not = filter.negated ? 'not ' : ''
    const embed = filter.path.length === 0 ? embedNamed(scope, filter.column) : undefined
    if (embed && !scope.source.columns.has(filter.column)) {
      if (filter.operator !== 'is' || filter.value !== 'null') {
        throw restError(400, 'PGRST120', 'Bad operator on the embedded resource', {
          details: `Only is null or not is null filters are allowed on embedded resources`,
        })
      }
      return `${filter.negated ? '' : 'not '}${this.#exists(scope, embed)}`
    }
    const left = this.#reference(scope, filter.column, filter.path)
    const type = scope.source.columns.get(filter.column)?.type
    const isText = filter.operator.endsWith('fts') && type !== 'tsvector'
    const language = filter.language
      ? `${this.#values.add(filter.language)}::text::regconfig, `
      : ''
    const compared = isText ? `to_tsvector(${language}${left})` : left
    return `${not}(${compared} ${comparison(filter, this.#values)})`
  }

  #embed(scope: Scope, entry: SelectedEmbed): string[] {
    if (entry.select.length === 0) {
      this.#relationship(scope, entry)
      return []
    }
    const before = this.#budget.left
    const { relationship, inner, from } = this.#joined(scope, entry)
    if (entry.spread) {
      const parts = this.#spread(inner)
      // Each of its columns repeats the join with all that narrows it.
      this.#budget.spend((before - this.#budget.left) * parts.length)
      return parts.flatMap(({ part, name }) => {
        const rows = `select ${this.#list({ ...inner, select: [part] })}${from}`
        const value = isToMany(relationship)
          ? `coalesce((select json_agg(${ROW}.${quoted(name)}) from (${rows}${this.#window(inner)}) ${ROW}), '[]')`
          : `(${rows} limit 1)`
        return `${value} as ${quoted(name)}`
      })
    }
    const rows = `select ${this.#list(inner)}${from}`
    const value = isToMany(relationship)
      ? `coalesce((select json_agg(${ROW}) from (${rows}${this.#window(inner)}) ${ROW}), '[]')`
      : `(select row_to_json(${ROW}) from (${rows} limit 1) ${ROW})`
    return [`${value} as ${quoted(nameOf(entry))}`]
  }

  /** The columns of an embedded relation that become columns of the row above it. */
  #spread({ source, select }: Scope): { part: Selected; name: string }[] {
    return select.flatMap((part): { part: Selected; name: string }[] => {
      if (part.kind === 'embed') {
        if (part.spread) throw badQuery('a spread embed inside a spread embed', part.name)
        return [{ part, name: nameOf(part) }]
      }
      if (part.name !== '*')
        return [{ part, name: part.alias ?? part.path.at(-1)?.key ?? part.name }]
      return [...source.columns.keys()].map((name) => ({
        part: { kind: 'column', name, path: [] },
        name,
      }))
    })
  }

  #exists(scope: Scope, entry: SelectedEmbed): string {
    return `exists (select${this.#joined(scope, entry).from})`
  }

  #relationship({ source }: Scope, entry: SelectedEmbed) {
    const { schemaCache, schema } = this.#context
    return findRelationship(schemaCache, schema, source, entry)
  }

  /** An embedded relation next to the row above it. */
  #joined(scope: Scope, entry: SelectedEmbed) {
    const { schema } = this.#context
    const { relationship, target } = this.#relationship(scope, entry)
    this.#budget.spend()
    this.#aliases += 1
    const alias = `e${this.#aliases}`
    const path = scope.path ? `${scope.path}.${nameOf(entry)}` : nameOf(entry)
    const inner: Scope = { source: target, alias, select: entry.select, path }
    const { from, on } = joined(schema, relationship, scope.alias, alias)
    const where = this.#where(inner)
    return {
      relationship,
      inner,
      from: ` from ${from}${where ? `${where} and ${on}` : ` where ${on}`}`,
    }
  }
}

const nameOf = (entry: SelectedEmbed) => entry.alias ?? entry.name

function pathsOf(select: Selected[], above = ''): string[] {
  return select.flatMap((entry) => {
    if (entry.kind === 'column') return []
    const path = above ? `${above}.${nameOf(entry)}` : nameOf(entry)
    return [path, ...pathsOf(entry.select, path)]
  })
}

function embedNamed({ select }: Scope, name: string): SelectedEmbed | undefined {
  return select.find(
    (entry): entry is SelectedEmbed => entry.kind === 'embed' && nameOf(entry) === name,
  )
}

function notEmbedded(path: string) {
  const name = path.split('.').at(-1) ?? path
  return restError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/** `count` where no column has that name: how many rows there are. */
const isCount = ({ columns }: Source, entry: Selected) =>
  entry.kind === 'column' && entry.name === 'count' && !columns.has('count')

const isCounted = ({ source, select }: Scope) =>
  select.length > 0 && select.every((entry) => isCount(source, entry))
