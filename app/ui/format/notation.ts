import { DEFAULT_LOCALE, IDENTITY } from '../../shared/identity.ts'
import { DEFAULT_NOTATION } from './default-notation.ts'
import { deriveNotation } from './derive-notation.ts'

/** The notation of the site's locale. The document tells the browser that of another locale (vite.config.ts). */
export const NOTATION =
  IDENTITY.locale === DEFAULT_LOCALE ? DEFAULT_NOTATION : deriveNotation(IDENTITY.locale)
