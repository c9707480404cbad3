import * as uiWords from './words.ts'

const LOOKS = {
  plain: 'bg-sunken text-soft',
  strong: 'bg-ink text-on-ink',
  good: 'bg-good/15 text-good',
}

interface BadgeProps {
  /** Whether its text is a member's, with words of any length. */
  isFree?: boolean
  look?: keyof typeof LOOKS
  children: React.ReactNode
}

export function Badge({ look = 'plain', isFree = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border border-transparent px-2 py-px text-xs font-medium ${isFree ? 'wrap-anywhere' : ''} ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}

/** Stands behind a fixed figure of the specification, which no one has measured. */
export const SampleMark = () => (
  <>
    {' '}
    <span className="font-sans text-sm font-normal tracking-normal whitespace-nowrap text-soft">
      {uiWords.sampleFigure}
    </span>
  </>
)

/** Marks demo content. */
export const SampleBadge = () => (
  <span className="shrink-0 rounded-full border border-edge px-2 text-xs font-medium text-soft">
    {uiWords.sample}
  </span>
)
