// What each kind of source gives, and what odd answers do (spec 10 §3).
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Played, playHosts } from '../../tests/support/services/play-hosts.ts'
import { createFactFetch, ReadFailure } from './fact-fetch.ts'
import { KINDS } from './read-facts.ts'
import { compareVersions, parseVersion } from './read-values.ts'

const hosts = await playHosts()
afterAll(() => hosts.close())
beforeEach(() => {
  hosts.answers.clear()
  hosts.requests.length = 0
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const toDay = (time: string) => time.slice(0, 10)
/** Time that passes only by pauses. */
function createClock() {
  let time = 1_700_000_000_000
  return {
    now: () => time,
    pause: (ms: number) => {
      time += ms
      return Promise.resolve()
    },
  }
}
const createFetch = (tokens: Record<string, string> = {}, clock = createClock()) =>
  createFactFetch({
    tokens,
    userAgent: 'Kettles/1 (+mail@kettles.example)',
    testOrigin: hosts.url,
    clock,
  })

function read(kind: string, address: string, etag: string | null = null, fetch = createFetch()) {
  const readKind = KINDS[kind]
  if (!readKind) throw new Error(kind)
  return readKind({ address: new URL(address), etag, fetch })
}
async function readValues(kind: string, address: string) {
  const result = await read(kind, address)
  return result === 'unchanged' ? result : JSON.parse(JSON.stringify(result.values))
}
function play(pages: Record<string, Played['body']>, headers: Record<string, string> = {}) {
  for (const [at, body] of Object.entries(pages)) hosts.answers.set(at, { body, headers })
}

const GITHUB = 'api.github.com/repos/kettle/kettle'
const REPOSITORY = {
  full_name: 'kettle/kettle',
  html_url: 'https://github.com/kettle/kettle',
  archived: false,
  stargazers_count: 5,
  pushed_at: daysAgo(3),
  license: { spdx_id: 'MIT' },
  unknown_member: { any: 'thing' },
}
const release = (tag_name: string, days: number, more = {}) => ({
  tag_name,
  published_at: daysAgo(days),
  ...more,
})
const READ = { license: 'MIT', is_archived: false, stars: 5, last_commit_on: toDay(daysAgo(3)) }

describe('a repository', () => {
  it('at GitHub has its releases without drafts, previews and tags that are no version', async () => {
    play({
      [GITHUB]: REPOSITORY,
      [`${GITHUB}/releases`]: [
        release('nightly', 1),
        release('v2.0.0-rc.1', 2),
        release('v2.0.0', 3, { prerelease: true }),
        release('v3.0.0', 3, { draft: true }),
        release('v1.9.9', 4),
        release('v1.10.0', 5),
        release('v1.0.0', 500),
      ],
    })
    expect(await readValues('repository', 'https://github.com/kettle/kettle')).toEqual({
      ...READ,
      latest_version: '1.10.0',
      latest_version_on: toDay(daysAgo(5)),
      releases_in_year: 2,
      first_release_on: toDay(daysAgo(500)),
    })
  })

  it('with pages of 100 releases counts those of a year on three of them, without the first', async () => {
    play({ [GITHUB]: REPOSITORY })
    hosts.answers.set(`${GITHUB}/releases`, (query) => ({
      body: Array.from({ length: 100 }, (_, index) => {
        const number = Number(query.get('page')) * 100 + index
        return release(`1.${1000 - number}.0`, (number - 100) * 2)
      }),
    }))
    const values = await readValues('repository', 'https://github.com/kettle/kettle')
    expect(values).toMatchObject({ latest_version: '1.900.0', releases_in_year: 183 })
    expect(values).not.toHaveProperty('first_release_on')
    expect(hosts.requests.map(({ at }) => at.split('/releases')[1])).toEqual([
      undefined,
      '?per_page=100&page=1',
      '?per_page=100&page=2',
    ])
  })

  it('that has moved names its new address, an archived one says so, and tags stand for releases', async () => {
    play({
      'api.github.com/repositories/7': {
        ...REPOSITORY,
        full_name: 'pots/kettle',
        html_url: 'https://github.com/pots/kettle',
        archived: true,
        license: { spdx_id: 'NOASSERTION' },
      },
      [`${GITHUB}/releases`]: [],
      [`${GITHUB}/tags`]: [{ name: 'v0.9' }, { name: 'v0.10' }],
    })
    hosts.answers.set(GITHUB, {
      status: 301,
      headers: { location: 'https://api.github.com/repositories/7' },
    })
    expect(await readValues('repository', 'https://github.com/kettle/kettle')).toEqual({
      ...READ,
      // The database leaves it out.
      license: 'NOASSERTION',
      is_archived: true,
      repository_url: 'https://github.com/pots/kettle',
      latest_version: '0.10',
    })
  })

  const CODEBERG = 'codeberg.org/api/v1/repos/pots/kettle'
  const AT_CODEBERG = 'https://codeberg.org/pots/kettle'
  const FORGEJO = {
    full_name: 'pots/kettle',
    html_url: AT_CODEBERG,
    archived: false,
    stars_count: 5,
    updated_at: daysAgo(3),
    licenses: ['MIT'],
  }

  it('at Codeberg with more than a page of 50 releases has its first one, and tags stand for none', async () => {
    const all = Array.from({ length: 70 }, (_, index) => release(`1.${70 - index}`, index * 2 + 1))
    const page = (query: URLSearchParams) => {
      const size = Math.min(Number(query.get('limit')), 50)
      const start = (Number(query.get('page')) - 1) * size
      return { body: all.slice(start, start + size) }
    }
    play({ [CODEBERG]: FORGEJO })
    hosts.answers.set(`${CODEBERG}/releases`, page)
    expect(await readValues('repository', AT_CODEBERG)).toMatchObject({
      latest_version: '1.70',
      releases_in_year: 70,
      first_release_on: toDay(daysAgo(139)),
    })
    play({
      [`${CODEBERG}/releases`]: [],
      [`${CODEBERG}/tags`]: [{ name: 'v0.9', commit: { created: daysAgo(4) } }],
    })
    expect(await readValues('repository', AT_CODEBERG)).toMatchObject({
      latest_version: '0.9',
      latest_version_on: toDay(daysAgo(4)),
    })
  })

  it.each([403, 404])(
    'whose host answers %i for its releases has its other values',
    async (status) => {
      play({ [CODEBERG]: FORGEJO })
      hosts.answers.set(`${CODEBERG}/releases`, { status })
      hosts.answers.set(`${CODEBERG}/tags`, { status })
      expect(await readValues('repository', AT_CODEBERG)).toEqual(READ)
      hosts.answers.set(`${CODEBERG}/releases`, { status: 500 })
      await expect(read('repository', AT_CODEBERG)).rejects.toBeInstanceOf(ReadFailure)
    },
  )

  it.each([
    ['https://github.com/kettle/kettle/tree/main/tools', GITHUB, REPOSITORY],
    [`${AT_CODEBERG}/src/branch/main/tools`, CODEBERG, FORGEJO],
  ])('at %s is the one that the folder is in', async (address, at, answer) => {
    play({ [at]: answer, [`${at}/releases`]: [release('1.0', 9)] })
    expect(await readValues('repository', address)).toMatchObject({
      ...READ,
      latest_version: '1.0',
    })
  })

  it.each(['5', 'yesterday', '2026-02-30T10:00:00Z', '2026-13-01', '', '20260102'])(
    'with the day %j of its last change has none',
    async (pushed_at) => {
      play({
        [GITHUB]: { ...REPOSITORY, pushed_at },
        [`${GITHUB}/releases`]: [],
        [`${GITHUB}/tags`]: [],
      })
      const { last_commit_on: _, ...others } = READ
      expect(await readValues('repository', 'https://github.com/kettle/kettle')).toEqual(others)
    },
  )

  it('is read with a byte order mark before its answer', async () => {
    play({
      [GITHUB]: `\uFEFF${JSON.stringify(REPOSITORY)}`,
      [`${GITHUB}/releases`]: [release('1.0', 9)],
    })
    expect(await readValues('repository', 'https://github.com/kettle/kettle')).toMatchObject(READ)
  })

  it('with the ETag of the last read is unchanged', async () => {
    play({ [GITHUB]: REPOSITORY, [`${GITHUB}/releases`]: [release('1.0', 1)] }, { etag: '"7"' })
    expect(await read('repository', 'https://github.com/kettle/kettle')).toMatchObject({
      etag: '"7"',
    })
    expect(await read('repository', 'https://github.com/kettle/kettle', '"7"')).toBe('unchanged')
  })

  it.each([
    [
      'https://gitlab.com/pots/tea/kettle',
      {
        'gitlab.com/api/v4/projects/pots/tea/kettle': {
          web_url: 'https://gitlab.com/pots/tea/kettle',
          path_with_namespace: 'pots/tea/kettle',
          star_count: 5,
          last_activity_at: daysAgo(3),
          license: { key: 'mit' },
        },
        'gitlab.com/api/v4/projects/pots/tea/kettle/releases': [
          { tag_name: 'v1.0', released_at: daysAgo(9) },
          { tag_name: 'v2.0', released_at: daysAgo(-9), upcoming_release: true },
        ],
      },
      { ...READ, license: 'mit' },
    ],
    [
      AT_CODEBERG,
      {
        [CODEBERG]: FORGEJO,
        [`${CODEBERG}/releases`]: [release('v1.0', 9)],
      },
      READ,
    ],
    [
      'https://git.sr.ht/~pots/kettle',
      {
        'git.sr.ht/~pots/kettle/log/rss.xml': `<rss><channel><item><title>Boil</title><pubDate>${daysAgo(3)}</pubDate></item></channel></rss>`,
        'git.sr.ht/~pots/kettle/refs/rss.xml': `<rss><item><title>1.0</title><pubDate>${new Date(daysAgo(9)).toUTCString()}</pubDate></item></rss>`,
      },
      { last_commit_on: toDay(daysAgo(3)) },
    ],
  ])('at %s is read by the API of its host', async (address, pages, values) => {
    play(pages)
    expect(await readValues('repository', address)).toMatchObject({
      ...values,
      latest_version: '1.0',
      latest_version_on: toDay(daysAgo(9)),
      releases_in_year: 1,
    })
  })
})

describe('other kinds', () => {
  it.each<[string, string, Record<string, unknown>, object]>([
    [
      'package',
      'https://www.npmjs.com/package/@pots/kettle',
      {
        'registry.npmjs.org/@pots/kettle': {
          'dist-tags': { latest: '1.1.0' },
          license: 'MIT',
          time: {
            created: daysAgo(900),
            '1.0.0': daysAgo(800),
            '1.1.0': daysAgo(20),
            '2.0.0': daysAgo(2),
            '2.0.0-beta.1': daysAgo(1),
          },
        },
      },
      {
        license: 'MIT',
        latest_version: '1.1.0',
        latest_version_on: toDay(daysAgo(20)),
        releases_in_year: 1,
        first_release_on: toDay(daysAgo(800)),
      },
    ],
    [
      'package',
      'https://pypi.org/project/kettle/',
      {
        'pypi.org/pypi/kettle/json': {
          info: { license_expression: 'MIT' },
          releases: {
            '1.0': [{ upload_time_iso_8601: daysAgo(20) }],
            '1.1': [{ upload_time_iso_8601: daysAgo(2), yanked: true }],
            '0.9': [],
          },
        },
      },
      { license: 'MIT', latest_version: '1.0', releases_in_year: 1 },
    ],
    [
      'package',
      'https://crates.io/crates/kettle',
      {
        'crates.io/api/v1/crates/kettle': {
          versions: [
            { num: '0.3.0', created_at: daysAgo(4), yanked: true },
            { num: '0.2.0', created_at: daysAgo(9), license: 'MIT/Apache-2.0' },
          ],
        },
      },
      { license: 'MIT OR Apache-2.0', latest_version: '0.2.0' },
    ],
    [
      'image',
      'https://hub.docker.com/r/Pots/kettle',
      {
        'hub.docker.com/v2/repositories/pots/kettle/tags': {
          results: [{ name: 'latest' }, { name: '2' }, { name: '1.2.3' }],
        },
      },
      { container_image: 'docker.io/pots/kettle', latest_version: '1.2.3' },
    ],
    [
      'image',
      'https://hub.docker.com/_/kettle',
      { 'hub.docker.com/v2/repositories/library/kettle/tags': { results: [] } },
      { container_image: 'docker.io/library/kettle' },
    ],
    [
      'image',
      'https://quay.io/repository/pots/kettle',
      { 'quay.io/api/v1/repository/pots/kettle/tag/': { tags: [{ name: 'v1.2.3' }] } },
      { container_image: 'quay.io/pots/kettle', latest_version: '1.2.3' },
    ],
    [
      'image',
      'https://ghcr.io/pots/kettle',
      {
        'ghcr.io/token': { token: 'abc' },
        'ghcr.io/v2/pots/kettle/tags/list': { tags: ['1.2.3'] },
      },
      { container_image: 'ghcr.io/pots/kettle', latest_version: '1.2.3' },
    ],
    [
      'lifecycle',
      'https://endoflife.date/kettle',
      {
        'endoflife.date/api/kettle.json': [
          {
            latest: '2.5',
            latestReleaseDate: toDay(daysAgo(30)),
            releaseDate: '2024-01-01',
            eol: '2025-01-01',
          },
          { latest: '1.9', releaseDate: '2020-01-01', eol: '2023-01-01' },
        ],
      },
      {
        latest_version: '2.5',
        latest_version_on: toDay(daysAgo(30)),
        first_release_on: '2020-01-01',
        discontinued_on: '2025-01-01',
      },
    ],
    [
      'lifecycle',
      'https://endoflife.date/pot',
      {
        'endoflife.date/api/pot.json': [
          { latest: '2.5', eol: false },
          { latest: '1.9', eol: '2023-01-01' },
        ],
      },
      { latest_version: '2.5' },
    ],
    [
      'wikidata',
      'https://www.wikidata.org/wiki/Q7',
      {
        'www.wikidata.org/wiki/Special:EntityData/Q7.json': {
          entities: {
            Q7: {
              claims: {
                P348: [
                  { mainsnak: { datavalue: { value: '1.0' } }, rank: 'normal' },
                  {
                    mainsnak: { datavalue: { value: '2.0' } },
                    rank: 'preferred',
                    qualifiers: {
                      P577: [{ datavalue: { value: { time: '+2026-02-03T00:00:00Z' } } }],
                    },
                  },
                ],
                P2669: [{ mainsnak: { datavalue: { value: { time: '+2026-00-00T00:00:00Z' } } } }],
              },
            },
          },
        },
      },
      { latest_version: '2.0', latest_version_on: '2026-02-03' },
    ],
    [
      'publiccode',
      'https://code.example/publiccode.yml',
      {
        'code.example/publiccode.yml':
          'name: Kettle\nsoftwareVersion: 1.10\nreleaseDate: 2026-01-02\ndevelopmentStatus: obsolete\nlegal:\n  license: MIT\n',
      },
      {
        license: 'MIT',
        latest_version: '1.10',
        latest_version_on: '2026-01-02',
        is_archived: true,
      },
    ],
    [
      'publiccode',
      'https://code.example/codemeta.json',
      {
        'code.example/codemeta.json': { version: '1.10', license: 'https://spdx.org/licenses/MIT' },
      },
      { license: 'MIT', latest_version: '1.10' },
    ],
    [
      'site',
      'https://kettle.example/',
      {
        'kettle.example/': `<html><script type="application/ld+json">{"broken</script><script type="application/ld+json">${JSON.stringify(
          {
            '@graph': [
              { '@type': 'Organization', license: 'GPL-3.0-only' },
              {
                '@type': ['WebApplication'],
                softwareVersion: '3.1',
                offers: {
                  '@type': 'AggregateOffer',
                  offers: [
                    { price: '0', priceCurrency: 'EUR' },
                    {
                      price: 9.5,
                      priceCurrency: 'EUR',
                      priceSpecification: { billingDuration: 'P1M' },
                    },
                    { price: 'call us', priceCurrency: 'EUR' },
                    { priceSpecification: { price: 90, priceCurrency: 'EUR', unitCode: 'ANN' } },
                  ],
                },
              },
            ],
          },
        )}</script><p>From 3 EUR per month</p></html>`,
      },
      {
        latest_version: '3.1',
        pricing: [
          { price: 0, currency: 'EUR', period: null },
          { price: 9.5, currency: 'EUR', period: 'month' },
          { price: 90, currency: 'EUR', period: 'year' },
        ],
      },
    ],
  ])('%s %s', async (kind, address, pages, values) => {
    play(pages)
    expect(await readValues(kind, address)).toEqual(expect.objectContaining(values))
  })
})

describe('an odd answer', () => {
  const AT = 'https://github.com/kettle/kettle'
  it.each<[string, Played, RegExp]>([
    ['404', { status: 404 }, /^api\.github\.com answered 404\.$/],
    ['500', { status: 500 }, /answered 500/],
    ['an empty body', { body: '' }, /is not JSON/],
    ['half an answer', { body: REPOSITORY, isCut: true }, /the connection failed/],
    ['HTML', { body: '<h1>Hello</h1>' }, /is not JSON/],
    ['another form', { body: [] }, /has another form/],
    ['a wrong type', { body: { ...REPOSITORY, archived: 'no' } }, /has another form/],
    ['3 MB', { body: `"${'x'.repeat(3e6)}"` }, /more than 2097152 bytes/],
    ['deep nesting', { body: '['.repeat(100_000) }, /is not JSON/],
    [
      'a redirect inside',
      { status: 302, headers: { location: 'http://169.254.169.254/latest/' } },
      /is not on the open internet/,
    ],
    [
      'a redirect to a port',
      { status: 302, headers: { location: 'https://api.github.com:22/' } },
      /only the usual ports/,
    ],
    [
      'a redirect to a file',
      { status: 302, headers: { location: 'file:///etc/passwd' } },
      /only http and https/,
    ],
    ['a loop', { status: 302, headers: { location: `https://${GITHUB}` } }, /too many redirects/],
  ])('of %s is a failure with its reason', async (_what, answer, problem) => {
    hosts.answers.set(GITHUB, answer)
    const failure = await read('repository', AT).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ReadFailure)
    expect(failure).toMatchObject({ outcome: 'failed', message: expect.stringMatching(problem) })
  })

  it.each<[string, Played, number]>([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '120' } }, 120],
    ['429 without a time', { status: 429 }, 3600],
    [
      '403 with a reset',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000600' } },
      600,
    ],
    [
      '429 with a time of centuries',
      { status: 429, headers: { 'retry-after': '99999999999' } },
      7 * 86_400,
    ],
    [
      '503 with a date',
      { status: 503, headers: { 'retry-after': 'Tue, 14 Nov 2023 22:23:20 GMT' } },
      600,
    ],
  ])('%s is no failure: the host is left alone until then', async (_what, answer, seconds) => {
    hosts.answers.set(GITHUB, answer)
    const clock = createClock()
    const fetch = createFetch({}, clock)
    const limited = await read('repository', AT, null, fetch).catch((error: unknown) => error)
    expect(limited).toMatchObject({ outcome: 'limited' })
    const other = await read('repository', 'https://github.com/pots/tea', null, fetch).catch(
      (error: unknown) => error,
    )
    expect(other).toMatchObject({ outcome: 'limited' })
    expect(hosts.requests).toHaveLength(1)
    const [again, turn] = [limited, other].map((failure) => {
      const { retryAt } = failure as ReadFailure
      return Math.round(((retryAt?.getTime() ?? 0) - 1_700_000_000_000) / 1000)
    })
    expect(turn).toBe(seconds)
    // Behind the others of the host.
    expect(again).toBe(seconds + 3600)
  })

  it.each([
    ['package', 'https://packages.example/x'],
    ['package', 'https://www.npmjs.com/package/../../x'],
    ['image', 'https://images.example/x'],
    ['lifecycle', 'https://lives.example/x'],
    ['wikidata', 'https://www.wikidata.org/wiki/Kettle'],
    ['repository', 'https://github.com/kettle'],
  ])('a %s at %s is not fetched', async (kind, address) => {
    await expect(read(kind, address)).rejects.toBeInstanceOf(ReadFailure)
    expect(hosts.requests).toEqual([])
  })
})

describe('fetching', () => {
  it('sends a request a second to a host, and three to all', async () => {
    const clock = createClock()
    const start = clock.now()
    const fetch = createFetch({}, clock)
    const times: number[] = []
    for (const host of ['a.example', 'b.example', 'c.example', 'a.example', 'a.example']) {
      hosts.answers.set(`${host}/`, { body: '{}' })
      await fetch(`https://${host}/`)
      times.push(clock.now() - start)
    }
    expect(times).toEqual([0, 334, 668, 1002, 2002])
  })

  it('sends a token to its host alone, also after a redirect, and a name with a contact to all', async () => {
    hosts.answers.set('api.github.com/a', {
      status: 302,
      headers: { location: 'https://evil.example/' },
    })
    hosts.answers.set('evil.example/', { body: '{}' })
    hosts.answers.set('gitlab.com/', { body: '{}' })
    const fetch = createFetch({ 'api.github.com': 'secret' })
    await fetch('https://api.github.com/a')
    await fetch('https://gitlab.com/')
    expect(hosts.requests.map(({ at, authorization }) => [at, authorization])).toEqual([
      ['api.github.com/a', 'Bearer secret'],
      ['evil.example/', undefined],
      ['gitlab.com/', undefined],
    ])
    expect(new Set(hosts.requests.map(({ userAgent }) => userAgent))).toEqual(
      new Set(['Kettles/1 (+mail@kettles.example)']),
    )
  })
})

it.each([
  ['v1.2.3', '1.2.3'],
  ['1.2', '1.2'],
  ['release-1.2', '1.2'],
  ['kettle@1.2.3', '1.2.3'],
  ['core/v1.2.3', '1.2.3'],
  ['20261130', '20261130'],
  ['1.0-rc.1', undefined],
  ['nightly', undefined],
  ['latest', undefined],
  ['', undefined],
  ['1'.repeat(50), undefined],
  ['a-'.repeat(20_000), undefined],
])('the version of the tag %s is %s', (tag, version) => {
  expect(parseVersion(tag)).toBe(version)
})

it('versions are compared by numbers', () => {
  expect(['1.9', '1.10', '1.9.1', '0.99'].toSorted(compareVersions)).toEqual([
    '0.99',
    '1.9',
    '1.9.1',
    '1.10',
  ])
})
