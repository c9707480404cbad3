import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { FEEDS } from './shared/page-table.ts'

// The route table of spec 1 §2 and spec 2 §2. Fixed paths have priority over /{toolId}. Links to tools
// therefore use /tool/{slug}: a slug may be equal to a fixed path.
export default [
  // What is no page.
  route('robots.txt', 'files/robots.ts'),
  route('manifest.webmanifest', 'files/manifest.ts'),
  route('sitemap.xml', 'files/sitemap.ts', { id: 'sitemap' }),
  route('sitemaps/*', 'files/sitemap.ts', { id: 'sitemaps' }),
  route('figures.json', 'files/figures-json.ts'),
  route('llms.txt', 'files/markdown-pages.ts', { id: 'summary' }),
  route('tool/:tool.md', 'files/markdown-pages.ts', { id: 'tool-markdown' }),
  route('best/:capability.md', 'files/markdown-pages.ts', { id: 'capability-markdown' }),
  route('mcp', 'files/mcp.ts'),
  route('feeds/*', 'files/feed.ts', { id: 'feeds' }),
  ...FEEDS.map((path) => route(path, 'files/feed.ts', { id: path })),
  ...[
    ...['badge.svg', 'badge.json', 'tool/:tool/badge.svg', 'tool/:tool/badge.json'],
    ...['launch/:launch/badge.svg', 'oembed'],
  ].map((path) => route(path, 'files/badge.ts', { id: path })),
  // For developers; 404 unless DESIGN_PAGE=on is set.
  route('_/ui', 'ui/gallery/gallery.tsx'),

  layout('shell/layout.tsx', [
    index('home/home.tsx'),
    route('auth', 'sign-in/auth.tsx'),
    route('reset-password', 'sign-in/password/reset-password.tsx'),
    route('update-password', 'sign-in/password/update-password.tsx'),

    layout('sign-in/member-layout.tsx', [
      route('dashboard', 'dashboard/dashboard.tsx'),
      route('profile-settings', 'profile/profile-settings.tsx'),
      route('account-settings', 'settings/account-settings.tsx'),
      route('company-dashboard', 'companies/company-dashboard.tsx'),
      route('start-your-team', 'companies/start-your-team.tsx'),
      route('launch/:id/edit', 'launches/submit/edit-launch.tsx'),
      route('list/:id/edit', 'lists/edit-list.tsx'),
      route('my-reports', 'moderation/own/my-reports.tsx'),
      route('review/:id/confirm', 'reviews/own/confirm-review.tsx'),
      route('notifications', 'notifications/notifications.tsx'),

      layout('moderation/staff/staff-layout.tsx', { id: 'moderators' }, [
        route('moderation', 'moderation/queue/queue.tsx'),
        route('moderation/users', 'moderation/users/users.tsx'),
        route('moderation/claims', 'moderation/claims/claims.tsx'),
        route('moderation/edits', 'moderation/edits/edits-queue.tsx'),
        route('moderation/capabilities', 'moderation/capabilities/capabilities.tsx'),
        route('moderation/capabilities/suggested', 'moderation/capabilities/suggested.tsx'),
        route('moderation/merge', 'moderation/merge/merge.tsx'),
        route('moderation/:type/:id', 'moderation/case/case-screen.tsx'),
        route('admin/invitations', 'moderation/invitations/invitations.tsx'),
      ]),
      layout('moderation/staff/staff-layout.tsx', { id: 'administrators' }, [
        route('admin', 'moderation/admin/overview.tsx'),
        route('admin/staff', 'moderation/admin/staff.tsx'),
        route('admin/settings', 'moderation/admin/settings.tsx'),
        route('admin/catalog', 'moderation/catalog/catalog.tsx'),
        route('admin/sources', 'moderation/sources/sources.tsx'),
        route('admin/import', 'moderation/import/import.tsx'),
      ]),
    ]),

    route('unsubscribe', 'settings/unsubscribe.tsx'),

    route('user/:username?', 'people/public-profile/public-profile.tsx'),
    route('user/:username/followers', 'people/follow/follow-list.tsx', { id: 'followers' }),
    route('user/:username/following', 'people/follow/follow-list.tsx', { id: 'following' }),
    route('company/:id', 'companies/company-page.tsx'),

    route('all-tools', 'tools/listing/all-tools.tsx', { id: 'all-tools' }),
    route('tools', 'tools/listing/all-tools.tsx', { id: 'tools' }),
    route('categories', 'categories/categories.tsx'),
    route('changes', 'tools/changes/changes.tsx'),
    route('best/:capability', 'capabilities/capability-page.tsx'),
    route('capabilities', 'capabilities/capabilities.tsx'),
    route('compare', 'compare/compare.tsx'),
    route('write-review/:toolId?', 'reviews/write/write-review.tsx'),
    route('review/:id', 'reviews/review-page.tsx'),
    route('review/:id/history', 'reviews/history/review-history.tsx'),
    route('add-tool', 'tools/add/add-tool.tsx'),

    route('launches', 'launches/launches.tsx'),
    route('launch/:id', 'launches/launch-detail.tsx'),
    route('submit-launch', 'launches/submit/submit-launch.tsx'),

    route('lists', 'lists/lists.tsx'),
    route('list/:id', 'lists/list-page.tsx'),

    route('figures/:key', 'figures/figure/figure-page.tsx'),
    route('explain', 'figures/rank/explain.tsx'),
    route('api', 'figures/public-api/api.tsx'),

    route('report', 'moderation/report/report.tsx'),
    route('report/:number', 'moderation/report/report-status.tsx'),
    route('moderation-log', 'moderation/log/log.tsx'),
    route('moderation-log/:number', 'moderation/log/decision.tsx'),
    route('transparency', 'moderation/log/transparency.tsx'),
    route('data', 'open-data/open-data.tsx'),

    route('ledger', 'ledger/ledger.tsx'),
    route('trust', 'trust/trust-center.tsx', { id: 'trust' }),
    route('trust-center', 'trust/trust-center.tsx', { id: 'trust-center' }),
    route('contact', 'pages/contact.tsx'),
    route('about', 'pages/about.tsx'),
    route('guidelines', 'moderation/guidelines/guidelines.tsx'),
    route('privacy', 'pages/legal.tsx', { id: 'privacy' }),
    route('terms', 'pages/legal.tsx', { id: 'terms' }),
    route('imprint', 'pages/legal.tsx', { id: 'imprint' }),
    route('docs', 'pages/documents.tsx'),
    route('docs/*', 'pages/document.tsx'),

    route('tool/:toolId/alternatives', 'tool-page/alternatives-page.tsx'),
    route('tool/:toolId/badge', 'makers/badge/badge-page.tsx'),
    route('tool/:toolId/claim', 'makers/claim/claim.tsx'),
    route('tool/:toolId/suggest-edit', 'tools/edits/suggest-edit.tsx'),
    route('tool/:toolId/history', 'tools/edits/tool-history.tsx'),
    route('tool/:toolId', 'tool-page/tool-detail.tsx', { id: 'tool' }),
    route(':toolId', 'tool-page/tool-detail.tsx', { id: 'tool-by-segment' }),
    route('*', 'shell/not-found.tsx'),
  ]),
] satisfies RouteConfig
