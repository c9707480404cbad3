// A site with settings of the operator: a settings file, a public address, a token for metrics.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { readStatus, type Site, startSite, temporaryFolder } from '../support/site.ts'

const { folder, remove } = temporaryFolder()
afterAll(remove)

/** Starts a site with the lines of a settings file. */
async function startWith(lines: string[], environment: Record<string, string>): Promise<Site> {
  const CONFIG_FILE = join(folder, `${crypto.randomUUID()}.toml`)
  writeFileSync(CONFIG_FILE, lines.join('\n'))
  const DATA_DIR = copyPreparedData(join(folder, crypto.randomUUID()))
  return startSite({ DATA_DIR, CONFIG_FILE, ...environment })
}

async function readCanonical(site: Site): Promise<string | undefined> {
  const html = await (await fetch(`${site.url}/about`)).text()
  return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
}

const SITE_URL_SETTING = ['[auth]', 'site_url = "https://settings.example"']

describe('with settings and METRICS_TOKEN', () => {
  const METRICS_TOKEN = 'a-token-that-is-long-enough'
  const Authorization = `Bearer ${METRICS_TOKEN}`
  let site: Site
  beforeAll(async () => {
    const limits = ['[auth.rate_limit]', 'email_sent = 30']
    const lines = ['[api]', 'max_rowz = 5', ...SITE_URL_SETTING, ...limits]
    site = await startWith(lines, { METRICS_TOKEN })
  })
  afterAll(() => site.stop())

  test('an unknown setting writes a warning with its name', () => {
    expect(site.readOutput()).toContain('max_rowz')
  })

  test('canonical URLs start with auth.site_url', async () => {
    expect(await readCanonical(site)).toBe('https://settings.example/about')
  })

  test('requests from anywhere read metrics with the token only', async () => {
    const url = `${site.url}/_/metrics`
    const elsewhere = { 'X-Forwarded-For': '203.0.113.5' }
    expect(await readStatus(url, elsewhere)).toBe(401)
    expect(await readStatus(url, { Authorization: 'Bearer something-else' })).toBe(401)
    expect(await readStatus(url, { Authorization, ...elsewhere })).toBe(200)
  })

  // The operator learns it before sign-ups fail.
  test('half of the sign-ups’ mail writes one warning and counts it in /_/metrics', async () => {
    for (let count = 0; count < 8; count += 1) {
      const response = await fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': `203.0.113.${count}` },
        body: JSON.stringify({
          email: `${crypto.randomUUID()}@people.example`,
          password: PASSWORD,
        }),
      })
      expect(response.status).toBe(200)
    }
    const metrics = await fetch(`${site.url}/_/metrics`, { headers: { Authorization } })
    const text = await metrics.text()
    expect(text).toContain('toolmark_mail_half_used_total{share="sign_ups"} 1')
    expect(text).toContain('toolmark_mail_half_used_total{share="members"} 0')
    const warnings = site.readOutput().match(/"level":"warning".*mails of this hour.*/g) ?? []
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('6 of 12 mails of this hour are sent (sign_ups')
  })
})

describe('with the SITE_URL of a public site and without SMTP_URL', () => {
  let site: Site
  beforeAll(async () => {
    site = await startWith(SITE_URL_SETTING, { SITE_URL: 'https://tools.example' })
  })
  afterAll(() => site.stop())

  test('canonical URLs start with SITE_URL in place of auth.site_url', async () => {
    expect(await readCanonical(site)).toBe('https://tools.example/about')
  })

  test('the site warns that it sends no mail, and its outbox stays local', async () => {
    for (const path of ['/_/outbox', '/_/outbox.json', '/_/metrics']) {
      const url = `${site.url}${path}`
      expect([path, await readStatus(url)]).toEqual([path, 200])
      expect([path, await readStatus(url, { Host: 'tools.example' })]).toEqual([path, 404])
      expect([path, await readStatus(url, { 'X-Forwarded-For': '::1' })]).toEqual([path, 404])
    }
    expect(site.readOutput()).toMatch(
      /^no mail goes out: https:\/\/tools\.example needs SMTP_URL\./m,
    )
  })
})
