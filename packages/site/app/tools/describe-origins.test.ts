import { expect, it } from 'vitest'
import type { FactOrigin } from '../data/rpc-results.ts'
import {
  addOrigins,
  describeOrigin,
  describeSources,
  describeVitality,
} from './describe-origins.ts'

const TODAY = '2026-11-30'
const term = (field: string, value: FactOrigin['value'], more: Partial<FactOrigin> = {}) => ({
  field,
  value,
  by: 'source' as const,
  kind: 'repository',
  address: 'https://codeberg.org/a/b',
  read_on: '2026-11-28',
  is_recorded: false,
  ...more,
})
const RELEASED = term('latest_version_on', '2026-11-12')
const CHANGED = term('last_commit_on', '2026-11-20')

it.each([
  [
    'active',
    [RELEASED, CHANGED, term('releases_in_year', 9)],
    'Active: 9 releases in a year, the last on Nov 12, 2026. Read 2 days ago from Codeberg.',
  ],
  [
    'active',
    [RELEASED, term('releases_in_year', 1)],
    'Active: 1 release in a year, on Nov 12, 2026. Read 2 days ago from Codeberg.',
  ],
  ['active', [CHANGED], 'Active: last change on Nov 20, 2026. Read 2 days ago from Codeberg.'],
  [
    'active',
    [CHANGED, term('releases_in_year', 0)],
    'Active: last change on Nov 20, 2026. Read 2 days ago from Codeberg.',
  ],
  [
    'active',
    [{ ...RELEASED, by: 'member' as const }],
    'Active: version of Nov 12, 2026. From a member, Nov 28, 2026.',
  ],
  ['quiet', [CHANGED], 'Quiet: nothing new since Nov 20, 2026. Read 2 days ago from Codeberg.'],
  [
    'dormant',
    [{ ...CHANGED, is_recorded: true }],
    'Dormant: nothing new since Nov 20, 2026. Recorded on Nov 28, 2026 from Codeberg.',
  ],
  [
    'archived',
    [term('is_archived', true), CHANGED],
    'Archived: its repository takes no changes. Read 2 days ago from Codeberg.',
  ],
  [
    'archived',
    [term('is_archived', true)],
    'Archived: its repository takes no changes. Read 2 days ago from Codeberg.',
  ],
  ['discontinued', [CHANGED], undefined],
  ['unknown', [], undefined],
] as const)('the line of the state %s with %j', (state, terms, line) => {
  expect(describeVitality({ state, terms: [...terms] }, [], TODAY)?.text).toBe(line)
})

it.each([
  [{ read_on: TODAY }, 'Read today from Codeberg.'],
  [
    { read_on: '2026-11-29', address: 'https://www.npmjs.com/package/a' },
    'Read 1 day ago from npm.',
  ],
  [{ address: 'https://git.example/a/b' }, 'Read 2 days ago from git.example.'],
  [{ by: 'maker' as const }, 'From the maker, Nov 28, 2026.'],
  [{ read_on: null }, null],
])('the origin %j is "%s"', (more, text) => {
  expect(describeOrigin(term('license', 'MIT', more), TODAY)).toBe(text)
})

it('a row of a fact has its origin, others have none', () => {
  const rows = [
    { term: 'License', text: 'MIT' },
    { term: 'Platforms', text: 'Web' },
  ]
  const origins = [{ ...term('license', 'MIT'), by: 'member' as const }]
  expect(addOrigins(rows, origins)).toEqual([
    { term: 'License', text: 'MIT', origin: 'From a member, Nov 28, 2026.' },
    { term: 'Platforms', text: 'Web' },
  ])
})

it('names the source of each field that a source provides, and none of a person', () => {
  const read = 'Read 2 days ago from Codeberg.'
  expect(
    describeSources(
      [term('latest_version', '4.2'), term('license', 'MIT', { by: 'member' })],
      TODAY,
    ),
  ).toEqual({ latest_version: read, latest_version_on: read })
})
