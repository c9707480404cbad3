// chunk: list
import { FigureLink } from '../ui/links.tsx'
import type { Figure } from './read-home.ts'

/** Figures with their labels, side by side. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl
      className={`grid gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12 ${figures.length === 3 ? 'grid-cols-3' : 'grid-cols-2'}`}
    >
      {figures.map(({ figure, value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="display text-[min(1.5rem,6vw)] tabular-nums sm:text-3xl">
            <FigureLink figure={figure}>{value}</FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
