import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'
import { offlinePages, PAGES, pageParameters, sitemapPaths } from './shared/page-table.ts'

/** Served for what is no page, or for a tool under a second address. */
const WITHOUT_ENTRY = ['*', ':toolId']

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ index, path, children }) => [
    ...(index ? [''] : path === undefined ? [] : [path]),
    ...pathsOf(children ?? []),
  ])

test('every route has an entry, and every entry is a route', async () => {
  const paths = pathsOf(await routes).filter((path) => !WITHOUT_ENTRY.includes(path))
  expect(PAGES.map(({ path }) => path).sort()).toEqual(paths.sort())
})

test('the first part of a path tells pages with different parameters apart', () => {
  for (const { path, parameters = [] } of PAGES) {
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
  ['//Tool//figma', 'order'],
  ['/%zz', 'order'],
])('%s reads %s', (path, name) => expect(pageParameters(path)).toContain(name))

test.each([
  '/about',
  '/user/ana',
  '/launch/1',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/write-review/x',
  '/no/such/page',
])('%s reads no parameters', (path) => expect(pageParameters(path)).toEqual([]))

test('the service worker caches days of the launch archive', () => {
  expect(offlinePages().launches).toContain('day')
})

test('no page for members is cached or in the sitemap', () => {
  const ofMembers = ['dashboard', 'account-settings', 'profile-settings', 'auth', 'submit-launch']
  for (const path of ofMembers) {
    expect(offlinePages()).not.toHaveProperty(path)
    expect(sitemapPaths()).not.toContain(`/${path}`)
  }
})
