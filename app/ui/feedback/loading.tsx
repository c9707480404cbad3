import * as uiWords from '../words.ts'

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
