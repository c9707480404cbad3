/** The areas that an operator can switch off: `[areas]` of site.toml (spec 9). */
export const AREAS = [
  'launches',
  'companies',
  'makers',
  'lists',
  'compare',
  'badges',
  'open_data',
  'ledger',
  'assistants',
  'feeds',
  'profiles',
] as const

export type Area = (typeof AREAS)[number]

/** The first that needs another one is off with it. */
export const NEEDED_AREAS: readonly (readonly [area: Area, needed: Area])[] = [
  ['makers', 'companies'],
  ['badges', 'companies'],
]

/** What is off with an area, besides the links to its routes. */
interface AreaParts {
  /** As in routes.ts. */
  routes: readonly string[]
  /** Of the server, beside the pages. */
  files?: readonly string[]
  /** Functions of the API. */
  functions?: readonly string[]
  /** Without rows for visitors and members (supabase/schemas/55_area_tables.sql). */
  tables?: readonly string[]
  /** Of server/jobs/jobs.ts, and functions that only the jobs call. */
  jobs?: readonly string[]
  /** Kinds of notifications and emails (supabase/schemas/02_areas.sql). */
  kinds?: readonly string[]
}

/** A part may belong to several areas: each of them switches it off. */
export const AREA_PARTS: Readonly<Record<Area, AreaParts>> = {
  launches: {
    routes: [
      'launches',
      'launch/:id',
      'launch/:id/edit',
      'submit-launch',
      'launch/:launch/badge.svg',
    ],
    files: ['/pictures/launches/*', '/pictures/share/launches/*'],
    functions: ['count_launches', 'launch_preview_link', 'launch_results', 'preview_launch'],
    tables: ['private.launches', 'public.launch_reminders', 'public.launch_upvotes'],
    jobs: ['remind_of_launches'],
    kinds: ['launch'],
  },
  companies: {
    routes: ['company/:id', 'company-dashboard', 'start-your-team'],
    functions: ['company_size', 'confirm_company_member', 'get_user_company'],
    tables: ['public.companies', 'public.company_follows', 'public.company_members'],
  },
  makers: {
    routes: ['tool/:toolId/claim', 'moderation/claims'],
    functions: [
      'check_tool_claim',
      'close_campaign',
      'create_campaign',
      'find_campaign',
      'maker_figures',
      'maker_stats',
      'moderation_claims',
      'my_tool_claims',
      'release_tool',
      'resolve_tool_claim',
      'start_tool_claim',
    ],
    tables: [
      'public.review_campaigns',
      'public.review_replies',
      'public.review_reply_revisions',
      'public.tool_makers',
    ],
    jobs: ['check claims', 'claims_to_check', 'record_claim_check'],
    kinds: ['claim', 'reply', 'tool_claim'],
  },
  lists: {
    routes: [
      'lists',
      'list/:id',
      'list/:id/edit',
      'list/:list/tools.atom',
      'list/:list/tools.json',
    ],
    files: ['/pictures/share/lists/*'],
    functions: [
      'copy_list',
      'join_saved_tools',
      'lists_with_tool',
      'order_list',
      'shown_list',
      'shown_list_items',
    ],
    tables: ['public.list_items', 'public.lists'],
  },
  compare: {
    routes: ['compare'],
    files: ['/pictures/share/compare/*'],
    functions: ['compare_probabilities'],
  },
  badges: {
    routes: [
      'badge.svg',
      'badge.json',
      'tool/:tool/badge.svg',
      'tool/:tool/badge.json',
      'oembed',
      'launch/:launch/badge.svg',
      'tool/:toolId/badge',
    ],
  },
  open_data: {
    routes: ['data'],
    files: ['/data/*'],
    jobs: ['make the dump of the open data', 'dump_page'],
  },
  ledger: {
    routes: ['ledger'],
    functions: ['ledger_text'],
    tables: ['public.ledger_checkpoints', 'public.ledger_events', 'public.ledger_salts'],
    jobs: ['checkpoint_ledger'],
  },
  assistants: { routes: ['mcp', 'llms.txt', 'tool/:tool.md', 'best/:capability.md'] },
  feeds: {
    routes: [
      'feeds/*',
      'tool/:tool/reviews.atom',
      'tool/:tool/reviews.json',
      'user/:user/reviews.atom',
      'user/:user/reviews.json',
      'list/:list/tools.atom',
      'list/:list/tools.json',
    ],
  },
  profiles: {
    routes: [
      'user/:username?',
      'user/:username/followers',
      'user/:username/following',
      'user/:user/reviews.atom',
      'user/:user/reviews.json',
    ],
    functions: [
      'count_profile_view',
      'get_safe_profile_info',
      'person_named',
      'profile_figures',
      'search_people',
    ],
    tables: ['public.user_activities', 'public.user_follows'],
    kinds: ['follower'],
  },
}
