/** One JSON line an event on standard error; never an address, a token or what a person typed. */
export function logError(error: unknown): void {
  const { name, message, stack, cause } =
    error instanceof Error ? error : new Error(String(error), { cause: error })
  const line = {
    time: new Date().toISOString(),
    level: 'error',
    name,
    message,
    stack,
    cause: String(cause ?? ''),
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

export function warn(message: string): void {
  process.stderr.write(`${message}\n`)
}
