// `npm run keys:rotate`: replaces the signing key, which a running site reads by itself.
import { existsSync } from 'node:fs'
import { replaceServiceKey, rotateKeyFile } from '../../backend/keys/key-file.ts'
import { keysFileOf, readEnvironment } from '../environment.ts'

try {
  const environment = readEnvironment(process.env)
  const file = keysFileOf(environment)
  if (environment.JWT_SECRET) throw new Error('JWT_SECRET is set: there is no key file to rotate')
  if (!existsSync(file)) throw new Error(`there is no ${file} yet: the first start creates it`)
  const [, , option, ...more] = process.argv
  if ((option !== undefined && option !== '--service') || more.length > 0) {
    throw new Error('usage: npm run keys:rotate [-- --service]')
  }
  if (option === '--service') {
    await replaceServiceKey(file)
    console.log(
      'The previous service key is no longer valid: `npm run --silent keys` prints the new one.',
    )
  } else {
    const kid = await rotateKeyFile(file)
    console.log(`Tokens are signed with the key ${kid} from now on.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
