import type { User } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router'
import { signOut } from '../../account/sign-out.ts'
import { showOverlay } from '../overlay.ts'
import { setTheme, type Theme } from '../theme.ts'
import { GO_TO, SHORTCUTS } from '../words/later.ts'
import { MEMBERS_PAGES, PAGES, SIGN_IN, SIGN_OUT, THEMES } from '../words/palette.ts'
import type { Choice, Deed, Place } from './choice.ts'

interface Circumstances {
  user: User | null
  theme: Theme
  /** Where the palette was opened: who signs in comes back. */
  here: string
  navigate: NavigateFunction
}

const page = ([to, label, detail]: readonly [string, string, string?]): Place => ({
  kind: 'page',
  id: to,
  label,
  detail,
  to,
})

/** The pages to go to and the things to do, for whoever is there. */
export function deeds({ user, theme, here, navigate }: Circumstances): Choice[] {
  const themes: Deed[] = THEMES.filter(([value]) => value !== theme).map(([value, label]) => ({
    kind: 'action',
    id: `theme ${value}`,
    label,
    run: () => setTheme(value),
  }))
  const pages = [...GO_TO.map(({ to, label }) => page([to, label])), ...PAGES.map(page)]
  const shortcuts: Deed = {
    kind: 'action',
    id: 'shortcuts',
    label: SHORTCUTS.title,
    run: () => showOverlay('shortcuts'),
  }
  const leave: Deed = {
    kind: 'action',
    id: 'sign out',
    label: SIGN_OUT[0],
    detail: SIGN_OUT[1],
    run: () => void signOut().then((isDone) => isDone && navigate('/')),
  }
  const enter = page([`/auth?next=${encodeURIComponent(here)}`, ...SIGN_IN])
  return user
    ? [...pages, ...MEMBERS_PAGES.map(page), ...themes, shortcuts, leave]
    : [...pages, enter, ...themes, shortcuts]
}
