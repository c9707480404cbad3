// `npm run keys:rotate`: a new key signs from now on; a running site takes it up by itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { replaceServiceKey, rotateKeyFile } from '../backend/keys/key-file.ts'
import { readEnvironment } from './environment.ts'

try {
  const { DATA_DIR, JWT_SECRET } = readEnvironment(process.env)
  const file = join(DATA_DIR, 'keys.json')
  if (JWT_SECRET) throw new Error('JWT_SECRET is set: there is no key file to rotate')
  if (!existsSync(file)) throw new Error(`there is no ${file} yet: the first start makes it`)
  const [, , what, ...more] = process.argv
  if ((what !== undefined && what !== '--service') || more.length > 0) {
    throw new Error('say npm run keys:rotate, or npm run keys:rotate -- --service')
  }
  if (what === '--service') {
    await replaceServiceKey(file)
    console.log(
      'The service key of before opens nothing any more: `npm run --silent keys` has the new.',
    )
  } else {
    const kid = await rotateKeyFile(file)
    console.log(`Tokens are signed with the key ${kid} from now on.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
