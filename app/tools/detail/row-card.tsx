import type { FactRow } from '../facts/describe-facts.ts'

interface RowCardProps {
  id: string
  title: string
  rows: readonly FactRow[]
  /** Below the rows. */
  children: React.ReactNode
}

/** Facts that the rest of the page does not show. */
export const RowCard = ({ id, title, rows, children }: RowCardProps) => (
  <aside className="panel p-5" aria-labelledby={id}>
    <h2 id={id} className="mb-3 font-semibold">
      {title}
    </h2>
    <dl className="grid gap-3 text-sm">
      {rows.map(({ term, text, href, more }) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 text-right wrap-anywhere tabular-nums">
            {href ? (
              <a href={href} rel="nofollow noopener" className="underline">
                {text}
              </a>
            ) : (
              text
            )}
            {more ? <span className="block text-soft">{more}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </aside>
)
