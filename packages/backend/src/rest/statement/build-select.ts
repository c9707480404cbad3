import { quoteIdentifier, type Values } from '../../database/sql-text.ts'
import { restError } from '../errors.ts'
import { ComplexityBudget } from '../request/complexity-budget.ts'
import type { Condition, Filter } from '../request/parse-filter.ts'
import type { Modifiers, Order, RestQuery } from '../request/parse-request.ts'
import {
  isArrayIndex,
  type JsonStep,
  type SelectedColumn,
  type SelectedEmbed,
} from '../request/parse-select.ts'
import {
  buildJoin,
  buildRowExpression,
  findRelationship,
  isToMany,
  refuseAggregate,
  type SelectSource,
} from '../schema/find-relationship.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import {
  buildComparison,
  buildConfiguration,
  isSearchedText,
  requireCastType,
} from './build-comparison.ts'
import {
  type EmbedJoin,
  type FindTarget,
  findEmbed,
  getColumnName,
  getEmbedName,
  isCountColumn,
  isEmptyEmbed,
  listEmbedPaths,
  listSpreadParts,
  notEmbeddedError,
  requireRelationships,
  type Scope,
  selectsOnlyCounts,
} from './embeds.ts'
import { limitSize, ROW } from './sql.ts'

export interface SelectContext {
  schemaCache: SchemaCache
  schema: string
  /** The maximum of rows in a list, embedded lists included. */
  maxRows: number
}

/** Entries of a select list, and the joins that they read from. */
interface SelectList {
  columns: string[]
  joins: string
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
    const embedded = new Set(['', ...listEmbedPaths(query.select)])
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

  /** `order by …`, or an empty text. */
  order(source: SelectSource, alias: string): string {
    return this.#orderBy(this.#top(source, alias))
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
    const { limit, offset = 0 } = this.#modifiers(scope.path) ?? {}
    const { maxRows } = this.#context
    return [
      this.#orderBy(scope),
      ` limit ${Math.min(limit ?? maxRows, maxRows)}`,
      offset > 0 ? ` offset ${offset}` : '',
    ].join('')
  }

  #orderBy(scope: Scope): string {
    if (selectsOnlyCounts(scope.source, scope.select)) return ''
    const order = this.#modifiers(scope.path)?.order ?? []
    const orders = order.map((entry) => this.#order(scope, entry))
    return orders.length > 0 ? ` order by ${orders.join(', ')}` : ''
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
    return `${cast} as ${quoteIdentifier(getColumnName(entry))}`
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
      : `${this.table(name)}(${buildRowExpression(source, alias)})`
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
    const compared = isSearchedText(scope.source, filter, this.#context.schemaCache)
      ? `to_tsvector(${buildConfiguration(filter, this.#values)}${left})`
      : left
    return `${not}(${compared} ${buildComparison(filter, this.#values)})`
  }

  #embed(scope: Scope, entry: SelectedEmbed): SelectList {
    if (isEmptyEmbed(entry)) {
      requireRelationships(scope.source, entry, this.#findTarget)
      return { columns: [], joins: '' }
    }
    const join = this.#buildJoin(scope, entry)
    const { inner, relationship } = join
    if (entry.spread) return this.#spread(join)
    const rows = this.#rows(join)
    const value = isToMany(relationship)
      ? `coalesce((select ${limitSize(`json_agg(${ROW}.*)`)} from (${rows}${this.#window(inner)}) ${ROW}), '[]')`
      : `(select ${limitSize(`row_to_json(${ROW}.*)`)} from (${rows}${this.#singleWindow(inner)}) ${ROW})`
    return { columns: [`${value} as ${quoteIdentifier(getEmbedName(entry))}`], joins: '' }
  }

  /** The columns of an embed as columns of the row above: values of a to-one embed, lists of a to-many. */
  #spread(join: EmbedJoin): SelectList {
    const { inner, relationship } = join
    const parts = listSpreadParts(inner.source, inner.select, this.#findTarget)
    if (parts.length === 0) return { columns: [], joins: '' }
    const select = parts.map(({ part }) => part)
    const rows = this.#rows(join, select)
    const names = [...new Set(parts.flatMap((part) => part.names.map(quoteIdentifier)))]
    const alias = quoteIdentifier(`${inner.alias}s`)
    const columns = names.map((name) => `${alias}.${name} as ${name}`)
    if (!isToMany(relationship)) {
      const single = `${rows}${this.#singleWindow(inner)}`
      return { columns, joins: ` left join lateral (${single}) as ${alias} on true` }
    }
    // One subquery builds all lists, so their order agrees.
    const lists = names.map(
      (name) => `coalesce(${limitSize(`json_agg(${ROW}.${name})`)}, '[]') as ${name}`,
    )
    const listed = `select ${lists.join(', ')} from (${rows}${this.#window({ ...inner, select })}) ${ROW}`
    return { columns, joins: ` left join lateral (${listed}) as ${alias} on true` }
  }

  /** `limit` and `offset` of a to-one embed. */
  #singleWindow({ path }: Scope): string {
    const { limit, offset = 0 } = this.#modifiers(path) ?? {}
    return ` limit ${Math.min(limit ?? 1, 1)}${offset > 0 ? ` offset ${offset}` : ''}`
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

  #relationship({ source }: Pick<Scope, 'source'>, entry: SelectedEmbed) {
    const { schemaCache, schema } = this.#context
    return findRelationship(schemaCache, schema, source, entry)
  }

  readonly #findTarget: FindTarget = (source, entry) => this.#relationship({ source }, entry).target

  /** Joins an embedded relation to the row that embeds it. */
  #buildJoin(scope: Scope, entry: SelectedEmbed): EmbedJoin {
    const { schema } = this.#context
    const { relationship, target } = this.#relationship(scope, entry)
    this.#budget.spend()
    this.#aliases += 1
    const alias = `e${this.#aliases}`
    const path = scope.path ? `${scope.path}.${getEmbedName(entry)}` : getEmbedName(entry)
    const inner: Scope = { source: target, alias, select: entry.select, path }
    const { from, on } = buildJoin(
      schema,
      relationship,
      scope.alias,
      buildRowExpression(scope.source, scope.alias),
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
