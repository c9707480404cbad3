import { hidden } from '../../ui/format/rich-text.tsx'
import type { Change } from './edit.ts'
import * as editWords from './words.ts'

/** The changed fields, each with its value before and after. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <dl className="grid gap-2">
    {changes.map(({ field, label, before, after }) => (
      <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="text-sm text-soft sm:pt-0.5">{label}</dt>
        <dd className="grid justify-items-start gap-1 whitespace-pre-line wrap-anywhere">
          <del className="bg-bad/10 px-1">
            {hidden(`${editWords.before} `)}
            {before}
          </del>
          <ins className="bg-good/15 px-1">
            {hidden(`${editWords.after} `)}
            {after}
          </ins>
        </dd>
      </div>
    ))}
  </dl>
)
