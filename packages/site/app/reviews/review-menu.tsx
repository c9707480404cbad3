import { Ellipsis } from 'lucide-react'
import * as reviewWords from './words/review.ts'

interface ReviewMenuProps {
  /** Of the review. */
  title: string
  children: React.ReactNode
}

/** The actions behind "⋯", also without script. */
export const ReviewMenu = ({ title, children }: ReviewMenuProps) => (
  <details className="relative ml-auto">
    <summary
      aria-label={reviewWords.menu(title)}
      className="grid size-9 cursor-pointer list-none place-items-center rounded-control text-soft hover:bg-sunken"
    >
      <Ellipsis aria-hidden size={18} />
    </summary>
    <div className="panel absolute right-0 bottom-full z-1 px-3 py-1.5">{children}</div>
  </details>
)
