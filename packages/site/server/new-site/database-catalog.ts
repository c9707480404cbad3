import type { Caller, Database } from '@toolmark/backend/database/database.ts'
import type { RowKey, RowResult } from '../../app/data/rpc-results.ts'
import type { Catalog } from './write-proposal.ts'

const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/** The catalog of a site that is not running. */
export function openCatalog(database: Database): Catalog {
  const run = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    await database.as<Row>(SERVICE, text, values)
  return {
    async readKeys(rows) {
      const [first] = await run<{ keys: RowKey[] }>(
        'select public.import_keys($1::jsonb) as keys',
        [JSON.stringify(rows)],
      )
      return first?.keys ?? []
    },
    async importRows(rows, isDryRun) {
      const [first] = await run<{ results: RowResult[] }>(
        'select public.import_tools($1::jsonb, $2::boolean) as results',
        [JSON.stringify(rows), isDryRun],
      )
      return first?.results ?? []
    },
    listCategories: () => run('select slug, name from public.categories order by position'),
    async saveCategory({ slug, name, description }, color) {
      await run('select public.save_category($1, $2, $3, color => $4, is_new => true)', [
        slug,
        name,
        description,
        color,
      ])
    },
    async removeCategory(slug) {
      await run('select public.remove_category($1)', [slug])
    },
    async addCapabilities(capabilities) {
      await run(
        `insert into public.capabilities (slug, name, category)
         select slug, name, category from jsonb_to_recordset($1::jsonb) as c (slug text, name text, category text)`,
        [JSON.stringify(capabilities)],
      )
    },
    async saveAttribute({ key, label, kind, options }, isInFilter) {
      await run(
        'select public.save_attribute($1, $2, $3, options => $4::jsonb, in_filter => $5::boolean, in_compare => true, is_new => true)',
        [key, label, kind, JSON.stringify(options), isInFilter],
      )
    },
  }
}
