import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { User } from '@supabase/supabase-js'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { useSession } from '../session/session.ts'
import { signOut } from '../sign-in/sign-out.ts'
import { TextButton } from '../ui/button.tsx'
import { setTheme, type Theme, useTheme } from '../ui/theme/theme.tsx'
import * as uiWords from '../ui/words.ts'
import {
  type Choice,
  type ChoiceGroup,
  ChoiceList,
  type Command,
  type Place,
} from './choice-row.tsx'
import { showOverlay } from './overlay.tsx'
import { addRecent, clearRecent, readRecent } from './recent.ts'
import { hasSingleKeys } from './shortcuts/shortcuts.ts'
import { type ComparedTool, useChoices, usePageCommands } from './use-choices.ts'
import * as paletteWords from './words.ts'

/** Finds tools, categories, people, launches, pages and actions by typing. */
export default function CommandPalette({ isOpen }: { isOpen: boolean }) {
  const hasLeft = useRef(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || showOverlay(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup
          className="panel fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-2xl flex-col overflow-hidden shadow-raised sm:top-[12vh] sm:max-h-[76dvh]"
          // After a page change the focus goes to the new page.
          finalFocus={() => (hasLeft.current ? document.getElementById('content') : true)}
        >
          <Dialog.Title className="sr-only">{paletteWords.paletteName}</Dialog.Title>
          <Content
            onClose={(leaves) => {
              hasLeft.current = leaves
              showOverlay(null)
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** @param onClose gets whether another page opens */
function Content({ onClose }: { onClose: (leaves: boolean) => void }) {
  const [words, setWords] = useState('')
  const { user } = useSession()
  const theme = useTheme()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [compared, setCompared] = useState<ComparedTool>()
  const startStep = (tool: ComparedTool | undefined) => {
    setCompared(tool)
    setWords('')
  }
  const known = [
    ...usePageCommands(startStep),
    ...paletteCommands({ user, theme, here: pathname + search, navigate }),
  ]
  const { groups: found, isSettled, hasFailed, tryAgain } = useChoices(words, known, compared)
  const [recent, setRecent] = useState(() => readRecent(user?.id))
  const isEmpty = words.trim() === ''
  const groups = !isEmpty ? found : compared ? [] : listInitialGroups(recent, known)

  const choose = (choice: Choice) => {
    if ('run' in choice) {
      if (!choice.isStep) onClose(false)
      return choice.run()
    }
    if (choice.kind !== 'search' && choice.kind !== 'here' && !compared) addRecent(user?.id, choice)
    onClose(true)
    return void navigate(choice.to)
  }
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={words}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setWords(value)}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={({ label }: Choice) => label}
    >
      <div className="relative border-b border-line focus-within:border-link">
        <Search
          aria-hidden
          size={20}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-soft"
        />
        <Autocomplete.Input
          aria-label={compared ? paletteWords.compare(compared.name) : paletteWords.label}
          placeholder={compared ? paletteWords.compare(compared.name) : paletteWords.placeholder}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && isEmpty && compared) startStep(undefined)
          }}
          maxLength={200}
          className="min-h-14 w-full bg-transparent pr-4 pl-12 text-lg outline-none placeholder:text-soft"
        />
      </div>
      <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain p-2 sm:h-96 sm:flex-none">
        <ChoiceList<Choice> words={words} onChoose={choose} className="pb-2" />
      </div>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-sm text-soft">
        <Autocomplete.Status>
          {isEmpty
            ? compared
              ? paletteWords.compareHint
              : paletteWords.hint
            : statusText(groups, isSettled, hasFailed)}
        </Autocomplete.Status>
        {hasFailed ? (
          <TextButton onClick={tryAgain}>{uiWords.tryAgain}</TextButton>
        ) : isEmpty && !compared && recent.length > 0 ? (
          <TextButton
            onClick={() => {
              clearRecent(user?.id)
              setRecent([])
            }}
          >
            {paletteWords.forget}
          </TextButton>
        ) : null}
      </div>
    </Autocomplete.Root>
  )
}

/** Before anything is typed: actions on this page, recent places, pages and actions. */
function listInitialGroups(recent: readonly Choice[], known: readonly Choice[]): ChoiceGroup[] {
  const of = (kind: Choice['kind']) => known.filter((choice) => choice.kind === kind)
  const groups = [
    { kind: 'here' as const, items: of('here') },
    { kind: 'recent' as const, items: [...recent] },
    { kind: 'page' as const, items: of('page') },
    { kind: 'action' as const, items: of('action') },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function statusText(
  groups: readonly ChoiceGroup[],
  isSettled: boolean,
  hasFailed: boolean,
): string {
  if (!isSettled) return uiWords.searching
  if (hasFailed) return paletteWords.failed
  // The plain search is always offered and does not count as a result.
  const count = groups.reduce(
    (sum, { kind, items }) => sum + (kind === 'search' ? 0 : items.length),
    0,
  )
  return count === 0 ? paletteWords.none : paletteWords.count(count)
}

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
function paletteCommands({ user, theme, here, navigate }: CommandContext): Choice[] {
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
