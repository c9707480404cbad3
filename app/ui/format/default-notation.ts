import { DEFAULT_LOCALE } from '../../shared/identity.ts'
import { deriveNotation } from './derive-notation.ts'

/** A constant in both builds (vite.config.ts): `Intl` needs 10 to 40 ms for its first call, on a phone four times that. */
export const DEFAULT_NOTATION = deriveNotation(DEFAULT_LOCALE)
