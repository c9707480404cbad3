import * as pageWords from '../pages/words.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { INTERFACE_LOCALE } from '../shared/languages.ts'
import { toThemeColors } from '../shared/theme-colors.ts'

/** The W3C Web Application Manifest, with which browsers install the site. */
export function loader(): Response {
  const { paper } = toThemeColors('light')
  const manifest = {
    id: '/',
    name: IDENTITY.name,
    short_name: IDENTITY.name,
    description: IDENTITY.about,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: INTERFACE_LOCALE,
    theme_color: paper,
    background_color: paper,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...[192, 512].map((size) => ({
        src: `/icons/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
      {
        src: '/icons/maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
    shortcuts: [
      { name: pageWords.iconMenuTools, url: '/all-tools' },
      ...(isAreaOn('launches') ? [{ name: pageWords.iconMenuLaunches, url: '/launches' }] : []),
      { name: pageWords.iconMenuWriteReview, url: '/write-review' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
  })
}
