import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext } from 'react-router'
import type { Database } from './database.types.ts'

/** What the server hands to every loader. */
export interface Site {
  /** Speaks for an anonymous visitor: public pages are the same for everyone. */
  supabase: SupabaseClient<Database>
  /** Origin of canonical addresses. */
  siteUrl: string
  /** What the browser may know. */
  public: { supabaseUrl: string; supabaseAnonKey: string }
}

export const siteContext = createContext<Site>()
