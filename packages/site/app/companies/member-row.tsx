import { PersonLink } from '../people/person-link.tsx'
import { toDisplayName } from '../people/profile.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Member } from './company.ts'
import * as companyWords from './words.ts'

export function MemberRow({ member, children }: { member: Member; children?: React.ReactNode }) {
  const name = toDisplayName(member.profiles)
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Avatar name={name} url={member.profiles?.avatar_url} />
      <span className="min-w-0 flex-1 basis-40">
        <PersonLink
          username={member.profiles?.username}
          className="inline-block max-w-full truncate align-bottom font-medium"
        >
          {name}
        </PersonLink>
        {member.is_admin ? <span className="text-soft">{companyWords.admin}</span> : null}
        {member.profiles?.job_title ? (
          <span className="block truncate text-sm text-soft">{member.profiles.job_title}</span>
        ) : null}
      </span>
      {children}
    </li>
  )
}
