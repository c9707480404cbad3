import type { User } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router'
import { signOut } from '../../account/sign-out.ts'
import { showOverlay } from '../overlay.ts'
import { setTheme, type Theme } from '../theme.ts'
import * as laterWords from '../words/later.ts'
import * as paletteWords from '../words/palette.ts'
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
  const themes: Deed[] = paletteWords.THEMES.filter(([value]) => value !== theme).map(
    ([value, label]) => ({
      kind: 'action',
      id: `theme ${value}`,
      label,
      run: () => setTheme(value),
    }),
  )
  const pages = [
    ...laterWords.GO_TO.map(({ to, label }) => page([to, label])),
    ...paletteWords.PAGES.map(page),
  ]
  const shortcuts: Deed = {
    kind: 'action',
    id: 'shortcuts',
    label: laterWords.shortcutsTitle,
    run: () => showOverlay('shortcuts'),
  }
  const leave: Deed = {
    kind: 'action',
    id: 'sign out',
    label: paletteWords.SIGN_OUT[0],
    detail: paletteWords.SIGN_OUT[1],
    run: () => void signOut().then((isDone) => isDone && navigate('/')),
  }
  const enter = page([`/auth?next=${encodeURIComponent(here)}`, ...paletteWords.SIGN_IN])
  return user
    ? [...pages, ...paletteWords.MEMBERS_PAGES.map(page), ...themes, shortcuts, leave]
    : [...pages, enter, ...themes, shortcuts]
}
