import { IDENTITY } from './identity.ts'

/** Of the words, and of the numbers and days in them: English, as the operator's kind of it if the locale is one. */
export const INTERFACE_LOCALE = /^en\b/i.test(IDENTITY.locale) ? IDENTITY.locale : 'en'

/** The `lang` of what people and the operator write; undefined if it is the language of the page. */
export const CONTENT_LANGUAGE = IDENTITY.locale === INTERFACE_LOCALE ? undefined : IDENTITY.locale
