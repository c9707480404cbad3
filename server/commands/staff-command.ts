// `npm run staff -- add {username} {role}`, `remove {username}`, `list`: who moderates the site. The
// site has to be running; on Supabase the command needs SUPABASE_URL and SUPABASE_SERVICE_KEY.

import { type Environment, readEnvironment, siteUrlOf } from '../environment.ts'
import { connectToSite } from './connect-to-site.ts'

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
    const { service, call } = await connectToSite(environment)
    await call(service.rpc('set_staff_role', { username, role }))
    return [`${username} is ${role === 'admin' ? 'an administrator' : 'a moderator'} now.`]
  }
  if (command === 'remove' && username && !role) {
    const { service, call } = await connectToSite(environment)
    const members = await call(service.rpc('staff_members'))
    const member = members.find((each) => each.username.toLowerCase() === username.toLowerCase())
    if (!member) throw new Error(`${username} is not a member of staff.`)
    // The types do not say that a null role removes the member.
    const removal = { username: member.username, role: null as unknown as string }
    await call(service.rpc('set_staff_role', removal))
    return [`${member.username} is not a member of staff anymore.`]
  }
  if (command === 'list' && !username) {
    const { service, call } = await connectToSite(environment)
    const members = await call(service.rpc('staff_members'))
    const hasDemoContent = await call(service.rpc('has_demo_content'))
    return [
      ...listMembers(members),
      ...(hasDemoContent && !environment.SUPABASE_URL ? describeDemoStaff(environment) : []),
    ]
  }
  throw new Error(USAGE)
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
