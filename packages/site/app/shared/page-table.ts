import { AREA_PARTS } from './area-table.ts'
import { IDENTITY } from './identity.ts'

const FACETS = ['pricing', 'platform', 'license', 'alive']
/** Those of attributes, `a.{key}`. */
const ATTRIBUTES = 'a.*'
const LISTING = ['search', 'category', 'rating', 'sort', ...FACETS, ATTRIBUTES, 'after']
const REVIEWS = ['rating', 'order', 'pro', 'con', 'version', 'plan', 'since', 'bursts', 'after']
const RANKS = [
  ...['list', 'search', 'category', 'rating', 'sort', ...FACETS, ATTRIBUTES, 'capability'],
  ...['tool', 'of', 'launch'],
]
const DECISIONS = ['action', 'reason', 'tool', 'year', 'after']

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
  { path: 'changes', parameters: ['kind', 'after'], isInSitemap: true },
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
  { path: 'tool/:toolId/alternatives', parameters: ['rating', ...FACETS] },
  { path: 'tool/:toolId/badge', parameters: ['theme', 'kind'] },
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
  { path: 'moderation-log', parameters: DECISIONS, isInSitemap: true },
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
  { path: 'admin/catalog' },
  { path: 'admin/sources' },
  { path: 'admin/import' },
  { path: 'admin/invitations' },

  { path: '_/ui' },
]

/** The second address of a tool; any other path of one part is one. */
const SHORT_ADDRESS: Page = { path: ':toolId', parameters: REVIEWS }

/** In Atom and as JSON Feed. */
export const FEEDS = ['tool/:tool/reviews', 'user/:user/reviews', 'list/:list/tools'].flatMap(
  (path) => [`${path}.atom`, `${path}.json`],
)

/** What is no page. */
export const FILES: readonly Page[] = [
  { path: 'robots.txt' },
  { path: 'manifest.webmanifest' },
  { path: 'sitemap.xml' },
  { path: 'sitemaps/*' },
  { path: 'figures.json' },
  { path: 'llms.txt' },
  { path: 'tool/:tool.md' },
  { path: 'best/:capability.md' },
  { path: 'mcp' },
  { path: 'feeds/*' },
  ...FEEDS.map((path) => ({ path })),
  { path: 'badge.svg', parameters: ['website', 'theme', 'kind'] },
  { path: 'badge.json', parameters: ['website', 'kind'] },
  { path: 'tool/:tool/badge.svg', parameters: ['theme', 'kind'] },
  { path: 'tool/:tool/badge.json', parameters: ['kind'] },
  { path: 'launch/:launch/badge.svg', parameters: ['theme'] },
  { path: 'oembed', parameters: ['url', 'format', 'maxwidth'] },
]
/** Where the router asks for the routes of the links on a page. */
const ROUTES: Page = { path: '__manifest', parameters: ['paths', 'version'] }

/** As the router matches a path. */
const toPattern = (path: string) =>
  new RegExp(
    `^/${path
      .replaceAll('.', '\\.')
      .replace(/\/:\w+\?/g, '(/[^/]+)?')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace(/\/\*$/, '(/.*)?')}$`,
    'i',
  )

/** The first that matches counts. */
const PARAMETERS = [ROUTES, ...FILES, ...PAGES, SHORT_ADDRESS].map(({ path, parameters = [] }) => ({
  pattern: toPattern(path),
  parameters,
}))

/**
 * The query parameters that select another version of a page; others are ignored.
 * @param pathname in any spelling that the router understands: `/%74ools` and `/TOOLS/` are /tools
 */
export function pageParameters(pathname: string): readonly string[] {
  const path = `/${decode(pathname).split('/').filter(Boolean).join('/')}`
  return PARAMETERS.find(({ pattern }) => pattern.test(path))?.parameters ?? []
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const listSitemapPaths = (): string[] =>
  PAGES.filter(({ path, isInSitemap }) => isInSitemap && isRouteOn(path)).map(
    ({ path }) => `/${path}`,
  )

/** Whether the areas of a route are on. @param path as in routes.ts */
export const isRouteOn = (path: string): boolean =>
  IDENTITY.offAreas.every((area) => !AREA_PARTS[area].routes.includes(path))
