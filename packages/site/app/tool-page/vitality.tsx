import type { VitalityLine } from '../tools/describe-origins.ts'
import * as factWords from '../tools/words/facts.ts'

/**
 * One line that says whether the tool is alive, and where that is known from after a press (spec 10 §2). It stands in the
 * gaps around it, so that the page is as long as without it.
 */
export const Vitality = ({ text, rows }: VitalityLine) => (
  <details className="group/alive text-sm sm:-mt-1 sm:-mb-4">
    <summary
      title={text}
      className="cursor-pointer list-none truncate leading-6 text-soft group-open/alive:whitespace-normal hover:underline"
    >
      <span className="sr-only">{factWords.vitalityLabel} </span>
      {text}
    </summary>
    <dl className="my-2 grid gap-1 rounded-control border border-line bg-sunken px-4 py-3 sm:mb-6">
      {rows.map(({ term, text: value, origin, href }) => (
        <div key={term} className="flex flex-wrap gap-x-2">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value}{' '}
            {origin && href ? (
              <a href={href} rel="nofollow noopener" className="text-link underline">
                {origin}
              </a>
            ) : (
              origin
            )}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
