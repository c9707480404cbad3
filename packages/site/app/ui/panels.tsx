import { SampleMark } from './badge.tsx'

interface SectionProps {
  /** Names the section; a link can lead to it. */
  id: string
  title: React.ReactNode
  hint?: string
  /** Replaces the classes of the card. */
  className?: string
  children: React.ReactNode
}

/** A part of a page with its title, on a card. */
export function Section({
  id,
  title,
  hint,
  className = 'panel grid content-start gap-4 p-6',
  children,
}: SectionProps) {
  const heading = (
    <h2 id={id} className="display text-lg wrap-anywhere">
      {title}
    </h2>
  )
  return (
    <section aria-labelledby={id} className={className}>
      {hint ? (
        <div>
          {heading}
          <p className="mt-1 text-sm text-soft">{hint}</p>
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}

interface StatCardProps {
  label: string
  value: React.ReactNode
  /** Whether the figure is a fixed one of the specification. */
  isSample?: boolean
  hint?: string
}

/** A figure with its label, as a list item. */
export function StatCard({ label, value, isSample = false, hint }: StatCardProps) {
  return (
    // Neither a hint nor a label of two lines moves the figure out of its row.
    <li className={`panel grid gap-1 p-3 sm:p-4 ${hint ? 'content-start' : 'content-between'}`}>
      <span className="text-sm text-soft">{label}</span>
      <span>
        <strong className="display text-title tabular-nums">{value}</strong>
        {isSample ? <SampleMark /> : null}
      </span>
      {hint ? <span className="text-sm text-soft">{hint}</span> : null}
    </li>
  )
}
