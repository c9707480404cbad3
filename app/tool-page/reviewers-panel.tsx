import type { Insight, ReviewerGroup } from '../data/rpc-results.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatPercent } from '../ui/format/numbers.ts'

/** The roles of a tool's reviewers, and the sizes of their companies. */
export function ReviewersPanel({ roles, sizes }: Pick<Insight, 'roles' | 'sizes'>) {
  if (roles.length + sizes.length === 0) return null
  return (
    <section aria-labelledby="reviewers" className="panel p-4 sm:p-5">
      <h2 id="reviewers" className="mb-3 font-semibold">
        {detailWords.reviewersTitle}
      </h2>
      <div className="grid gap-x-4 gap-y-5 max-sm:grid-cols-2">
        <GroupShares
          title={detailWords.reviewersRole}
          groups={roles}
          formatName={(name) => detailWords.ROLES[name] ?? name}
        />
        <GroupShares
          title={detailWords.reviewersSize}
          groups={sizes.toSorted((a, b) => parseMinSize(a) - parseMinSize(b))}
          formatName={detailWords.reviewersPeople}
        />
      </div>
    </section>
  )
}

/** The lower limit of a size such as "11-50" or "1000+". */
const parseMinSize = ({ name }: ReviewerGroup) => Number.parseInt(name, 10)

interface GroupSharesProps {
  title: string
  groups: readonly ReviewerGroup[]
  formatName: (name: string) => string
}

function GroupShares({ title, groups, formatName }: GroupSharesProps) {
  const total = groups.reduce((sum, { reviewers }) => sum + reviewers, 0)
  if (total === 0) return null
  return (
    <div>
      <h3 className="kicker mb-1">{title}</h3>
      <ul className="grid gap-1.5 text-sm">
        {groups.map(({ name, reviewers }) => {
          const share = formatPercent(reviewers / total)
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-1 max-sm:text-[0.8125rem] sm:gap-x-2 sm:grid-cols-[minmax(0,1fr)_4rem_2.5rem]"
            >
              <span className="truncate">{formatName(name)}</span>
              <span
                aria-hidden
                className="h-1.5 forced-color-adjust-none rounded-full bg-sunken max-sm:hidden"
              >
                <span
                  className="block h-full rounded-full bg-link"
                  style={{ width: `${(100 * reviewers) / total}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{share}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
