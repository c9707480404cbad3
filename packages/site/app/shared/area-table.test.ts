import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { AREA_PARTS, AREAS, NEEDED_AREAS } from './area-table.ts'

const SITE = join(import.meta.dirname, '..', '..')

/** Paths of routes, functions and tables that belong to an area by their name. */
const NAMES = {
  launches: /launch/,
  companies: /compan(y|ies)|start-your-team/,
  makers: /claim|campaign|maker|release_tool|repl(y|ies)/,
  lists: /(^|[/_.])lists?([/_]|$)|saved_tools/,
  compare: /compare/,
  badges: /badge|oembed/,
  open_data: /^data$|dump/,
  ledger: /ledger/,
  assistants: /^mcp$|llms|\.md$/,
  feeds: /^feeds|\.(atom|json)$/,
  profiles:
    /^user\/|user_follows|user_activities|profile_(figures|view)|person_named|search_people|safe_profile/,
} as const

/** Named like an area and part of another one or of none. */
const OTHERS = ['figures.json', 'badge.json', 'tool/:tool/badge.json', 'list_invitations']

interface Leaf {
  path: string
  file: string
}

const listLeaves = (entries: readonly RouteConfigEntry[]): Leaf[] =>
  entries.flatMap(({ path, file, children }) => [
    ...(path === undefined ? [] : [{ path, file }]),
    ...listLeaves(children ?? []),
  ])

const rights = JSON.parse(readFileSync(join(SITE, 'tests/rules/rights.json'), 'utf8')) as {
  relations: Record<string, unknown>
  functions: Record<string, string[]>
}
const functions = Object.values(rights.functions)
  .flat()
  .flatMap((each) => /^(\w+)\(/.exec(each)?.[1] ?? [])

test('each route of AREA_PARTS exists', async () => {
  const paths = listLeaves(await routes).map(({ path }) => path)
  const listed = AREAS.flatMap((area) => AREA_PARTS[area].routes)
  expect(listed.filter((path) => !paths.includes(path))).toEqual([])
})

test('each function of AREA_PARTS is one of rights.json', () => {
  const listed = AREAS.flatMap((area) => AREA_PARTS[area].functions ?? [])
  expect(listed.filter((name) => !functions.includes(name))).toEqual([])
})

test.each(AREAS)('routes, functions and tables with a name of %s belong to it', async (area) => {
  const { routes: ownRoutes, functions: ownFunctions = [], tables = [] } = AREA_PARTS[area]
  const tableNames = Object.keys(rights.relations).filter(
    (name) => name !== 'public.product_launches',
  )
  const paths = listLeaves(await routes).map(({ path }) => path)
  const forgotten = [
    ...paths.filter((path) => !ownRoutes.includes(path)),
    ...functions.filter((name) => !ownFunctions.includes(name)),
    ...tableNames.filter((name) => !tables.includes(name)),
  ].filter((name) => NAMES[area].test(name) && !OTHERS.includes(name))
  expect(forgotten).toEqual([])
})

/** The areas of routes whose file is in a folder of app/. */
const FOLDERS = {
  ...{ launches: 'launches', companies: 'companies', makers: 'makers', lists: 'lists' },
  ...{ compare: 'compare', ledger: 'ledger', 'open-data': 'open_data' },
} as const

test('a route in the folder of an area belongs to an area', async () => {
  const listed = AREAS.flatMap((area) => AREA_PARTS[area].routes)
  const forgotten = listLeaves(await routes).filter(
    ({ path, file }) => Object.hasOwn(FOLDERS, file.split('/')[0] ?? '') && !listed.includes(path),
  )
  expect(forgotten).toEqual([])
})

test('an area that needs another one has it before itself in AREAS', () => {
  for (const [area, needed] of NEEDED_AREAS) {
    expect(AREAS.indexOf(needed)).toBeLessThan(AREAS.indexOf(area))
  }
})
