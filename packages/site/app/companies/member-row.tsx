import { Link } from 'react-router'
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
        <Link
          to={`/user/${member.profiles?.username ?? ''}`}
          className="inline-block min-h-6 max-w-full truncate align-bottom font-medium hover:underline"
        >
          {name}
        </Link>
        {member.is_admin ? <span className="text-soft">{companyWords.admin}</span> : null}
        {member.profiles?.job_title ? (
          <span className="block truncate text-sm text-soft">{member.profiles.job_title}</span>
        ) : null}
      </span>
      {children}
    </li>
  )
}
