import type { Figure } from './figures.ts'

/** Figures and what they count, side by side. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="display text-3xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
