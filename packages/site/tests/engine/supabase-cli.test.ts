// The Supabase CLI deploys supabase/, as a role without superuser.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, inject, test } from 'vitest'
import { SUPABASE_CLI } from '../../../../scripts/test-tools.js'
import { MIGRATIONS } from '../../server/migrations.ts'

/** Each push is a session of its own, in which the settings of pg_trgm do not exist yet. */
const ADDITION = `select extensions.similarity('', '');
create function private.near(a text, b text) returns boolean language sql stable
  set search_path = '' set pg_trgm.similarity_threshold = 0.2 as 'select a operator(extensions.%) b';`

test.runIf(inject('engine') === 'postgres')(
  'supabase db push applies the baseline, and later an addition',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-push-'))
    cpSync(join(MIGRATIONS, '..'), join(folder, 'supabase'), { recursive: true })
    const admin = await openPostgres(url)
    // What Supabase owns, and a login without superuser.
    await migrate(admin, mkdtempSync(join(folder, 'nothing-')))
    const role = `push_${crypto.randomUUID().slice(0, 8)}`
    const asAdmin = await openPostgres(url)
    await asAdmin.asOwner(`create role ${role} login; grant toolmark_owner to ${role}`)
    await asAdmin.close()
    const target = new URL(url)
    target.username = role
    target.search = '?options=-c%20role%3Dtoolmark_owner&sslmode=disable'
    const push = () =>
      promisify(execFile)(SUPABASE_CLI, ['db', 'push', '--yes', '--db-url', target.href], {
        cwd: folder,
      })
    try {
      await push()
      writeFileSync(join(folder, 'supabase/migrations/29990101000000_near.sql'), ADDITION)
      await push()
      const names = await admin.asOwner(
        'select name from supabase_migrations.schema_migrations order by version',
      )
      expect(names).toEqual([{ name: 'baseline' }, { name: 'near' }])
      expect(await admin.asOwner('select count(*) from public.categories')).toEqual([{ count: 20 }])
    } finally {
      await admin.asOwner(`revoke toolmark_owner from ${role}`).catch(() => {})
      await admin.close()
      await drop()
      rmSync(folder, { recursive: true })
    }
  },
)
