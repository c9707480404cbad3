// `npm run --silent keys`: what programs need to speak to the embedded backend.
import { openKeys } from '../../backend/keys/keys.ts'
import { keysFileOf, readEnvironment, siteUrlOf } from '../environment.ts'

try {
  const environment = readEnvironment(process.env)
  const keys = await openKeys(keysFileOf(environment), environment.JWT_SECRET)
  const { anonKey, serviceKey } = keys
  console.log(
    JSON.stringify({ url: siteUrlOf(environment), anon_key: anonKey, service_key: serviceKey }),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
