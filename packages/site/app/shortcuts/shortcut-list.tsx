import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { shortcutList } from './deferred-shortcuts.tsx'
import { usePageKeyList } from './page-keys.ts'
import { isApple, setSingleKeys, useSingleKeys } from './read-keys.ts'
import * as shortcutWords from './words.ts'

/** The list of keyboard shortcuts, with the switch for single keys. */
export default function ShortcutList({ isOpen }: { isOpen: boolean }) {
  const hasSingleKeys = useSingleKeys()
  const pageKeys = usePageKeyList()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => shortcutList.set(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-1.5rem)] w-108 max-w-[calc(100vw-1.5rem)] -translate-1/2 gap-4 overflow-y-auto p-6 shadow-raised">
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="display text-lg">{shortcutWords.shortcutsTitle}</Dialog.Title>
            <Dialog.Close
              aria-label={shortcutWords.shortcutsClose}
              className="inline-grid size-10 place-items-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          <Keys
            rows={[
              [
                [shortcutWords.KEYS[isApple() ? 'apple' : 'other'].command, 'K'],
                shortcutWords.shortcutsSearch,
              ],
            ]}
          />
          <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 border-t border-line pt-4 font-medium">
            {shortcutWords.shortcutsSingle}
            <input
              type="checkbox"
              checked={hasSingleKeys}
              onChange={(event) => setSingleKeys(event.target.checked)}
              className="size-5 accent-ink"
            />
          </label>
          <div className={hasSingleKeys ? 'grid gap-4' : 'grid gap-4 line-through opacity-60'}>
            {pageKeys.length > 0 ? (
              <section className="grid gap-1.5">
                <h3 className="text-xs font-semibold text-soft">{shortcutWords.shortcutsHere}</h3>
                <Keys rows={pageKeys.map(({ key, label }): Row => [[key], label])} />
              </section>
            ) : null}
            <Keys rows={SINGLE} />
          </div>
          <p className="text-sm text-soft">{shortcutWords.shortcutsNote}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Row = readonly [keys: readonly string[], does: string]

const SINGLE: readonly Row[] = [
  [['/'], shortcutWords.shortcutsSearch],
  [['?'], shortcutWords.shortcutsList],
  ...shortcutWords.GO_TO.map(({ key, label }): Row => [['g', key], label]),
]

function Keys({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(([keys, does]) => (
        <div key={does} className="flex min-h-8 items-center justify-between gap-4">
          <dt>{does}</dt>
          <dd className="flex items-center gap-1.5 text-soft">
            {keys.map((key, index) => (
              <span key={key} className="contents">
                {index > 0 && keys[0] === 'g' ? shortcutWords.shortcutsBetween : null}
                <kbd className="grid min-w-7 place-items-center rounded-md border border-edge bg-sunken px-1.5 py-0.5 font-sans text-ink">
                  {key}
                </kbd>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
