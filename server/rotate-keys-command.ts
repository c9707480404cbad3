// `npm run keys:rotate`: a new key signs from now on; a running site takes it up by itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rotateKeyFile } from '../backend/keys/key-file.ts'
import { readEnvironment } from './environment.ts'

try {
  const { DATA_DIR, JWT_SECRET } = readEnvironment(process.env)
  const file = join(DATA_DIR, 'keys.json')
  if (JWT_SECRET) throw new Error('JWT_SECRET is set: there is no key file to rotate')
  if (!existsSync(file)) throw new Error(`there is no ${file} yet: the first start makes it`)
  const kid = await rotateKeyFile(file)
  console.log(`Tokens are signed with the key ${kid} from now on.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
