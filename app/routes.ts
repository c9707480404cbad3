import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The specification's route table (spec 1 §2, spec 2 §2). Fixed paths win over /{toolId}, so a tool
// whose slug is one of them is reached at /tool/{slug}, which is where every link points.
export default [
  layout('shell/layout.tsx', [
    index('home/home.tsx'),
    route('auth', 'account/auth.tsx'),
    route('reset-password', 'account/reset-password.tsx'),
    route('update-password', 'account/update-password.tsx'),

    route('all-tools', 'tools/all-tools.tsx', { id: 'all-tools' }),
    route('tools', 'tools/all-tools.tsx', { id: 'tools' }),
    route('categories', 'categories/categories.tsx'),
    route('write-review/:toolId?', 'reviews/write-review.tsx'),
    route('about', 'pages/about.tsx'),
    route('privacy', 'pages/privacy.tsx'),
    route('terms', 'pages/terms.tsx'),

    route('tool/:toolId', 'tools/tool-detail.tsx', { id: 'tool' }),
    route(':toolId', 'tools/tool-detail.tsx', { id: 'tool-by-segment' }),
    route('*', 'shell/not-found.tsx'),
  ]),
] satisfies RouteConfig
