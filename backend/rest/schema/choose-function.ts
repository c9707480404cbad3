import { restError } from '../errors.ts'
import type { CallArguments } from '../request/call-arguments.ts'
import type { Callable } from './schema-cache.ts'

/**
 * Finds the overload of a function that takes these arguments.
 * @throws {ApiError} PGRST202 if none does, PGRST203 if several do, PGRST102 for a single JSON value
 *   that none takes
 */
export function chooseFunction(
  name: string,
  candidates: readonly Callable[],
  given: CallArguments,
  schema: string,
): Callable {
  const names = [...given.named.keys()]
  const fitting = candidates.filter(
    (candidate) =>
      given.kind !== 'whole' &&
      names.every((given) => candidate.arguments.some(({ name }) => name === given)) &&
      candidate.arguments.every(
        (argument) => argument.hasDefault || given.named.has(argument.name),
      ),
  )
  const whole = candidates.filter(
    ({ arguments: [only, ...more] }) =>
      only?.name === '' && more.length === 0 && given.bodyTypes.includes(only.type),
  )
  const [fits, other] = fitting.length > 0 ? fitting : whole
  if (fits && other) throw ambiguousError(name, [...fitting, ...whole], schema)
  if (fits) return fits
  if (given.kind === 'whole' && candidates.length > 0) {
    throw restError(400, 'PGRST102', 'Empty or invalid json')
  }
  const list = names.length > 0 ? `(${names.sort().join(', ')})` : ' without parameters'
  throw restError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${list} in the schema cache`,
    { details: 'No matches were found in the schema cache.' },
  )
}

function ambiguousError(name: string, matches: readonly Callable[], schema: string) {
  const shown = matches.map(
    ({ arguments: all }) =>
      `${schema}.${name}(${all.map((one) => `${one.name} => ${one.type}`).join(', ')})`,
  )
  return restError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${shown.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
