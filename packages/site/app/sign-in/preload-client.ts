import { createClient } from '@supabase/supabase-js'
import { setClientLibrary } from '../session/session.ts'

/**
 * Loads the client's library with the page that calls this. Chromium does not repeat a dynamic import that failed, so a
 * first attempt without a network would fail until a reload.
 */
export const preloadClient = (): void => setClientLibrary({ createClient })
