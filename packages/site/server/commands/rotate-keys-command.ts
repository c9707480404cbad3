import { replaceServiceKey, rotateKeyFile } from '@toolmark/backend/keys/key-file.ts'
import { keysFileOf } from '@toolmark/backend/server/environment.ts'
import { readEnvironment } from '../environment.ts'
import type { Command } from './command.ts'
import { requireKeys } from './require-site.ts'
import { spellCommand } from './spell-command.ts'

export const rotateKeysCommand: Command = {
  npm: 'npm run keys:rotate --',
  summary: 'replaces the signing key, which a running site reads by itself',
  usage: 'toolmark keys rotate [--service]',
  help: '--service replaces the service key instead, and disables the old one.',
  options: { service: { type: 'boolean', default: false } },
  async run({ values, print }) {
    const environment = readEnvironment(process.env)
    const file = keysFileOf(environment)
    if (environment.JWT_SECRET) throw new Error('JWT_SECRET is set: there is no key file to rotate')
    requireKeys(environment)
    if (values.service) {
      await replaceServiceKey(file)
      print(
        `The previous service key is no longer valid: \`${spellCommand('npm run --silent keys', 'toolmark keys')}\` prints the new one.`,
      )
      return { data: { replaced: 'service' } }
    }
    const kid = await rotateKeyFile(file)
    print(`Tokens are signed with the key ${kid} from now on.`)
    return { data: { replaced: 'signing', kid } }
  },
}
