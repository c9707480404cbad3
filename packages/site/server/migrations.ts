import { join } from 'node:path'

/** Folder of the schema and every business rule, in the Supabase CLI's layout. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'supabase', 'migrations')
