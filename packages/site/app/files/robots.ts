import { siteContext } from '../data/site.ts'
import type { Route } from './+types/robots'

/** They collect texts to train language models, and say that they follow robots.txt. */
const AI_CRAWLERS = [
  'AI2Bot',
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'GPTBot',
  'Google-Extended',
  'Meta-ExternalAgent',
  'PetalBot',
]

/** /robots.txt excludes only paths that are not pages. Pages are excluded by their robots meta tag. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { siteUrl, supabase } = context.get(siteContext)
  const { data: allowsAi } = await supabase.rpc('allows_ai_crawlers').throwOnError()
  const lines = [
    ...(allowsAi ? [] : [...AI_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '']),
    'User-agent: *',
    'Disallow: /_/',
    'Disallow: /auth/v1/',
    'Disallow: /rest/v1/',
    'Disallow: /storage/v1/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    // A change of the setting announces no page.
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
}
