import { Menu } from '@base-ui/react/menu'
import type { User } from '@supabase/supabase-js'
import { Link, useNavigate } from 'react-router'
import { useOwnCompany } from '../companies/company.ts'
import * as companyWords from '../companies/words.ts'
import { useStaffRole } from '../moderation/staff/staff-role.ts'
import { NotificationBell } from '../notifications/unread.tsx'
import * as notificationWords from '../notifications/words.ts'
import { useOwnProfile } from '../people/own-profile.ts'
import { toDisplayName } from '../people/profile.ts'
import * as peopleWords from '../people/words.ts'
import { isAreaOn } from '../shared/areas.ts'
import { initials } from '../shared/initials.ts'
import { signOut } from '../sign-in/sign-out.ts'
import { Avatar } from '../ui/avatar.tsx'
import * as uiWords from '../ui/words.ts'
import * as shellWords from './words.ts'

const ITEM =
  'flex min-h-10 w-full cursor-pointer items-center rounded-control px-3 text-sm -outline-offset-2 outline-transparent data-highlighted:bg-sunken data-highlighted:outline-2'

const COMPANY = ['/company-dashboard', companyWords.linkDashboard] as const
const TEAM = ['/start-your-team', companyWords.linkTeam] as const

/** The part of the header for members (spec 1 §2). */
export default function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const { data: profile } = useOwnProfile(user.id)
  const { data: own } = useOwnCompany(user.id)
  const name = toDisplayName(profile, user.email)
  const isBusiness = profile?.account_type === 'business'
  const company = own?.company.name ?? profile?.company_name
  const work = peopleWords.workAt(profile?.job_title, company)
  // Links that need data appear when it is loaded.
  const links = [
    ...(profile?.username && isAreaOn('profiles')
      ? [[`/user/${profile.username}`, shellWords.accountProfile] as const]
      : []),
    ['/dashboard', shellWords.accountDashboard] as const,
    ...(own === undefined || !isAreaOn('companies') ? [] : [isBusiness && own ? COMPANY : TEAM]),
    ...(isAreaOn('lists') ? [['/lists', shellWords.accountLists] as const] : []),
    ['/notifications', notificationWords.title] as const,
    ['/my-reports', shellWords.accountReports] as const,
    ['/account-settings', shellWords.accountSettings] as const,
  ]
  return (
    <>
      <NotificationBell userId={user.id} />
      <Menu.Root>
        <Menu.Trigger
          // The name starts with the visible text, for speech input.
          aria-label={uiWords.visibleFirst(initials(name), shellWords.accountMenu)}
          className="grid size-11 place-items-center rounded-full border border-edge"
        >
          <Avatar name={name} url={profile?.avatar_url} />
        </Menu.Trigger>
        {/* A landmark, although the portal is at the end of the page. */}
        <Menu.Portal render={<nav aria-label={shellWords.accountLabel} />}>
          <Menu.Positioner sideOffset={8} align="end" className="z-50">
            <Menu.Popup className="panel w-64 p-1.5 shadow-raised">
              <div className="border-b border-line px-3 pt-1.5 pb-2">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-sm text-soft">{user.email}</p>
                {isBusiness && work ? <p className="truncate text-sm text-soft">{work}</p> : null}
              </div>
              <LinkItems links={links} />
              <StaffItems userId={user.id} />
              <Menu.Item
                className={ITEM}
                onClick={() => void signOut().then((isDone) => isDone && navigate('/'))}
              >
                {shellWords.accountLogOut}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}

type MenuLink = readonly [to: string, label: string]

const LinkItems = ({ links }: { links: readonly MenuLink[] }) =>
  links.map(([to, label]) => (
    <Menu.Item key={to} className={ITEM} render={<Link to={to} />}>
      {label}
    </Menu.Item>
  ))

const MODERATION: readonly MenuLink[] = [['/moderation', shellWords.accountModeration]]
const ADMINISTRATION: readonly MenuLink[] = [
  ...MODERATION,
  ['/admin', shellWords.accountAdministration],
]

/** For staff. The role is read when the menu is opened, so that no page of a member waits for it. */
function StaffItems({ userId }: { userId: string }) {
  const { data: role } = useStaffRole(userId)
  if (!role) return null
  return <LinkItems links={role === 'admin' ? ADMINISTRATION : MODERATION} />
}
