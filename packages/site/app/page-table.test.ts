import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'
import { FILES, listSitemapPaths, PAGES, pageParameters } from './shared/page-table.ts'

/** The 404 page, and the second URL of a tool. */
const WITHOUT_ENTRY = ['*', ':toolId']

const listPaths = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ index, path, children }) => [
    ...(index ? [''] : path === undefined ? [] : [path]),
    ...listPaths(children ?? []),
  ])

test('PAGES and FILES have exactly the paths of the routes', async () => {
  const paths = listPaths(await routes).filter((path) => !WITHOUT_ENTRY.includes(path))
  expect([...PAGES, ...FILES].map(({ path }) => path).sort()).toEqual(paths.sort())
})

test('pageParameters with the path of a route returns the parameters of its entry', () => {
  for (const { path, parameters = [] } of [...PAGES, ...FILES]) {
    expect([path, pageParameters(`/${path}`)]).toEqual([path, parameters])
  }
})

test.each([
  ['/', 'search'],
  ['/tools', 'after'],
  ['/all-tools', 'category'],
  ['/categories', 'category'],
  ['/compare', 'tools'],
  ['/launches', 'day'],
  ['/tool/figma', 'order'],
  ['/figma', 'rating'],
  ['/auth', 'next'],
  ['/TOOLS', 'search'],
  ['/%74ools/', 'search'],
  ['/tool/figma/alternatives', 'license'],
  ['//Tool//figma', 'order'],
  ['/tool/figma/badge.SVG', 'theme'],
  ['/report', 'id'],
  ['/report/1', 'key'],
  ['/tool/figma/history', 'after'],
  ['/Tool/figma/badge', 'kind'],
  ['/tool/figma/badge.svg', 'theme'],
  ['/tool/figma/badge.json', 'kind'],
  ['/badge.json', 'website'],
  ['/launch/1/badge.svg', 'theme'],
  ['/moderation-log', 'year'],
  ['/changes', 'kind'],
  ['/changes', 'after'],
  ['/launch/1', 'preview'],
  ['/user/ana', 'after'],
  ['/__manifest', 'paths'],
  ['/__manifest', 'version'],
  ['/%zz', 'order'],
])('pageParameters(%s) contains %s', (path, name) => expect(pageParameters(path)).toContain(name))

test.each([
  ...['/about', '/sitemap.xml', '/sitemaps/pages.xml', '/write-review/x', '/no/such/page'],
  ...['/tool/figma/claim', '/launch/1/edit', '/moderation-log/1'],
  ...['/user/ana/followers', '/tool/figma/badge/x', '/docs/guide', '/docs'],
  ...['/tool/figma.md', '/FEEDS', '/user/ana/reviews.atom'],
])('pageParameters(%s) is empty', (path) => expect(pageParameters(path)).toEqual([]))

test('listSitemapPaths contains no page for members', () => {
  const memberPaths = [
    'dashboard',
    'account-settings',
    'profile-settings',
    'auth',
    'submit-launch',
    'my-reports',
    'report',
  ]
  for (const path of memberPaths) {
    expect(listSitemapPaths()).not.toContain(`/${path}`)
  }
})
