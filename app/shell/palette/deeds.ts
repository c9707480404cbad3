import type { User } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router'
import { signOut } from '../../account/sign-out.ts'
import { showOverlay } from '../overlay.ts'
import { setTheme, type Theme } from '../theme.ts'
import type { Choice, Deed, Place } from './choice.ts'

interface Circumstances {
  user: User | null
  theme: Theme
  /** Where the palette was opened: who signs in comes back. */
  here: string
  navigate: NavigateFunction
}

const page = (label: string, to: string, detail?: string): Place => ({
  kind: 'page',
  id: to,
  label,
  detail,
  to,
})

const PAGES = [
  page('Home', '/'),
  page('All tools', '/all-tools'),
  page('Categories', '/categories'),
  page('Launches', '/launches'),
  page('Compare tools', '/compare'),
  page('Write a review', '/write-review'),
  page('Add a tool', '/add-tool'),
  page('Submit a launch', '/submit-launch'),
  page('Trust Center', '/trust'),
  page('About', '/about'),
  page('Contact', '/contact', 'Support'),
  page('Privacy', '/privacy'),
  page('Terms', '/terms'),
]

const MEMBERS_PAGES = [
  page('Dashboard', '/dashboard'),
  page('Edit profile', '/profile-settings'),
  page('Account settings', '/account-settings', 'Password, e-mail, sessions'),
]

const THEMES = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['system', 'Theme of the system'],
] as const

/** The pages to go to and the things to do, for whoever is there. */
export function deeds({ user, theme, here, navigate }: Circumstances): Choice[] {
  const themes: Deed[] = THEMES.filter(([value]) => value !== theme).map(([value, label]) => ({
    kind: 'action',
    id: `theme ${value}`,
    label,
    run: () => setTheme(value),
  }))
  const shortcuts: Deed = {
    kind: 'action',
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    run: () => showOverlay('shortcuts'),
  }
  const leave: Deed = {
    kind: 'action',
    id: 'sign out',
    label: 'Sign out',
    detail: 'Log out',
    run: () => void signOut().then((isDone) => isDone && navigate('/')),
  }
  const enter = page('Sign in', `/auth?next=${encodeURIComponent(here)}`, 'Log in, Sign up')
  return user
    ? [...PAGES, ...MEMBERS_PAGES, ...themes, shortcuts, leave]
    : [...PAGES, enter, ...themes, shortcuts]
}
