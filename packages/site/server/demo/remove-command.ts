import { existsSync } from 'node:fs'
import type { Database } from '@toolmark/backend/database/database.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { directUrlOf } from '@toolmark/backend/server/environment.ts'
import { assertHasSite } from '../backup/tables.ts'
import type { Command } from '../commands/command.ts'
import { requireDatabase } from '../commands/require-site.ts'
import { readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'

export const removeDemoCommand: Command = {
  npm: 'npm run demo:remove',
  summary: 'removes the demo content, with the site stopped, and leaves that of real people',
  usage: 'toolmark demo remove',
  async run({ print }) {
    const environment = readEnvironment(process.env)
    const { DATA_DIR: dataDir } = environment
    requireDatabase(environment)
    const database = await openDatabase({
      dataDir,
      url: directUrlOf(environment),
      // Locking a folder that is not there would create it.
      isBesideSite: !existsSync(dataDir),
    })
    try {
      await assertHasSite(database)
      await migrate(database, MIGRATIONS)
      await removeDemoContent(database)
    } finally {
      await database.close()
    }
    print(
      'The demo content is removed. Start with DEMO_CONTENT=off: otherwise an empty site loads it again.',
    )
    return { data: {} }
  },
}

const selectLoadedIds = (table: string, type = 'uuid') =>
  `select row_id::${type} from private.demo_content where table_name = '${table}'`

/** Ordered by references. Rows that members wrote, or that their rows need, stay. */
const DELETES = [
  `delete from private.reports where number in (${selectLoadedIds('private.reports', 'bigint')})`,
  // Takes appeals and removed content along.
  `delete from public.moderation_decisions where number in (${selectLoadedIds('public.moderation_decisions', 'bigint')})`,
  `delete from public.tool_edits where id in (${selectLoadedIds('public.tool_edits')})`,
  // What a real moderator removed of the demo content. A tool stays restorable for a member's review or launch.
  `delete from private.removed_content removed where removed.row_id::text in (select row_id from private.demo_content)
     and not (removed.table_name in ('public.tools', 'public.tool_facts', 'public.tool_capabilities') and exists (
       select from private.removed_content dependent
       where dependent.table_name in ('public.reviews', 'private.launches', 'public.tool_edits') and dependent.row_data ->> 'tool_id' = removed.row_id::text
         and dependent.row_id::text not in (select row_id from private.demo_content)))`,
  `delete from public.reviews where id in (${selectLoadedIds('public.reviews')})`,
  `delete from private.launches where id in (${selectLoadedIds('private.launches')})`,
  `delete from auth.users where id in (${selectLoadedIds('auth.users')})`,
  // A company or a tool that a member needs stays, without its invented maker.
  `delete from private.tool_claims where tool_id in (${selectLoadedIds('public.tools')}) and company_id in (${selectLoadedIds('public.companies')})`,
  'delete from public.tool_makers where is_sample',
  `delete from public.companies c where c.id in (${selectLoadedIds('public.companies')})
     and not exists (select from public.company_members m where m.company_id = c.id)
     and not exists (select from public.company_follows f where f.company_id = c.id)`,
  // Facts that a source has changed are no work of members.
  `delete from public.tools t where t.id in (${selectLoadedIds('public.tools')})
     and not exists (select from public.reviews r where r.tool_id = t.id)
     and not exists (select from private.launches l where l.tool_id = t.id)
     and not exists (select from public.tool_edits e where e.tool_id = t.id and e.by_source is null)`,
  `delete from public.capabilities c where c.slug in (${selectLoadedIds('public.capabilities', 'text')})
     and not exists (select from public.tool_capabilities l where l.capability = c.slug)`,
  'delete from private.demo_content',
  'delete from private.demo_loading',
  // They were taken from the reviews of the demo.
  'delete from private.rating_priors',
  'select public.take_rating_prior(), private.estimate_tools()',
]

/** Removes exactly the rows that `loadDemoContent` inserted, in one transaction. */
export function removeDemoContent(database: Database): Promise<void> {
  return database.transactionAsOwner(async (transaction) => {
    // One statement deletes all reviews, which may take longer than the limit of a request.
    await transaction.query('set local statement_timeout = 0')
    for (const statement of DELETES) await transaction.query(statement)
  })
}
