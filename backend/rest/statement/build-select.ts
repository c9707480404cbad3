import { restError } from '../errors.ts'
import { ComplexityBudget } from '../request/complexity-budget.ts'
import type { Condition, Filter } from '../request/parse-filter.ts'
import type { Modifiers, Order, RestQuery } from '../request/parse-request.ts'
import {
  isArrayIndex,
  type JsonStep,
  type Selected,
  type SelectedColumn,
  type SelectedEmbed,
} from '../request/parse-select.ts'
import {
  buildJoin,
  findRelationship,
  isToMany,
  refuseAggregate,
  rowExpression,
  type SelectSource,
} from '../schema/find-relationship.ts'
import type { Relationship, SchemaCache } from '../schema/schema-cache.ts'
import { buildComparison, requireCastType } from './build-comparison.ts'
import {
  columnNameOf,
  embedNameOf,
  embedPathsOf,
  findEmbed,
  isCountColumn,
  notEmbeddedError,
  selectsOnlyCounts,
  spreadColumnsOf,
} from './embeds.ts'
import { limitSize, quoteIdentifier, ROW, type Values } from './sql.ts'

export interface SelectContext {
  schemaCache: SchemaCache
  schema: string
  /** The maximum of rows in a list, embedded lists included. */
  maxRows: number
}

/** One level of the query: the relation it reads and what is embedded in it. */
interface Scope {
  source: SelectSource
  alias: string
  select: Selected[]
  /** Names of the embeds from the top level, joined with dots. */
  path: string
}

/** Entries of a select list, and the joins that they read from. */
interface SelectList {
  columns: string[]
  joins: string
}

/** An embedded relation, joined to the row that embeds it. */
interface EmbedJoin {
  relationship: Relationship
  inner: Scope
  from: string
  where: string
}

/** Builds the parts of a statement that a request decides. All names come from the schema cache. */
export class SelectBuilder {
  readonly #context: SelectContext
  readonly #values: Values
  readonly #query: RestQuery
  readonly #budget = new ComplexityBudget()
  #aliases = 0

  /** @throws {ApiError} PGRST108 for modifiers of a relation that is not embedded */
  constructor(context: SelectContext, values: Values, query: RestQuery) {
    this.#context = context
    this.#values = values
    this.#query = query
    const embedded = new Set(['', ...embedPathsOf(query.select)])
    for (const path of query.modifiers.keys()) if (!embedded.has(path)) throw notEmbeddedError(path)
  }

  table(relation: string): string {
    return `${quoteIdentifier(this.#context.schema)}.${quoteIdentifier(relation)}`
  }

  /** The entries of a select list, possibly empty, and the joins that follow its `from`. */
  list(source: SelectSource, alias: string): { columns: string; joins: string } {
    const { columns, joins } = this.#list(this.#top(source, alias))
    return { columns: columns.join(', '), joins }
  }

  /** `where …` with the request's conditions and those of `!inner` embeds, or an empty text. */
  where(source: SelectSource, alias: string): string {
    return this.#where(this.#top(source, alias))
  }

  /** `order by … limit … offset …` */
  window(source: SelectSource, alias: string): string {
    return this.#window(this.#top(source, alias))
  }

  #top(source: SelectSource, alias: string): Scope {
    return { source, alias, select: this.#query.select, path: '' }
  }

  #list(scope: Scope): SelectList {
    const entries = scope.select.map((entry): SelectList => {
      this.#budget.spend()
      if (entry.kind === 'embed') return this.#embed(scope, entry)
      const column =
        entry.name === '*' ? `${quoteIdentifier(scope.alias)}.*` : this.#column(scope, entry)
      return { columns: [column], joins: '' }
    })
    return {
      columns: entries.flatMap(({ columns }) => columns),
      joins: entries.map(({ joins }) => joins).join(''),
    }
  }

  #where(scope: Scope): string {
    const own = (this.#modifiers(scope.path)?.conditions ?? []).map((condition) =>
      this.#condition(scope, condition),
    )
    const inner = scope.select.flatMap((entry) =>
      entry.kind === 'embed' && entry.inner ? this.#exists(scope, entry) : [],
    )
    const all = [...own, ...inner]
    return all.length > 0 ? ` where ${all.join(' and ')}` : ''
  }

  #window(scope: Scope): string {
    const { order = [], limit, offset = 0 } = this.#modifiers(scope.path) ?? {}
    const { maxRows } = this.#context
    const orders = selectsOnlyCounts(scope.source, scope.select)
      ? []
      : order.map((entry) => this.#order(scope, entry))
    return [
      orders.length > 0 ? ` order by ${orders.join(', ')}` : '',
      ` limit ${Math.min(limit ?? maxRows, maxRows)}`,
      offset > 0 ? ` offset ${offset}` : '',
    ].join('')
  }

  #modifiers(path: string): Modifiers | undefined {
    return this.#query.modifiers.get(path)
  }

  #column(scope: Scope, entry: SelectedColumn): string {
    const value =
      isCountColumn(scope.source, entry) && selectsOnlyCounts(scope.source, scope.select)
        ? 'count(*)'
        : this.#reference(scope, entry.name, entry.path)
    const cast = entry.cast === undefined ? value : `(${value})::${requireCastType(entry.cast)}`
    return `${cast} as ${quoteIdentifier(columnNameOf(entry))}`
  }

  #reference({ source, alias }: Scope, name: string, path: JsonStep[]): string {
    this.#budget.spend(path.length)
    const column = source.columns.get(name)
    if (!column && !source.computed?.has(name)) {
      refuseAggregate(name)
      throw restError(400, '42703', `column ${source.name}.${name} does not exist`)
    }
    const base = column
      ? `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`
      : `${this.table(name)}(${rowExpression(source, alias)})`
    if (path.length === 0) return base
    const json = column && /^jsonb?$/.test(column.type) ? base : `to_jsonb(${base})`
    const steps = path.map(({ operator, key }) =>
      isArrayIndex(key) ? `${operator} ${key}` : `${operator}${this.#values.add(key)}::text`,
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

  /** A column of a to-one embed, to order the rows above it. */
  #embeddedColumn(scope: Scope, embedded: string, { column, path }: Order): string {
    const entry = findEmbed(scope.select, embedded)
    if (!entry) throw notEmbeddedError(embedded)
    const { inner, relationship, from, where } = this.#buildJoin(scope, entry)
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
    const embed = filter.path.length === 0 ? findEmbed(scope.select, filter.column) : undefined
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
    return `${not}(${compared} ${buildComparison(filter, this.#values)})`
  }

  #embed(scope: Scope, entry: SelectedEmbed): SelectList {
    if (entry.select.length === 0) {
      this.#relationship(scope, entry)
      return { columns: [], joins: '' }
    }
    const before = this.#budget.left
    const join = this.#buildJoin(scope, entry)
    const { inner, relationship } = join
    if (!entry.spread) {
      const rows = this.#rows(join)
      const value = isToMany(relationship)
        ? `coalesce((select ${limitSize(`json_agg(${ROW}.*)`)} from (${rows}${this.#window(inner)}) ${ROW}), '[]')`
        : `(select ${limitSize(`row_to_json(${ROW}.*)`)} from (${rows} limit 1) ${ROW})`
      return { columns: [`${value} as ${quoteIdentifier(embedNameOf(entry))}`], joins: '' }
    }
    const parts = spreadColumnsOf(inner.source, inner.select)
    if (isToMany(relationship)) return this.#lists(join, parts)
    // Each column repeats the join with its conditions.
    this.#budget.spend((before - this.#budget.left) * parts.length)
    const columns = parts.map(
      ({ part, name }) => `(${this.#rows(join, [part])} limit 1) as ${quoteIdentifier(name)}`,
    )
    return { columns, joins: '' }
  }

  /** The columns of a to-many spread as lists. One subquery builds all of them, so their order agrees. */
  #lists(join: EmbedJoin, parts: { part: Selected; name: string }[]): SelectList {
    if (parts.length === 0) return { columns: [], joins: '' }
    const select = parts.map(({ part }) => part)
    const rows = this.#rows(join, select)
    const window = this.#window({ ...join.inner, select })
    const names = [...new Set(parts.map(({ name }) => quoteIdentifier(name)))]
    const lists = names.map(
      (name) => `coalesce(${limitSize(`json_agg(${ROW}.${name})`)}, '[]') as ${name}`,
    )
    const alias = quoteIdentifier(`${join.inner.alias}s`)
    return {
      columns: names.map((name) => `${alias}.${name} as ${name}`),
      joins: `, lateral (select ${lists.join(', ')} from (${rows}${window}) ${ROW}) as ${alias}`,
    }
  }

  /** The embedded rows, without order and limit. */
  #rows({ inner, from, where }: EmbedJoin, select = inner.select): string {
    const { columns, joins } = this.#list({ ...inner, select })
    return `select ${columns.join(', ')}${from}${joins}${where}`
  }

  #exists(scope: Scope, entry: SelectedEmbed): string {
    const { from, where } = this.#buildJoin(scope, entry)
    return `exists (select${from}${where})`
  }

  #relationship({ source }: Scope, entry: SelectedEmbed) {
    const { schemaCache, schema } = this.#context
    return findRelationship(schemaCache, schema, source, entry)
  }

  /** Joins an embedded relation to the row that embeds it. */
  #buildJoin(scope: Scope, entry: SelectedEmbed): EmbedJoin {
    const { schema } = this.#context
    const { relationship, target } = this.#relationship(scope, entry)
    this.#budget.spend()
    this.#aliases += 1
    const alias = `e${this.#aliases}`
    const path = scope.path ? `${scope.path}.${embedNameOf(entry)}` : embedNameOf(entry)
    const inner: Scope = { source: target, alias, select: entry.select, path }
    const { from, on } = buildJoin(
      schema,
      relationship,
      scope.alias,
      rowExpression(scope.source, scope.alias),
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
