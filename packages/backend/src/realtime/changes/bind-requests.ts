import { type Caller, DatabaseError, type Role } from '../../database/database.ts'
import { quoteIdentifier, Values } from '../../database/sql-text.ts'
import type { ChangeRequest } from '../change-source.ts'
import { buildFilter } from './build-filter.ts'
import type { FeedReader } from './feed-reader.ts'
import { ChangeRequestError, type Condition, parseFilter } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'

interface BoundRequest {
  request: ChangeRequest
  tables: PublishedTable[]
  conditions: Condition[]
}

/**
 * Finds the tables of requests that the caller has rights on, and checks the filters. One statement
 * checks all of them, and a few more find the one that fails.
 * @throws {ChangeRequestError}
 */
export async function bindRequests(
  reader: FeedReader,
  caller: Caller,
  requests: readonly ChangeRequest[],
  published: readonly PublishedTable[],
): Promise<BoundRequest[]> {
  const bound = requests.map((request) => bindRequest(caller.role, request, published))
  await checkFilters(
    reader,
    caller,
    bound.filter(({ conditions }) => conditions.length > 0),
  )
  return bound
}

function bindRequest(
  role: Role,
  request: ChangeRequest,
  published: readonly PublishedTable[],
): BoundRequest {
  const { schema, table = '*' } = request
  const conditions = parseFilter(request.filter)
  const tables = published.filter(
    (each) =>
      (schema === '*' || each.schema === schema) &&
      (table === '*' || each.name === table) &&
      each.columns.some(({ roles }) => roles.includes(role)),
  )
  if (tables.length === 0) {
    throw new ChangeRequestError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describe(request)}]`,
    )
  }
  for (const each of tables) {
    const problem = findFilterProblem(each, role, conditions)
    if (problem) refuseFilter(request, problem)
  }
  return { request, tables, conditions }
}

/** @returns which column of the conditions the role cannot read, if any */
export function findFilterProblem(
  { columns }: PublishedTable,
  role: Role,
  conditions: readonly Condition[],
): string | undefined {
  const isReadable = ({ column }: Condition) =>
    columns.some(({ name, roles }) => name === column && roles.includes(role))
  const unknown = conditions.find((condition) => !isReadable(condition))
  return unknown && `invalid column for filter ${unknown.column}`
}

function refuseFilter(request: ChangeRequest, problem: string): never {
  throw new ChangeRequestError(
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${describe(request)}]. Exception: ${problem}`,
  )
}

const describe = ({ event, schema, table = '*', filter = '' }: ChangeRequest) =>
  `event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter}]`

/** @throws {ChangeRequestError} with the words of PostgreSQL */
async function checkFilters(
  reader: FeedReader,
  caller: Caller,
  requests: readonly BoundRequest[],
): Promise<void> {
  const [first] = requests
  if (!first) return
  const values = new Values()
  const tests = requests.flatMap(({ tables, conditions }) =>
    tables.map((table) => buildTest(table, caller.role, conditions, values)),
  )
  try {
    await reader.asReader(caller, `select ${tests.join(', ')}`, values.list)
  } catch (error) {
    // Classes 22, 42 and 23 (of a domain) are about the values and the operator.
    if (!(error instanceof DatabaseError && /^(22|23|42)/.test(error.code))) throw error
    if (requests.length === 1) refuseFilter(first.request, error.message)
    const middle = Math.ceil(requests.length / 2)
    await checkFilters(reader, caller, requests.slice(0, middle))
    await checkFilters(reader, caller, requests.slice(middle))
  }
}

/** @returns SQL that evaluates the conditions on a row of nulls */
function buildTest(
  table: PublishedTable,
  role: Role,
  conditions: readonly Condition[],
  values: Values,
): string {
  const nulls = table.columns
    .filter(({ roles }) => roles.includes(role))
    .map(({ name, sqlType }) => `null::${sqlType} as ${quoteIdentifier(name)}`)
  return `(select ${buildFilter(table, conditions, 't', values)} from (select ${nulls}) as t)`
}
