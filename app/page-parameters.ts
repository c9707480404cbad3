const LISTING = ['search', 'category', 'rating', 'sort', 'after']
const REVIEWS = ['rating', 'order', 'after']

/** What each page reads of its address, by the first part of its path (see routes.ts). */
const READ: Readonly<Record<string, readonly string[]>> = {
  '': LISTING,
  tools: LISTING,
  'all-tools': LISTING,
  categories: ['category'],
  compare: ['tools'],
  launches: ['tab', 'day', 'after'],
  tool: REVIEWS,
  auth: ['next'],
}

/** A path of one part that is none of these pages is a tool's. */
const FIXED = new Set(
  'about account-settings add-tool company-dashboard contact dashboard launch manifest.webmanifest offline privacy profile-settings reset-password robots.txt sitemap.xml sitemaps start-your-team submit-launch terms trust trust-center update-password user company write-review'.split(
    ' ',
  ),
)

/**
 * The parameters that make another page of a path; every other is the visitor's own business.
 * @param pathname in any spelling that the router understands: `/%74ools` and `/TOOLS/` are /tools
 */
export function pageParameters(pathname: string): readonly string[] {
  const [first = '', ...more] = decoded(pathname.replace(/^\/+|\/+$/g, ''))
    .toLowerCase()
    .split('/')
  if (Object.hasOwn(READ, first)) return READ[first] ?? []
  return more.length > 0 || FIXED.has(first) ? [] : REVIEWS
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
