import { siteContext } from '../data/site.ts'
import type { Route } from './+types/robots'

/** Excludes only paths that are not pages. Pages are excluded by their robots meta tag. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(siteContext)
  const lines = [
    'User-agent: *',
    'Disallow: /_/',
    'Disallow: /auth/v1/',
    'Disallow: /rest/v1/',
    'Disallow: /storage/v1/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain' } })
}
