import { join } from 'node:path'

/** Folder of the schema and every business rule, in the Supabase CLI's layout. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'supabase', 'migrations')

const NO_SECRET = 'of no site'

/** For the database that the build makes: what each site makes for itself. */
export const LEAVE_OUT_SECRETS = `update private.unsubscribe_keys set key = '${NO_SECRET}'`

/** For a database that may have been unpacked. */
export const MAKE_OWN_SECRETS = `update private.unsubscribe_keys set key = default where key = '${NO_SECRET}'`
