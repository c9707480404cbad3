import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { FeaturedImage } from './featured-image.tsx'
import { countPictures, type Launch, toToolName } from './launch.ts'
import * as launchWords from './words.ts'

/** The pictures in a row that scrolls: by swipe, by arrow keys, or by the two buttons. */
export function Gallery({ launch }: { launch: Launch }) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(1)
  const tool = toToolName(launch)
  const count = countPictures(launch)
  if (count === 0) return null
  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth })
  return (
    <section aria-label={launchWords.galleryLabel(tool)} className="grid gap-3">
      <ul
        ref={row}
        // Arrow keys scroll the focused row.
        tabIndex={count > 1 ? 0 : undefined}
        aria-label={launchWords.galleryLabel(tool)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / clientWidth) + 1)
        }
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto rounded-panel motion-safe:scroll-smooth"
      >
        {Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture has no other identity.
          <li key={i} className="w-full shrink-0 snap-center">
            <FeaturedImage
              launchId={launch.id}
              number={i + 1}
              alt={launchWords.galleryPicture(tool, i + 1, count)}
              className="w-full"
            />
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <div className="flex items-center justify-end gap-2">
          <span className="mr-1 text-sm text-soft tabular-nums">
            {launchWords.galleryPosition(shown, count)}
          </span>
          <ScrollButton
            label={launchWords.galleryPrevious}
            isAtEnd={shown === 1}
            onClick={() => scroll(-1)}
          >
            <ChevronLeft aria-hidden size={18} />
          </ScrollButton>
          <ScrollButton
            label={launchWords.galleryNext}
            isAtEnd={shown === count}
            onClick={() => scroll(1)}
          >
            <ChevronRight aria-hidden size={18} />
          </ScrollButton>
        </div>
      ) : null}
    </section>
  )
}

interface ScrollButtonProps {
  label: string
  /** Then the button keeps the focus, and does nothing. */
  isAtEnd: boolean
  onClick: () => void
  children: React.ReactNode
}

function ScrollButton({ label, isAtEnd, onClick, children }: ScrollButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      className="grid size-10 place-items-center rounded-control border border-edge bg-card hover:bg-sunken aria-disabled:border-line aria-disabled:text-soft aria-disabled:hover:bg-card"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
