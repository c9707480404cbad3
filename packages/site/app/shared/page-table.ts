const FACETS = ['pricing', 'platform', 'license']
const LISTING = ['search', 'category', 'rating', 'sort', ...FACETS, 'after']
const REVIEWS = [
  ...['rating', 'order', 'pro', 'con', 'version', 'plan', 'since', 'bursts', 'after'],
  ...['theme', 'kind'],
]
/** Pages with the same first part have the same parameters. */
const REPORTS = ['type', 'id', 'key']
const RANKS = [
  ...['list', 'search', 'category', 'rating', 'sort', ...FACETS, 'capability'],
  ...['tool', 'of', 'launch'],
]
const DECISIONS = ['action', 'reason', 'tool', 'year', 'after']

interface Page {
  /** As in routes.ts. */
  path: string
  /** The query parameters that the page reads; the page cache stores a page per value. */
  parameters?: readonly string[]
  /** The service worker keeps the page for reading without a network. */
  isOffline?: true
  /** The sitemap lists the page. Tools and launches are listed one by one. */
  isInSitemap?: true
}

/** The properties of all pages, for page cache, service worker and sitemap. */
export const PAGES: readonly Page[] = [
  { path: '', parameters: LISTING, isOffline: true, isInSitemap: true },
  { path: 'all-tools', parameters: LISTING, isOffline: true },
  // The canonical URL of the listing.
  { path: 'tools', parameters: LISTING, isOffline: true, isInSitemap: true },
  { path: 'categories', parameters: ['category'], isOffline: true, isInSitemap: true },
  { path: 'best/:capability', parameters: LISTING, isOffline: true },
  { path: 'capabilities', isOffline: true, isInSitemap: true },
  { path: 'compare', parameters: ['tools'], isOffline: true, isInSitemap: true },
  {
    path: 'launches',
    parameters: ['tab', 'day', 'week', 'month', 'after'],
    isOffline: true,
    isInSitemap: true,
  },
  // `theme` is of its badge.
  { path: 'launch/:id', parameters: ['preview', 'theme'], isOffline: true },
  { path: 'launch/:id/edit', parameters: ['preview', 'theme'] },
  { path: 'tool/:toolId', parameters: REVIEWS, isOffline: true },
  { path: 'tool/:toolId/alternatives', parameters: REVIEWS, isOffline: true },
  { path: 'tool/:toolId/badge', parameters: REVIEWS, isOffline: true },
  { path: 'tool/:toolId/claim', parameters: REVIEWS },
  { path: 'tool/:toolId/history', parameters: REVIEWS, isOffline: true },
  { path: 'tool/:toolId/suggest-edit', parameters: REVIEWS },
  { path: 'review/:id', isOffline: true },
  { path: 'review/:id/confirm' },
  { path: 'review/:id/history', isOffline: true },
  { path: 'user/:username?', parameters: ['after'], isOffline: true },
  { path: 'user/:username/followers', parameters: ['after'], isOffline: true },
  { path: 'user/:username/following', parameters: ['after'], isOffline: true },
  { path: 'company/:id', isOffline: true },
  { path: 'trust', parameters: ['tab'], isOffline: true, isInSitemap: true },
  { path: 'trust-center', parameters: ['tab'], isOffline: true },
  { path: 'lists', parameters: ['add', 'after'], isOffline: true, isInSitemap: true },
  { path: 'list/:id', isOffline: true },
  { path: 'list/:id/edit' },
  { path: 'figures/:key', parameters: ['of'], isOffline: true },
  { path: 'explain', parameters: RANKS },
  { path: 'api', isOffline: true, isInSitemap: true },
  { path: 'contact', isOffline: true, isInSitemap: true },
  { path: 'about', isOffline: true, isInSitemap: true },
  { path: 'guidelines', isOffline: true, isInSitemap: true },
  { path: 'moderation-log', parameters: DECISIONS, isOffline: true, isInSitemap: true },
  { path: 'moderation-log/:number', parameters: DECISIONS, isOffline: true },
  { path: 'transparency', parameters: ['year'], isOffline: true, isInSitemap: true },
  { path: 'data', isInSitemap: true },
  { path: 'ledger', parameters: ['subject'], isOffline: true, isInSitemap: true },
  { path: 'privacy', isOffline: true, isInSitemap: true },
  { path: 'terms', isOffline: true, isInSitemap: true },
  // Only if the operator has one.
  { path: 'imprint', isOffline: true, isInSitemap: true },
  { path: 'docs', isInSitemap: true },
  { path: 'docs/*' },

  { path: 'auth', parameters: ['next', 'tab'] },
  { path: 'reset-password' },
  { path: 'update-password' },
  { path: 'dashboard' },
  { path: 'profile-settings' },
  { path: 'account-settings' },
  { path: 'company-dashboard' },
  // The slug of a tool whose claim needs a company.
  { path: 'start-your-team', parameters: ['claim'] },
  { path: 'my-reports' },
  { path: 'unsubscribe', parameters: ['token'] },
  { path: 'notifications' },
  { path: 'report', parameters: REPORTS },
  { path: 'report/:number', parameters: REPORTS },
  { path: 'write-review/:toolId?' },
  { path: 'add-tool' },
  { path: 'submit-launch' },
  // The tab does not change the HTML, which is the same for everybody.
  { path: 'moderation' },
  { path: 'moderation/users' },
  { path: 'moderation/claims' },
  { path: 'moderation/edits' },
  { path: 'moderation/capabilities' },
  { path: 'moderation/capabilities/suggested' },
  { path: 'moderation/merge' },
  { path: 'moderation/:type/:id' },
  { path: 'admin' },
  { path: 'admin/staff' },
  { path: 'admin/settings' },
  { path: 'admin/import' },
  { path: 'admin/invitations' },

  { path: 'offline' },
  { path: '_/ui' },
  { path: 'files/*' },
]

/** The first parts of addresses that are no pages; `files/*` answers them. */
const FILES = new Set([
  ...['feeds', 'figures.json', 'llms.txt', 'manifest.webmanifest', 'mcp', 'robots.txt'],
  // The inner address of files, which is no address of its own (server/rendering/site.ts).
  ...['sitemap.xml', 'sitemaps', 'files'],
])
/** A page in another format. */
const OTHER_FORMAT =
  /^\/(?:(?:tool|user|list)\/[^/]+\/(?:reviews|tools)\.(?:atom|json)|(?:tool|best)\/[^/]+\.md)$/i

export const isFile = (pathname: string): boolean =>
  FILES.has(splitPath(pathname)[0] ?? '') || OTHER_FORMAT.test(pathname)

const getFirstPart = (path: string) => path.split('/')[0] ?? ''

/** By the first part of a path, which identifies every page with parameters. */
const PARAMETERS = new Map(
  PAGES.map(({ path, parameters = [] }) => [getFirstPart(path), parameters]),
)

/**
 * The query parameters that select another version of a page; others are ignored.
 * @param pathname in any spelling that the router understands: `/%74ools` and `/TOOLS/` are /tools
 */
export function pageParameters(pathname: string): readonly string[] {
  if (isFile(pathname)) return []
  const [first = '', ...more] = splitPath(pathname)
  // Any other path of one part is that of a tool.
  return PARAMETERS.get(first) ?? (more.length === 0 ? REVIEWS : [])
}

/** The parts of a path in lower case. */
const splitPath = (pathname: string): string[] =>
  decode(pathname.replace(/^\/+|\/+$/g, ''))
    .toLowerCase()
    .split('/')

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The pages that the service worker keeps: their parameters by the first part of the path. */
export const listOfflinePages = (): Record<string, readonly string[]> =>
  Object.fromEntries(
    PAGES.filter(({ isOffline }) => isOffline).map(({ path, parameters = [] }) => [
      getFirstPart(path),
      parameters,
    ]),
  )

export const listSitemapPaths = (): string[] =>
  PAGES.filter(({ isInSitemap }) => isInSitemap).map(({ path }) => `/${path}`)
