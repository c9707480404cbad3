// The operator is warned when half of an hour's mail is sent, before sign-ups fail.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/backend.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { startSite, temporaryFolder } from '../support/site.ts'

test('half of the sign-ups’ mail writes one warning and counts it in /_/metrics', async () => {
  const { folder, remove } = temporaryFolder()
  const CONFIG_FILE = join(folder, 'config.toml')
  writeFileSync(CONFIG_FILE, '[auth.rate_limit]\nemail_sent = 30\n')
  const site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'data')), CONFIG_FILE })
  try {
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
    const metrics = await (await fetch(`${site.url}/_/metrics`)).text()
    expect(metrics).toContain('toolmark_mail_half_used_total{share="sign_ups"} 1')
    expect(metrics).toContain('toolmark_mail_half_used_total{share="members"} 0')
    const warnings = site.readOutput().match(/"level":"warning".*mails of this hour.*/g) ?? []
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('6 of 12 mails of this hour are sent (sign_ups')
  } finally {
    await site.stop()
    remove()
  }
})
