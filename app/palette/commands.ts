import type { User } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router'
import { signOut } from '../sign-in/sign-out.ts'
import { setTheme, type Theme } from '../ui/theme/theme.ts'
import type { Choice, Command, Place } from './choice-row.tsx'
import { showOverlay } from './overlay.ts'
import { hasSingleKeys } from './shortcuts/shortcuts.ts'
import * as paletteWords from './words.ts'

interface CommandContext {
  user: User | null
  theme: Theme
  /** The path that the palette was opened on; a sign-in returns to it. */
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

/** The pages and actions that the palette offers to this visitor. */
export function paletteCommands({ user, theme, here, navigate }: CommandContext): Choice[] {
  const themes: Command[] = paletteWords.THEMES.filter(([value]) => value !== theme).map(
    ([value, label]) => ({
      kind: 'action',
      id: `theme ${value}`,
      label,
      run: () => setTheme(value),
    }),
  )
  const pages = [
    ...paletteWords.GO_TO.map(({ key, to, label }) => ({
      ...page([to, label]),
      ...(hasSingleKeys() ? { keys: ['g', key] } : {}),
    })),
    ...paletteWords.PAGES.map(page),
  ]
  const shortcuts: Command = {
    kind: 'action',
    id: 'shortcuts',
    label: paletteWords.shortcutsTitle,
    ...(hasSingleKeys() ? { keys: ['?'] } : {}),
    run: () => showOverlay('shortcuts'),
  }
  const signOutCommand: Command = {
    kind: 'action',
    id: 'sign out',
    label: paletteWords.SIGN_OUT[0],
    detail: paletteWords.SIGN_OUT[1],
    run: () => void signOut().then((isDone) => isDone && navigate('/')),
  }
  const signInPage = page([`/auth?next=${encodeURIComponent(here)}`, ...paletteWords.SIGN_IN])
  return user
    ? [...pages, ...paletteWords.MEMBERS_PAGES.map(page), ...themes, shortcuts, signOutCommand]
    : [...pages, signInPage, ...themes, shortcuts]
}
