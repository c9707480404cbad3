import type { Settings } from '../../src/settings/settings.ts'

/** A client of the supabase-js monorepo and the server that its tests need. */
export interface Suite {
  /** The package, in packages/core/. */
  name: string
  /** Test files for jest, as regular expressions; without any, all of the package. */
  tests: readonly string[]
  /** SQL files of the package, in the order in which they run. */
  sql: readonly string[]
  configure(settings: Settings): void
}

export const SUITES: readonly Suite[] = [
  {
    name: 'postgrest-js',
    tests: [],
    sql: ['test/supabase/migrations/00000000000000_schema.sql', 'test/supabase/seed.sql'],
    configure({ api }) {
      api.schemas = ['public', 'personal', 'graphql_public']
    },
  },
  {
    name: 'auth-js',
    tests: [],
    sql: [],
    configure({ auth }) {
      auth.additional_redirect_urls = ['https://127.0.0.1:3000', 'http://localhost:5173']
      auth.email.double_confirm_changes = true
    },
  },
  {
    name: 'storage-js',
    tests: [],
    sql: [],
    configure() {},
  },
  {
    name: 'supabase-js',
    tests: ['test/integration\\.test\\.ts$'],
    sql: [
      'supabase/migrations/20250422000000_create_todos_table.sql',
      'supabase/migrations/20250423000000_realtime_rls_setup.sql',
      'supabase/migrations/20250424000000_storage_anon_policy.sql',
      'supabase/migrations/20260731000000_trace_headers_echo_fn.sql',
      'supabase/seed/seed_todos.sql',
    ],
    configure() {},
  },
]
