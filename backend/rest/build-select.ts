import { Budget } from './budget.ts'
import { castName, comparison } from './comparison.ts'
import {
  embedNamed,
  isCount,
  isCounted,
  nameOf,
  notEmbedded,
  pathsOf,
  shownAs,
  spreadOf,
} from './embeds.ts'
import { restError } from './errors.ts'
import type { Condition, Filter } from './parse-filter.ts'
import type { Narrowing, Order, RestQuery } from './parse-request.ts'
import {
  isPlace,
  type JsonStep,
  type Selected,
  type SelectedColumn,
  type SelectedEmbed,
} from './parse-select.ts'
import {
  findRelationship,
  isToMany,
  joined,
  refuseAggregate,
  type Source,
  wholeRow,
} from './relationships.ts'
import type { Relationship, SchemaCache } from './schema-cache.ts'
import { counted, quoted, ROW, type Values } from './sql.ts'

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

/** Entries of a select list, and joins that they read from. */
interface Listed {
  columns: string[]
  joins: string
}

/** An embedded relation next to the row above it. */
interface Joined {
  relationship: Relationship
  inner: Scope
  from: string
  where: string
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

  /** The entries of a select list over `alias`, perhaps none, and what stands after its `from`. */
  list(source: Source, alias: string): { columns: string; joins: string } {
    const { columns, joins } = this.#list(this.#top(source, alias))
    return { columns: columns.join(', '), joins }
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

  #list(scope: Scope): Listed {
    const entries = scope.select.map((entry): Listed => {
      this.#budget.spend()
      if (entry.kind === 'embed') return this.#embed(scope, entry)
      const column = entry.name === '*' ? `${quoted(scope.alias)}.*` : this.#column(scope, entry)
      return { columns: [column], joins: '' }
    })
    return {
      columns: entries.flatMap(({ columns }) => columns),
      joins: entries.map(({ joins }) => joins).join(''),
    }
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
    const by = isCounted(scope.source, scope.select)
      ? []
      : order.map((entry) => this.#order(scope, entry))
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
    const value =
      isCount(scope.source, entry) && isCounted(scope.source, scope.select)
        ? 'count(*)'
        : this.#reference(scope, entry.name, entry.path)
    const cast = entry.cast === undefined ? value : `(${value})::${castName(entry.cast)}`
    return `${cast} as ${quoted(shownAs(entry))}`
  }

  #reference({ source, alias }: Scope, name: string, path: JsonStep[]): string {
    this.#budget.spend(path.length)
    const column = source.columns.get(name)
    if (!column && !source.computed?.has(name)) {
      refuseAggregate(name)
      throw restError(400, '42703', `column ${source.name}.${name} does not exist`)
    }
    const base = column
      ? `${quoted(alias)}.${quoted(name)}`
      : `${this.table(name)}(${wholeRow(source, alias)})`
    if (path.length === 0) return base
    const json = column && /^jsonb?$/.test(column.type) ? base : `to_jsonb(${base})`
    const steps = path.map(({ operator, key }) =>
      isPlace(key) ? `${operator} ${key}` : `${operator}${this.#values.add(key)}::text`,
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
    const entry = embedNamed(scope.select, embedded)
    if (!entry) throw notEmbedded(embedded)
    const { inner, relationship, from, where } = this.#joined(scope, entry)
    if (isToMany(relationship)) {
      throw restError(400, 'PGRST118', `A related order on '${embedded}' is not possible`, {
        details: `'${scope.source.name}' and '${embedded}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    return `(select ${this.#reference(inner, column, path)}${from}${where} limit 1)`
  }

  #condition(scope: Scope, condition: Condition): string {
    if (condition.kind === 'filter') return this.#filter(scope, condition)
    const parts = condition.conditions.map((part) => this.#condition(scope, part))
    return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.kind} `) || 'true'})`
  }

  #filter(scope: Scope, filter: Filter): string {
    this.#budget.spend(1, filter.value.length)
    const not = filter.negated ? 'not ' : ''
    const embed = filter.path.length === 0 ? embedNamed(scope.select, filter.column) : undefined
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

  #embed(scope: Scope, entry: SelectedEmbed): Listed {
    if (entry.select.length === 0) {
      this.#relationship(scope, entry)
      return { columns: [], joins: '' }
    }
    const before = this.#budget.left
    const joined = this.#joined(scope, entry)
    const { inner, relationship } = joined
    if (!entry.spread) {
      const rows = this.#rows(joined)
      const value = isToMany(relationship)
        ? `coalesce((select ${counted(`json_agg(${ROW}.*)`)} from (${rows}${this.#window(inner)}) ${ROW}), '[]')`
        : `(select ${counted(`row_to_json(${ROW}.*)`)} from (${rows} limit 1) ${ROW})`
      return { columns: [`${value} as ${quoted(nameOf(entry))}`], joins: '' }
    }
    const parts = spreadOf(inner.source, inner.select)
    if (isToMany(relationship)) return this.#lists(joined, parts)
    // Each of its columns repeats the join with all that narrows it.
    this.#budget.spend((before - this.#budget.left) * parts.length)
    const columns = parts.map(
      ({ part, name }) => `(${this.#rows(joined, [part])} limit 1) as ${quoted(name)}`,
    )
    return { columns, joins: '' }
  }

  /** Columns of many rows, each as a list; all of them from one reading, so that they agree in order. */
  #lists(joined: Joined, parts: { part: Selected; name: string }[]): Listed {
    if (parts.length === 0) return { columns: [], joins: '' }
    const select = parts.map(({ part }) => part)
    const rows = this.#rows(joined, select)
    const window = this.#window({ ...joined.inner, select })
    const names = [...new Set(parts.map(({ name }) => quoted(name)))]
    const lists = names.map(
      (name) => `coalesce(${counted(`json_agg(${ROW}.${name})`)}, '[]') as ${name}`,
    )
    const alias = quoted(`${joined.inner.alias}s`)
    return {
      columns: names.map((name) => `${alias}.${name} as ${name}`),
      joins: `, lateral (select ${lists.join(', ')} from (${rows}${window}) ${ROW}) as ${alias}`,
    }
  }

  /** The embedded rows, before their order and window. */
  #rows({ inner, from, where }: Joined, select = inner.select): string {
    const { columns, joins } = this.#list({ ...inner, select })
    return `select ${columns.join(', ')}${from}${joins}${where}`
  }

  #exists(scope: Scope, entry: SelectedEmbed): string {
    const { from, where } = this.#joined(scope, entry)
    return `exists (select${from}${where})`
  }

  #relationship({ source }: Scope, entry: SelectedEmbed) {
    const { schemaCache, schema } = this.#context
    return findRelationship(schemaCache, schema, source, entry)
  }

  /** An embedded relation next to the row above it. */
  #joined(scope: Scope, entry: SelectedEmbed): Joined {
    const { schema } = this.#context
    const { relationship, target } = this.#relationship(scope, entry)
    this.#budget.spend()
    this.#aliases += 1
    const alias = `e${this.#aliases}`
    const path = scope.path ? `${scope.path}.${nameOf(entry)}` : nameOf(entry)
    const inner: Scope = { source: target, alias, select: entry.select, path }
    const { from, on } = joined(
      schema,
      relationship,
      scope.alias,
      wholeRow(scope.source, scope.alias),
      alias,
    )
    const where = this.#where(inner)
    return {
      relationship,
      inner,
      from: ` from ${from}`,
      where: where ? `${where} and ${on}` : ` where ${on}`,
    }
  }
}
