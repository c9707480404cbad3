import { createContext } from 'react-router'
import type { Reader } from './cache-tags.ts'

/**
 * What the server hands to every loader. Its client speaks for an anonymous visitor: public pages are
 * the same for everyone.
 */
export interface Site extends Reader {
  /** Origin of canonical addresses. */
  siteUrl: string
  /** What the browser may know. */
  public: { supabaseUrl: string; supabaseAnonKey: string }
  /** Opens the page of all controls, for those who build the site. */
  hasDesignPage: boolean
  /** Takes what went wrong, for the operator's eyes. */
  log: (error: unknown) => void
}

export const siteContext = createContext<Site>()

/** A section whose reading fails is only logged, and shows empty (spec 1 §8, spec 2 §8). */
export async function orEmpty<T>({ log }: Site, reading: Promise<T>, empty: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    log(error)
    return empty
  }
}
