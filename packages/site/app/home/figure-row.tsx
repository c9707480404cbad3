import { SampleMark } from '../ui/badge.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink, linkTo } from '../ui/links.tsx'
import * as uiWords from '../ui/words.ts'
import type { Figure } from './read-home.ts'
import * as homeWords from './words.ts'

/** Figures with their labels, side by side. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  const isEmpty = figures.every(({ value }) => [formatCount(0), uiWords.nothing].includes(value))
  return (
    <div className="grid gap-3">
      <dl
        className={`grid gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12 ${figures.length === 3 ? 'grid-cols-3' : 'grid-cols-2'}`}
      >
        {figures.map(({ figure, value, label, isSample }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-soft">{label}</dt>
            <dd
              className={`display flex items-baseline gap-x-1.5 text-lg tabular-nums sm:text-title ${figures.length === 3 ? 'max-sm:flex-col' : ''}`}
            >
              <FigureLink figure={figure}>{value}</FigureLink>
              {isSample ? <SampleMark /> : null}
            </dd>
          </div>
        ))}
      </dl>
      {isEmpty ? (
        <p className="text-soft">
          <Rich text={homeWords.figuresNone} parts={{ link: linkTo('/add-tool') }} />
        </p>
      ) : null}
    </div>
  )
}
