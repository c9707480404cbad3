import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { keysFileOf, siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { readEnvironment } from '../environment.ts'
import type { Command } from './command.ts'
import { requireKeys } from './require-site.ts'

export const keysCommand: Command = {
  npm: 'npm run keys --',
  summary: 'prints the address and the keys that programs need, as JSON',
  usage: 'toolmark keys',
  async run({ print }) {
    const environment = readEnvironment(process.env)
    requireKeys(environment)
    const keys = await openKeys(keysFileOf(environment), environment.JWT_SECRET)
    const { anonKey, serviceKey } = keys
    const data = { url: siteUrlOf(environment), anon_key: anonKey, service_key: serviceKey }
    print(JSON.stringify(data))
    return { data }
  },
}
