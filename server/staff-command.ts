// `npm run staff -- add {username} {role}`, `remove {username}`, `list`: who moderates the site. The
// site has to be running; on Supabase the command needs SUPABASE_URL and SUPABASE_SERVICE_KEY.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openKeys } from '../backend/keys/keys.ts'
import { type Environment, readEnvironment, siteUrlOf } from './environment.ts'
import { createServiceClient, type ServiceClient } from './jobs/service-client.ts'

const USAGE =
  'usage: npm run staff -- add {username} {moderator|admin}, npm run staff -- remove {username}, or npm run staff -- list'

try {
  const environment = readEnvironment(process.env)
  const lines = await run(process.argv.slice(2), environment)
  console.log(lines.join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function run(
  [command, username, role, ...more]: string[],
  environment: Environment,
): Promise<string[]> {
  const isComplete = more.length === 0
  if (command === 'add' && username && role && isComplete) {
    const { service, call } = await connect(environment)
    await call(service.rpc('set_staff_role', { username, role }))
    return [`${username} is ${role === 'admin' ? 'an administrator' : 'a moderator'} now.`]
  }
  if (command === 'remove' && username && !role) {
    const { service, call } = await connect(environment)
    const members = await call(service.rpc('staff_members'))
    const member = members.find((each) => each.username.toLowerCase() === username.toLowerCase())
    if (!member) throw new Error(`${username} is not a member of staff.`)
    // The types do not say that a null role removes the member.
    const removal = { username: member.username, role: null as unknown as string }
    await call(service.rpc('set_staff_role', removal))
    return [`${member.username} is not a member of staff anymore.`]
  }
  if (command === 'list' && !username) {
    const { service, call } = await connect(environment)
    const members = await call(service.rpc('staff_members'))
    const hasDemoContent = await call(service.rpc('has_demo_content'))
    return [
      ...listMembers(members),
      ...(hasDemoContent && !environment.SUPABASE_URL ? describeDemoStaff(environment) : []),
    ]
  }
  throw new Error(USAGE)
}

interface Connection {
  service: ServiceClient
  /** @throws {Error} with the database's message, or one that says what to do */
  call<Data>(request: PromiseLike<Answer<Data>>): Promise<Data>
}

/** The status is 0 without an answer. */
type Answer<Data> = { status: number } & (
  | { data: Data; error: null }
  | { data: null; error: { message: string } }
)

async function connect(environment: Environment): Promise<Connection> {
  const { url, serviceKey, keyName } = await findSite(environment)
  const service = createServiceClient(url, serviceKey)
  const call = async <Data>(request: PromiseLike<Answer<Data>>): Promise<Data> => {
    const { data, error, status } = await request
    if (!error) return data
    if (status === 0)
      throw new Error(
        environment.SUPABASE_URL
          ? `${url} does not answer`
          : `no site answers at ${url}: start it first, and run this command with the same PORT, HOST and DATA_DIR`,
      )
    if (status === 401) throw new Error(`${url} does not accept ${keyName}`)
    throw new Error(error.message)
  }
  return { service, call }
}

async function findSite(environment: Environment) {
  const { SUPABASE_URL, SUPABASE_SERVICE_KEY, DATA_DIR, JWT_SECRET } = environment
  if (SUPABASE_URL) {
    if (!SUPABASE_SERVICE_KEY) throw new Error('SUPABASE_SERVICE_KEY is not set')
    return { url: SUPABASE_URL, serviceKey: SUPABASE_SERVICE_KEY, keyName: 'SUPABASE_SERVICE_KEY' }
  }
  const file = join(DATA_DIR, 'keys.json')
  // Opening the keys would create the file.
  if (!JWT_SECRET && !existsSync(file))
    throw new Error(`there is no ${file} yet: the first start creates it`)
  const { serviceKey } = await openKeys(file, JWT_SECRET)
  // Not SITE_URL: the proxy may be on another machine.
  const url = siteUrlOf({ ...environment, SITE_URL: undefined })
  return { url, serviceKey, keyName: JWT_SECRET ? 'the key of JWT_SECRET' : `the key of ${file}` }
}

interface Member {
  username: string
  role: string
  created_at: string
}

function listMembers(members: readonly Member[]): string[] {
  if (members.length === 0) return ['The site has no staff: npm run staff -- add {username} admin']
  const width = Math.max(...members.map(({ username }) => username.length))
  return members.map(
    ({ username, role, created_at }) =>
      `${username.padEnd(width)}  ${role.padEnd('moderator'.length)}  since ${created_at.slice(0, 10)}`,
  )
}

/** Demo people have no password. Without a mail server the link of a sign-in is in the outbox. */
function describeDemoStaff({ SMTP_URL, ...environment }: Environment): string[] {
  if (SMTP_URL) return []
  const url = siteUrlOf({ ...environment, SITE_URL: undefined })
  return [
    '',
    `To try the work of a demo moderator, request a new password for {username}@people.invalid at ${url}/reset-password and open the link in ${url}/_/outbox.`,
  ]
}
