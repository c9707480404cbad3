import pg from 'pg'

/** Sets claims, role, statement timeout, and headers, method and path of the request: `settings` of a read. */
export const CALLER_SETTINGS = [
  'request.jwt.claims',
  'role',
  'statement_timeout',
  'request.headers',
  'request.method',
  'request.path',
].map((name, index) => `set_config('${name}', $${index + 1}, true)`)

const SET_READER = 'set_reader'
const RESET_ROLE = 'reset_role'
const RESET_ALL = 'reset_all'

// No `set_config` returns null, so all are evaluated, and the result has no row to transfer.
const buildSetReader = (settings: readonly string[]) =>
  `select where ${settings.join(' is null or ')} is null`

const READER_SETTINGS = ["set_config('transaction_read_only', 'on', true)", ...CALLER_SETTINGS]

/** The statements around each read, prepared on every connection. */
const PREPARED = {
  [SET_READER]: buildSetReader(READER_SETTINGS),
  [RESET_ROLE]: 'reset role',
  // A function of the schema may have changed settings for the whole connection.
  [RESET_ALL]: 'reset all',
}

/** The same for a pooler that gives each transaction another session: it sets the time zone too. */
const UNPREPARED: typeof PREPARED = {
  ...PREPARED,
  [SET_READER]: buildSetReader([...READER_SETTINGS, "set_config('timezone', 'UTC', true)"]),
}

/** Prepares a connection for `pipelinedRead`. */
export async function prepareReads(client: pg.ClientBase): Promise<void> {
  for (const [name, text] of Object.entries(PREPARED)) {
    const values = name === SET_READER ? ['', 'none', '0', '', '', ''] : []
    await client.query({ name, text, values })
  }
}

export interface ReadStatement {
  /** The values of `CALLER_SETTINGS`. */
  settings: readonly string[]
  text: string
  values: readonly string[]
  /** The prepared statement's name on the connection. */
  name?: string | undefined
  /** Which functions the statement may call. */
  calls: 'any' | 'built-in'
  /** Whether `prepareReads` has prepared the connection. */
  isPrepared: boolean
  /** Closes the connection after so many milliseconds without an answer. */
  silenceMs?: number | undefined
}

/**
 * Runs one statement in a read-only transaction of its own, with one message to the server and one
 * back.
 */
export function pipelinedRead<Row extends object>(
  client: pg.PoolClient,
  statement: ReadStatement,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new ReadQuery(statement, (error, results) => {
      if (error) reject(error)
      // One result for each prepared statement: the caller's is the second.
      else resolve((results as unknown as pg.QueryResult<Row>[])[1]?.rows ?? [])
    })
    client.query(query)
  })
}

/** Private fields of `pg`: the prepared statements of a connection, by name. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/**
 * Checks that this version of `pg` has the private fields that `pipelinedRead` uses.
 * @throws {Error} when it has not
 */
export function requireStatementTracking(connection: object = new pg.Connection()): void {
  for (const field of ['parsedStatements', 'submittedNamedStatements'] as const) {
    if (typeof (connection as Partial<Connection>)[field] !== 'object') {
      throw new Error(`this version of pg does not track prepared statements in ${field}`)
    }
  }
}

/** Everything up to the one `sync` is one transaction: an error skips the rest and rolls back. */
class ReadQuery extends pg.Query {
  readonly #statement: ReadStatement
  readonly query_timeout: number | undefined

  constructor(
    statement: ReadStatement,
    onEnd: (error: Error | undefined, results: unknown) => void,
  ) {
    const { text, name, silenceMs } = statement
    super({ text, ...(name ? { name } : {}) }, onEnd)
    this.#statement = statement
    this.query_timeout = silenceMs
  }

  override submit = (to: pg.Connection): void => {
    const connection = to as Connection
    connection.stream.cork()
    try {
      this.#send(connection, this.#statement)
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: Connection, statement: ReadStatement): void {
    const { settings, text, name = '', values, calls, isPrepared } = statement
    const executeOwn = (own: keyof typeof PREPARED, settings?: readonly string[]) => {
      if (!isPrepared) connection.parse({ name: '', text: UNPREPARED[own], types: [] }, true)
      execute(connection, isPrepared ? own : '', settings)
    }
    executeOwn(SET_READER, settings)
    const { parsedStatements, submittedNamedStatements } = connection
    const isParsed = (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined
    if (!name || !isParsed) {
      connection.parse({ name, text, types: [] }, true)
      if (name) submittedNamedStatements[name] = text
    }
    execute(connection, name, values, true)
    if (calls === 'any') {
      executeOwn(RESET_ROLE)
      executeOwn(RESET_ALL)
    }
    connection.sync()
  }
}

function execute(
  connection: pg.Connection,
  statement: string,
  values: readonly string[] = [],
  hasRows = false,
): void {
  connection.bind({ statement, values: [...values] }, true)
  if (hasRows) connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
}
