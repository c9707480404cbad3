import { Menu } from '@base-ui/react/menu'
import type { User } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { displayName, type OwnProfile, readOwnProfile } from '../account/own-profile.ts'
import { signOut } from '../account/sign-out.ts'
import { initials } from '../ui/initials.ts'

const ITEM =
  'flex min-h-10 w-full cursor-pointer items-center rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken'

/** What only a signed-in visitor's header has. */
export default function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const [profile, setProfile] = useState<OwnProfile>()
  useEffect(() => {
    let isCurrent = true
    readOwnProfile(user.id).then(
      (found) => isCurrent && setProfile(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [user.id])
  const name = displayName(profile, user.email)
  const isBusiness = profile?.account_type === 'business'
  const work = [profile?.job_title, profile?.company_name].filter(Boolean).join(' at ')
  return (
    <Menu.Root>
      <Menu.Trigger
        // The name begins with what is seen, for those who speak to their screens.
        aria-label={`${initials(name)}, Account menu`}
        className="grid size-10 place-items-center rounded-full bg-ink text-sm font-semibold text-on-ink"
      >
        {initials(name)}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={8} align="end" className="z-50">
          <Menu.Popup className="panel w-64 p-1.5">
            <div className="border-b border-line px-3 pt-1.5 pb-2.5">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-sm text-soft">{user.email}</p>
              {isBusiness && work ? <p className="truncate text-sm text-soft">{work}</p> : null}
            </div>
            <Menu.Item className={ITEM} render={<Link to={`/user/${profile?.username ?? ''}`} />}>
              View profile
            </Menu.Item>
            <Menu.Item className={ITEM} render={<Link to="/dashboard" />}>
              Dashboard
            </Menu.Item>
            <Menu.Item className={ITEM} render={<Link to="/account-settings" />}>
              Settings
            </Menu.Item>
            <Menu.Item
              className={ITEM}
              onClick={() => void signOut().then((done) => done && navigate('/'))}
            >
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
