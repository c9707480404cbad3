import { X } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { comparedStore, toComparePath } from '../selection.ts'
import * as listingWords from '../words/listing.ts'

/** The tools that the visitor has chosen in lists, at the bottom of the screen. */
export function CompareBar() {
  const compared = comparedStore.use()
  if (compared.length === 0) return null
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised py-2 shadow-raised"
    >
      <div className="page flex items-center justify-end gap-2">
        <span>{listingWords.compareChosen(compared.length)}</span>
        <LinkButton to={toComparePath(compared)}>{listingWords.compare}</LinkButton>
        <button
          type="button"
          aria-label={listingWords.compareClear}
          className="grid size-10 place-items-center rounded-control text-soft hover:bg-sunken"
          onClick={() => comparedStore.set([])}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
