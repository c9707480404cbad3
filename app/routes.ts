import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The specification's route table (spec 1 §2, spec 2 §2). Fixed paths win over /{toolId}, so a tool
// whose slug is one of them is reached at /tool/{slug}, which is where every link points.
export default [
  // What browsers ask for to install the site, and to have without a network.
  route('manifest.webmanifest', 'pages/manifest.ts'),
  route('offline', 'shell/offline.tsx'),
  // For those who build it; not there unless it is switched on.
  route('_/ui', 'ui/gallery/gallery.tsx'),

  layout('shell/layout.tsx', [
    index('home/home.tsx'),
    route('auth', 'sign-in/auth.tsx'),
    route('reset-password', 'sign-in/password/reset-password.tsx'),
    route('update-password', 'sign-in/password/update-password.tsx'),

    // For the signed-in alone; each guards itself, since only the browser knows who is.
    route('dashboard', 'dashboard/dashboard.tsx'),
    route('profile-settings', 'profile/profile-settings.tsx'),
    route('account-settings', 'settings/account-settings.tsx'),
    route('company-dashboard', 'companies/company-dashboard.tsx'),
    route('start-your-team', 'companies/start-your-team.tsx'),

    route('user/:username?', 'people/public-profile.tsx'),
    route('user/:username/followers', 'people/follow-list.tsx', { id: 'followers' }),
    route('user/:username/following', 'people/follow-list.tsx', { id: 'following' }),
    route('company/:id', 'companies/company-page.tsx'),

    route('all-tools', 'tools/all-tools.tsx', { id: 'all-tools' }),
    route('tools', 'tools/all-tools.tsx', { id: 'tools' }),
    route('categories', 'categories/categories.tsx'),
    route('compare', 'compare/compare.tsx'),
    route('write-review/:toolId?', 'reviews/write-review.tsx'),
    route('add-tool', 'tools/add-tool.tsx'),

    route('launches', 'launches/launches.tsx'),
    route('launch/:id', 'launches/launch-detail.tsx'),
    route('submit-launch', 'launches/submit-launch.tsx'),

    route('trust', 'trust/trust-center.tsx', { id: 'trust' }),
    route('trust-center', 'trust/trust-center.tsx', { id: 'trust-center' }),
    route('contact', 'pages/contact.tsx'),
    route('about', 'pages/about.tsx'),
    route('privacy', 'pages/privacy.tsx'),
    route('terms', 'pages/terms.tsx'),

    // What search engines ask for.
    route('robots.txt', 'pages/robots.ts'),
    route('sitemap.xml', 'pages/sitemap.ts'),
    route('sitemaps/:part', 'pages/sitemap-part.ts'),

    route('tool/:toolId', 'tools/detail/tool-detail.tsx', { id: 'tool' }),
    route(':toolId', 'tools/detail/tool-detail.tsx', { id: 'tool-by-segment' }),
    route('*', 'shell/not-found.tsx'),
  ]),
] satisfies RouteConfig
