import type { Database } from '../../backend/database/database.ts'

const LOADED = (table: string) =>
  `select row_id from private.demo_content where table_name = '${table}'`

/** In the order in which rows refer to each other; what real people wrote, or needs, stays. */
const DELETES = [
  `delete from public.reviews where id in (${LOADED('public.reviews')})`,
  `delete from private.launches where id in (${LOADED('private.launches')})`,
  `delete from auth.users where id in (${LOADED('auth.users')})`,
  `delete from public.companies c where c.id in (${LOADED('public.companies')})
     and not exists (select from public.company_members m where m.company_id = c.id)
     and not exists (select from public.company_follows f where f.company_id = c.id)`,
  `delete from public.tools t where t.id in (${LOADED('public.tools')})
     and not exists (select from public.reviews r where r.tool_id = t.id)
     and not exists (select from private.launches l where l.tool_id = t.id)`,
  'delete from private.demo_content',
]

/** Removes exactly what `loadDemoContent` loaded, all or nothing. */
export function removeDemoContent(database: Database): Promise<void> {
  return database.transactionAsOwner(async (transaction) => {
    // One statement takes all reviews away: seconds, and on a slow machine more than a request has.
    await transaction.query('set local statement_timeout = 0')
    for (const statement of DELETES) await transaction.query(statement)
  })
}
