// The commands `toolmark facts` with a server that plays all hosts (spec 10 §3).
import { afterAll, expect, test } from 'vitest'
import { addTool } from '../support/backends/content.ts'
import { playHosts } from '../support/services/play-hosts.ts'
import { shareSite } from '../support/sites/share-site.ts'
import { createServiceClient, runCommand } from '../support/sites/site.ts'

const hosts = await playHosts()
afterAll(() => hosts.close())
const environment = {
  FACT_SOURCES: 'on',
  FACT_TEST_ORIGIN: hosts.url,
  GITHUB_TOKEN: 'a-token-of-the-operator',
}
const site = await shareSite(environment)
const service = await createServiceClient(site)

const run = (words: string[], change: Record<string, string> = {}) =>
  runCommand(['facts', ...words], {
    DATA_DIR: site.dataDir,
    PORT: new URL(site.url).port,
    ...environment,
    ...change,
  })

test('facts read reads the sources of a tool, facts status names what failed', async () => {
  const tool = await addTool(
    { client: service },
    { name: 'Kettle', website_url: 'https://kettle.example' },
  )
  await service
    .from('tool_facts')
    .insert({ tool_id: tool, repository_url: 'https://github.com/pots/kettle' })
    .throwOnError()
  hosts.answers.set('api.github.com/repos/pots/kettle', {
    body: {
      full_name: 'pots/kettle',
      html_url: 'https://github.com/pots/kettle',
      archived: false,
      stargazers_count: 5,
      license: { spdx_id: 'MIT' },
    },
  })
  hosts.answers.set('api.github.com/repos/pots/kettle/releases', {
    body: [{ tag_name: 'v1.0', published_at: '2026-01-02T00:00:00Z' }],
  })
  const read = await run(['read', 'kettle'])
  expect(read.output).toContain('site https://kettle.example: kettle.example answered 404.')
  expect(read.output).toContain(
    'repository https://github.com/pots/kettle: changed latest_version, latest_version_on, license',
  )
  const facts = await service
    .from('tool_facts')
    .select('license, latest_version')
    .eq('tool_id', tool)
  expect(facts.data).toEqual([{ license: 'MIT', latest_version: '1.0' }])
  const status = await run(['status'])
  expect(status.output).toContain('2 sources: 1 read, 0 due, 1 failing. The site reads them.')
  expect(status.output).toContain(
    'kettle: site https://kettle.example: kettle.example answered 404. 1 failed reads',
  )
  expect(
    hosts.requests.map(({ at, authorization }) => [at.split('/')[0], authorization]).toSorted(),
  ).toEqual([
    ['api.github.com', 'Bearer a-token-of-the-operator'],
    ['api.github.com', 'Bearer a-token-of-the-operator'],
    ['kettle.example', undefined],
  ])
  expect(new Set(hosts.requests.map(({ userAgent }) => userAgent))).toEqual(
    new Set([expect.stringMatching(/^Toolmark\/1 \(\+http:\/\/.*; .+\)$/)]),
  )
})

test('facts read of an unknown tool, an unknown kind and with FACT_SOURCES=off', async () => {
  hosts.requests.length = 0
  expect((await run(['read', 'no-such-tool'])).errors).toContain('there is no tool no-such-tool')
  expect((await run(['read', '--source', 'rss'])).errors).toContain('usage: toolmark facts read')
  expect((await run(['read'], { FACT_SOURCES: 'off' })).errors).toContain('FACT_SOURCES is off')
  expect((await run(['status'], { FACT_SOURCES: 'off' })).output).toContain(
    'FACT_SOURCES is off: the site reads none.',
  )
  expect(hosts.requests).toEqual([])
})
