import { useRef } from 'react'
import { TextButton } from '../button.tsx'
import { Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'

const BAR = 'block animate-pulse rounded-control bg-sunken'

const listIndexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A placeholder for content that is loading; screen readers announce it. */
function Skeleton({ children }: { children: React.ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{uiWords.loading}</span>
      <div aria-hidden className="grid gap-4">
        {children}
      </div>
    </div>
  )
}

/** For a list whose items have one or two lines. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <Skeleton>
      <div className="grid gap-2">
        {listIndexes(count).map((index) => (
          <span key={index} className={`${BAR} h-13`} />
        ))}
      </div>
    </Skeleton>
  )
}

/** For a panel with a form. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="panel p-6">
      <Skeleton>
        <span className={`${BAR} h-8 w-56 max-w-full`} />
        {listIndexes(fields).map((index) => (
          <span key={index} className="grid gap-1.5">
            <span className={`${BAR} h-4 w-28`} />
            <span className={`${BAR} h-10`} />
          </span>
        ))}
      </Skeleton>
    </div>
  )
}

/** In place of a page until its first reads have ended. */
export const PageSkeleton = () => (
  <div className="page py-6">
    <RowsSkeleton count={8} />
  </div>
)

/** In place of a part that a script loads. Without scripts it says so. */
export function Loading({ className = '' }: { className?: string }) {
  return (
    <>
      <p role="status" className={`text-soft noscript:hidden ${className}`}>
        {uiWords.loading}
      </p>
      <p className={`hidden text-soft noscript:block ${className}`}>{uiWords.pageNeedsScript}</p>
    </>
  )
}

/** Says that data could not be read, where an empty list would be untrue. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const message = useRef<HTMLParagraphElement>(null)
  const retry = () => {
    // The button disappears, and the focus stays at its place.
    const area = message.current?.parentElement
    if (area) {
      area.tabIndex = -1
      area.focus({ preventScroll: true })
    }
    onRetry()
  }
  return (
    <p ref={message} role="alert" className="text-soft">
      <Rich
        text={uiWords.loadFailed}
        parts={{ again: (words) => <TextButton onClick={retry}>{words}</TextButton> }}
      />
    </p>
  )
}
