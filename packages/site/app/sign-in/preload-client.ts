// Loads the client's library with the page that imports this file. Chromium does not repeat a
// dynamic import that failed, so a first attempt without a network would fail until a reload.
import { createClient } from '@supabase/supabase-js'
import { setClientLibrary } from '../session/session.ts'

setClientLibrary({ createClient })
