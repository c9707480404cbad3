import { type Caller, type Database, DatabaseError } from '../../database/database.ts'
import type { ChangeRequest } from '../change-source.ts'
import { ChangeRequestError } from './change-request-error.ts'
import { filterSql, quoteName, Values } from './filter-sql.ts'
import { type Condition, parseFilter } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'

interface BoundRequest {
  tables: PublishedTable[]
  conditions: Condition[]
}

/**
 * Finds the tables of a request that the caller has rights on, and checks its filter.
 * @throws {ChangeRequestError}
 */
export async function bindRequest(
  database: Database,
  caller: Caller,
  request: ChangeRequest,
  published: readonly PublishedTable[],
): Promise<BoundRequest> {
  const { schema, table = '*' } = request
  const conditions = parseFilter(request.filter)
  const tables = published.filter(
    (each) =>
      (schema === '*' || each.schema === schema) &&
      (table === '*' || each.name === table) &&
      each.columns.some(({ roles }) => roles.includes(caller.role)),
  )
  if (tables.length === 0) {
    throw new ChangeRequestError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describe(request)}]`,
    )
  }
  if (conditions.length > 0) {
    for (const each of tables) {
      const problem = await findProblem(database, caller, each, conditions)
      if (problem) {
        throw new ChangeRequestError(
          `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${describe(request)}]. Exception: ${problem}`,
        )
      }
    }
  }
  return { tables, conditions }
}

const describe = ({ event, schema, table = '*', filter = '' }: ChangeRequest) =>
  `event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter}]`

/** @returns what is wrong with the conditions, in the words of PostgreSQL */
async function findProblem(
  database: Database,
  caller: Caller,
  table: PublishedTable,
  conditions: readonly Condition[],
): Promise<string | undefined> {
  const columns = table.columns.filter(({ roles }) => roles.includes(caller.role))
  const unknown = conditions.find(({ column }) => !columns.some(({ name }) => name === column))
  if (unknown) return `invalid column for filter ${unknown.column}`
  const values = new Values()
  const test = filterSql(table, conditions, 't', values)
  const list = columns.map(({ name, sqlType }) => `null::${sqlType} as ${quoteName(name)}`)
  try {
    await database.asReader(caller, `select ${test} from (select ${list}) as t`, values.list)
    return undefined
  } catch (error) {
    // Classes 22, 42 and 23 (of a domain) are about the values and the operator.
    if (error instanceof DatabaseError && /^(22|23|42)/.test(error.code)) return error.message
    throw error
  }
}
