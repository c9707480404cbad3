// Writes the database that a first start on PGlite unpacks, beside packages/site/supabase/migrations. Git ignores it.
import { writeFirstDatabase } from '@toolmark/backend/database/engines/first-database.ts'
import { LEAVE_OUT_SECRETS, MIGRATIONS } from '@toolmark/site/server/migrations.ts'

await writeFirstDatabase(MIGRATIONS, LEAVE_OUT_SECRETS)
