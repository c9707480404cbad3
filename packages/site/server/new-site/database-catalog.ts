import type { Caller, Database } from '@toolmark/backend/database/database.ts'
import type { RowKey, RowResult } from '../../app/data/rpc-results.ts'
import type { Catalog, GoneTool, Topics } from '../../app/moderation/sources/write-proposal.ts'

const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/** On a slow machine a chunk of rows takes longer than a request's statement may; there are no other requests here. */
const PATIENT: Caller = { ...SERVICE, time: { limitMs: 600_000, onElapsed: () => {} } }

/** The catalog of a site that is not running. */
export interface DatabaseCatalog extends Catalog {
  listCategories(): Promise<{ slug: string; name: string }[]>
  removeCategory(slug: string): Promise<void>
}

/** Saves a list as the source of a site that is not running. */
export async function openCatalog(
  database: Database,
  source: { kind: string; address: string; mapping: object },
): Promise<DatabaseCatalog> {
  const run = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    await database.as<Row>(database.engine === 'pglite' ? PATIENT : SERVICE, text, values)
  const read = async <Value>(text: string, values: readonly unknown[]) => {
    const [row] = await run<{ value: Value }>(`select ${text} as value`, values)
    return row?.value
  }
  const { kind, address, mapping } = source
  const saved = [kind, address, JSON.stringify(mapping)]
  const id = await read<number>('public.save_source($1, $2, $3::jsonb)', saved)
  return {
    async readKeys(rows) {
      return (await read<RowKey[]>('public.import_keys($1::jsonb)', [JSON.stringify(rows)])) ?? []
    },
    async importRows(rows, isDryRun) {
      const call = 'public.import_tools($1::jsonb, $2::boolean, source => $3)'
      return (await read<RowResult[]>(call, [JSON.stringify(rows), isDryRun, id])) ?? []
    },
    async addTopics(topics: Topics) {
      await run('select public.add_source_topics($1::jsonb)', [JSON.stringify(topics)])
    },
    finish: (tools, counts, isDryRun) =>
      run<GoneTool>('select * from public.finish_source_read($1, $2::uuid[], $3::jsonb, $4)', [
        ...[id, tools, JSON.stringify(counts), isDryRun],
      ]),
    listCategories: () => run('select slug, name from public.categories order by position'),
    async removeCategory(slug) {
      await run('select public.remove_category($1)', [slug])
    },
  }
}
