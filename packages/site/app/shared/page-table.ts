const FACETS = ['pricing', 'platform', 'license']
const LISTING = ['search', 'category', 'rating', 'sort', ...FACETS, 'after']
const REVIEWS = ['rating', 'order', 'pro', 'con', 'version', 'plan', 'since', 'bursts', 'after']
const BADGE = ['theme', 'kind']
const RANKS = [
  ...['list', 'search', 'category', 'rating', 'sort', ...FACETS, 'capability'],
  ...['tool', 'of', 'launch'],
]

interface Page {
  /** As in routes.ts. */
  path: string
  /** The query parameters that the page reads; the page cache stores a page per value. */
  parameters?: readonly string[]
  /** The sitemap lists the page. Tools and launches are listed one by one. */
  isInSitemap?: true
}

/** The properties of all pages, for page cache and sitemap. */
export const PAGES: readonly Page[] = [
  { path: '', parameters: LISTING, isInSitemap: true },
  { path: 'all-tools', parameters: LISTING },
  // The canonical URL of the listing.
  { path: 'tools', parameters: LISTING, isInSitemap: true },
  { path: 'categories', parameters: ['category'], isInSitemap: true },
  { path: 'best/:capability', parameters: LISTING },
  { path: 'capabilities', isInSitemap: true },
  { path: 'compare', parameters: ['tools'], isInSitemap: true },
  {
    path: 'launches',
    parameters: ['tab', 'day', 'week', 'month', 'after'],
    isInSitemap: true,
  },
  { path: 'launch/:id', parameters: ['preview'] },
  { path: 'launch/:id/edit' },
  { path: 'tool/:toolId', parameters: REVIEWS },
  { path: 'tool/:toolId/alternatives' },
  { path: 'tool/:toolId/badge', parameters: BADGE },
  { path: 'tool/:toolId/claim' },
  { path: 'tool/:toolId/history', parameters: ['after'] },
  { path: 'tool/:toolId/suggest-edit' },
  { path: 'review/:id' },
  { path: 'review/:id/confirm' },
  { path: 'review/:id/history' },
  { path: 'user/:username?', parameters: ['after'] },
  { path: 'user/:username/followers' },
  { path: 'user/:username/following' },
  { path: 'company/:id' },
  { path: 'trust', parameters: ['tab'], isInSitemap: true },
  { path: 'trust-center', parameters: ['tab'] },
  { path: 'lists', parameters: ['add', 'after'], isInSitemap: true },
  { path: 'list/:id' },
  { path: 'list/:id/edit' },
  { path: 'figures/:key', parameters: ['of'] },
  { path: 'explain', parameters: RANKS },
  { path: 'api', isInSitemap: true },
  { path: 'contact', isInSitemap: true },
  { path: 'about', isInSitemap: true },
  { path: 'guidelines', isInSitemap: true },
  {
    path: 'moderation-log',
    parameters: ['action', 'reason', 'tool', 'year', 'after'],
    isInSitemap: true,
  },
  { path: 'moderation-log/:number' },
  { path: 'transparency', parameters: ['year'], isInSitemap: true },
  { path: 'data', isInSitemap: true },
  { path: 'ledger', parameters: ['subject'], isInSitemap: true },
  { path: 'privacy', isInSitemap: true },
  { path: 'terms', isInSitemap: true },
  // Only if the operator has one.
  { path: 'imprint', isInSitemap: true },
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
  { path: 'report', parameters: ['type', 'id'] },
  { path: 'report/:number', parameters: ['key'] },
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

  { path: '_/ui' },
  { path: 'files/*' },
]

/** The first parts of addresses that are no pages; `files/*` answers them. */
const FILES = new Set([
  ...['feeds', 'figures.json', 'llms.txt', 'manifest.webmanifest', 'mcp', 'robots.txt'],
  // The inner address of files, which is no address of its own (server/rendering/site.ts).
  ...['sitemap.xml', 'sitemaps', 'files'],
])
/** Where the router asks for the routes of the links on a page. */
const ROUTES = '/__manifest'

/** A page in another format. */
const OTHER_FORMAT =
  /^\/(?:(?:tool|user|list)\/[^/]+\/(?:reviews|tools)\.(?:atom|json)|(?:tool|best)\/[^/]+\.md)$/i

export const isFile = (pathname: string): boolean =>
  FILES.has(splitPath(pathname)[0] ?? '') || OTHER_FORMAT.test(pathname)

/** Of server/badges, which answers before the routes. */
const BADGES: readonly Page[] = [
  { path: 'tool/:toolId/badge.:format', parameters: BADGE },
  { path: 'launch/:id/badge.svg', parameters: ['theme'] },
]

const toPattern = (path: string): RegExp => {
  const optional = path.replaceAll('.', '\\.').replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?')
  return new RegExp(`^${optional.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
}

/** The pages by the first part of their paths. */
const BY_FIRST_PART = Map.groupBy(
  [...PAGES, ...BADGES].map((page) => ({ ...page, pattern: toPattern(page.path) })),
  ({ path }) => path.split('/')[0] ?? '',
)

/**
 * The query parameters that select another version of a page; others are ignored.
 * @param pathname in any spelling that the router understands: `/%74ools` and `/TOOLS/` are /tools
 */
export function pageParameters(pathname: string): readonly string[] {
  if (pathname === ROUTES) return ['paths', 'version']
  if (isFile(pathname)) return []
  const parts = splitPath(pathname)
  const pages = BY_FIRST_PART.get(parts[0] ?? '')
  // Any other path of one part is that of a tool.
  if (!pages) return parts.length === 1 ? REVIEWS : []
  return pages.find(({ pattern }) => pattern.test(parts.join('/')))?.parameters ?? []
}

/** The parts of a path in lower case. */
const splitPath = (pathname: string): string[] =>
  decode(pathname).toLowerCase().split('/').filter(Boolean)

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const listSitemapPaths = (): string[] =>
  PAGES.filter(({ isInSitemap }) => isInSitemap).map(({ path }) => `/${path}`)
