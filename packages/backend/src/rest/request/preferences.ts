import { restError } from '../errors.ts'

/** The preferences of the `Prefer` header. */
export interface Preferences {
  return: 'minimal' | 'representation' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing: 'default' | 'null'
  maxAffected?: number
  /** The transaction is answered, and rolled back. */
  rollsBack: boolean
  timezone?: string
  /** The applied preferences, for the `Preference-Applied` header. */
  applied: string[]
}

/**
 * @param allowsRollback whether a request may have its change rolled back
 * @throws {ApiError} PGRST122 for an unknown preference next to `handling=strict`
 */
export function parsePreferences(header: string | null, allowsRollback: boolean): Preferences {
  const entries = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isStrict = entries.includes('handling=strict')
  const preferences: Preferences = {
    return: 'minimal',
    missing: 'null',
    rollsBack: false,
    applied: [],
  }
  const invalid: string[] = []
  for (const entry of entries) {
    const at = entry.indexOf('=')
    const name = entry.slice(0, at < 0 ? undefined : at)
    const value = at < 0 ? '' : entry.slice(at + 1)
    if (!VALIDATORS.get(name)?.(value)) {
      invalid.push(entry)
      continue
    }
    // As in PostgREST, max-affected applies with handling=strict only.
    if (name === 'max-affected' && !isStrict) continue
    if (name === 'tx' && !allowsRollback) continue
    preferences.applied.push(entry)
    if (name === 'return') preferences.return = value as Preferences['return']
    if (name === 'count') preferences.count = value as 'exact'
    if (name === 'resolution') preferences.resolution = value as 'merge-duplicates'
    if (name === 'missing') preferences.missing = value as 'default'
    if (name === 'max-affected') preferences.maxAffected = Number(value)
    if (name === 'tx') preferences.rollsBack = value === 'rollback'
    if (name === 'timezone') preferences.timezone = value
  }
  if (isStrict && invalid.length > 0) {
    throw restError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ').slice(0, 200)}`,
    })
  }
  return preferences
}

const oneOf =
  (...words: string[]) =>
  (value: string) =>
    words.includes(value)

const VALIDATORS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['return', oneOf('minimal', 'representation', 'headers-only')],
  ['count', oneOf('exact', 'planned', 'estimated')],
  ['resolution', oneOf('merge-duplicates', 'ignore-duplicates')],
  ['missing', oneOf('default', 'null')],
  ['handling', oneOf('strict', 'lenient')],
  ['tx', oneOf('commit', 'rollback')],
  ['max-affected', (value: string) => /^\d{1,9}$/.test(value)],
  // A name or an offset; PostgreSQL refuses those that it does not know.
  ['timezone', (value: string) => /^[\w+:./-]{1,64}$/.test(value)],
])
