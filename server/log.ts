/** One JSON line an event on standard error; never an address, a token or what a person typed. */
export function logError(error: unknown): void {
  log('error', error)
}

/** What the operator should see to, and nobody has to be woken for. */
export function logWarning(message: string): void {
  log('warning', message)
}

function log(level: 'error' | 'warning', error: unknown): void {
  const { name, message, stack, cause } =
    error instanceof Error ? error : new Error(String(error), { cause: error })
  const line = {
    time: new Date().toISOString(),
    level,
    name,
    message,
    stack,
    cause: String(cause ?? ''),
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** Plain, for who watches the start. */
export function warn(message: string): void {
  process.stderr.write(`${message}\n`)
}

/**
 * What libraries write to the console comes into the log. They quote what they complain of, which
 * somebody has typed: what stands between the first quotation mark and the last is left out.
 */
export function logConsole(): void {
  const take =
    (level: 'error' | 'warning') =>
    (...said: unknown[]): void => {
      const error = said.find((each) => each instanceof Error)
      log(level, error ?? said.map(String).join(' ').replace(/".*"/s, '"…"'))
    }
  console.error = take('error')
  console.warn = take('warning')
}
