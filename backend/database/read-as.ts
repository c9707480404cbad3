import pg from 'pg'

/** Around each read, known by these names to every connection. */
const FRAME = {
  // Each part is done, since none before it is true; and there is no row to be described and read.
  'become a reader':
    "select where set_config('transaction_read_only', 'on', true) is null or set_config('request.jwt.claims', $1, true) is null or set_config('role', $2, true) is null or set_config('statement_timeout', $3, true) is null",
  // Whatever a function may have set for the whole connection.
  'reset role': 'reset role',
  'reset all': 'reset all',
}

/** Makes a connection ready for `readAs`. */
export async function prepareReads(client: pg.ClientBase): Promise<void> {
  for (const [name, text] of Object.entries(FRAME)) {
    const values = text.includes('$3') ? ['', 'none', '0'] : []
    await client.query({ name, text, values })
  }
}

export interface Asked {
  /** Claims, role and statement timeout. */
  settings: readonly string[]
  text: string
  values: readonly string[]
  /** Under which the connection remembers the statement. */
  name?: string | undefined
  /** Whose functions the statement may call. */
  calls: 'any' | 'built-in'
  /** Milliseconds without an answer after which the connection is given up. */
  silence?: number | undefined
}

/** Rows of one statement in a transaction of its own that can change nothing, in one message there and one back. */
export function readAs<Row extends object>(client: pg.PoolClient, asked: Asked): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const read = new Read(asked, (error, results) => {
      if (error) reject(error)
      // One for each statement: the second is what was asked for.
      else resolve((results as unknown as pg.QueryResult<Row>[])[1]?.rows ?? [])
    })
    client.query(read)
  })
}

/** What `pg` knows of a connection's statements, by their names. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** All up to the one `sync` is one transaction: what fails skips the rest and undoes what was before. */
class Read extends pg.Query {
  readonly #asked: Asked
  readonly query_timeout: number | undefined

  constructor(asked: Asked, onEnd: (error: Error | undefined, results: unknown) => void) {
    const { text, name, silence } = asked
    super({ text, ...(name ? { name } : {}) }, onEnd)
    this.#asked = asked
    this.query_timeout = silence
  }

  override submit = (to: pg.Connection): void => {
    const connection = to as Connection
    connection.stream.cork()
    try {
      this.#send(connection, this.#asked)
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: Connection, { settings, text, name = '', values, calls }: Asked): void {
    execute(connection, 'become a reader', settings)
    const { parsedStatements: known, submittedNamedStatements: underWay } = connection
    if (!name || (known[name] ?? underWay[name]) === undefined) {
      connection.parse({ name, text, types: [] }, true)
      if (name) underWay[name] = text
    }
    execute(connection, name, values, true)
    if (calls === 'any') {
      execute(connection, 'reset role')
      execute(connection, 'reset all')
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
