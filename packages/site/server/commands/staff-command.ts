import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { type Command, type Outcome, UsageError } from './command.ts'
import { connectToSite } from './connect-to-site.ts'
import { spellCommand } from './spell-command.ts'

export const staffCommand: Command = {
  npm: 'npm run staff --',
  summary: 'lists and changes who moderates the running site',
  usage:
    'toolmark staff add {username} {moderator|admin}, toolmark staff remove {username}, or toolmark staff list',
  words: [1, 3],
  help: 'On Supabase it needs SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_KEY.',
  async run({ positionals, print }) {
    const [action, username = '', role, ...more] = positionals
    const count = positionals.length
    const environment = readEnvironment(process.env)
    if (action === 'add' && username && role && more.length === 0)
      return addMember(environment, username, role, print)
    if (action === 'remove' && username && count === 2)
      return removeMember(environment, username, print)
    if (action === 'list' && count === 1) return listStaff(environment, print)
    throw new UsageError()
  },
}

type Print = (line: string) => void

async function addMember(
  environment: Environment,
  username: string,
  role: string,
  print: Print,
): Promise<Outcome> {
  const { service, call } = await connectToSite(environment)
  await call(service.rpc('set_staff_role', { username, role }))
  print(`${username} is ${role === 'admin' ? 'an administrator' : 'a moderator'} now.`)
  return { data: { username, role } }
}

async function removeMember(
  environment: Environment,
  username: string,
  print: Print,
): Promise<Outcome> {
  const { service, call } = await connectToSite(environment)
  const members = await call(service.rpc('staff_members'))
  const member = members.find((each) => each.username.toLowerCase() === username.toLowerCase())
  if (!member) throw new Error(`${username} is not a member of staff.`)
  // The types do not say that a null role removes the member.
  const removal = { username: member.username, role: null as unknown as string }
  await call(service.rpc('set_staff_role', removal))
  print(`${member.username} is not a member of staff anymore.`)
  return { data: { username: member.username, role: null } }
}

async function listStaff(environment: Environment, print: Print): Promise<Outcome> {
  const { service, call } = await connectToSite(environment)
  const members = await call(service.rpc('staff_members'))
  const hasDemoContent = await call(service.rpc('has_demo_content'))
  for (const line of listMembers(members)) print(line)
  if (hasDemoContent && !environment.SUPABASE_URL)
    for (const line of describeDemoStaff(environment)) print(line)
  return { data: members }
}

interface Member {
  username: string
  role: string
  created_at: string
}

function listMembers(members: readonly Member[]): string[] {
  if (members.length === 0)
    return [
      `The site has no staff: ${spellCommand('npm run staff --', 'toolmark staff')} add {username} admin`,
    ]
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
