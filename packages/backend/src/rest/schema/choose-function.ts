import { restError } from '../errors.ts'
import type { CallArguments } from '../request/call-arguments.ts'
import { findNearestName } from './find-nearest-name.ts'
import type { Callable, SchemaCache } from './schema-cache.ts'

/**
 * Finds the overload of a function that takes these arguments.
 * @throws {ApiError} PGRST202 if none does, PGRST203 if several do, PGRST102 for a single JSON value
 *   that none takes
 */
export function chooseFunction(
  name: string,
  given: CallArguments,
  schema: string,
  cache: SchemaCache,
): Callable {
  const candidates = cache.functions.get(name) ?? []
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
  throw notFoundError(name, candidates, given, schema, cache)
}

function notFoundError(
  name: string,
  candidates: readonly Callable[],
  { named, bodyTypes, body }: CallArguments,
  schema: string,
  { functions }: SchemaCache,
) {
  const names = [...named.keys()].sort()
  const isText = bodyTypes.includes('text')
  const list = names.length > 0 ? `(${names.join(', ')})` : isText ? '' : ' without parameters'
  const searched =
    names.length > 0
      ? ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
      : ' without parameters'
  const inBody = isText
    ? ' with a single unnamed text parameter'
    : bodyTypes.length > 0 && body !== ''
      ? `${searched} or with a single unnamed json/jsonb parameter`
      : searched
  return restError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${list} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${inBody}, but no matches were found in the schema cache.`,
      hint: isText ? null : suggestFunction(name, names, candidates, schema, functions),
    },
  )
}

/** The most similar function, or the most similar parameters of the overloads with this name. */
function suggestFunction(
  name: string,
  names: readonly string[],
  candidates: readonly Callable[],
  schema: string,
  functions: SchemaCache['functions'],
): string | null {
  const formatList = (parameters: readonly string[]) => `(${parameters.join(', ')})`
  const nearest =
    candidates.length === 0
      ? findNearestName(functions.keys(), name, 0.75)
      : findNearestName(
          candidates.map((each) => formatList(each.arguments.map((one) => one.name).sort())),
          formatList(names),
          0.33,
        )
  if (nearest === undefined) return null
  const suggested = candidates.length === 0 ? nearest : `${name}${nearest === '()' ? '' : nearest}`
  return `Perhaps you meant to call the function ${schema}.${suggested}`
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
