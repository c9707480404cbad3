import { percent } from '../../ui/format/numbers.ts'
import type { Group, Insight } from './insight.ts'
import * as detailWords from './words.ts'

/** Who reviews a tool: their roles, and how large their companies are. */
export function ReviewersPanel({ roles, sizes }: Pick<Insight, 'roles' | 'sizes'>) {
  if (roles.length + sizes.length === 0) return null
  return (
    <section aria-labelledby="reviewers" className="panel p-5">
      <h2 id="reviewers" className="mb-3 font-semibold">
        {detailWords.reviewersTitle}
      </h2>
      <div className="grid gap-5">
        <Shares
          title={detailWords.reviewersRole}
          groups={roles}
          nameOf={(name) => detailWords.ROLES[name] ?? name}
        />
        <Shares
          title={detailWords.reviewersSize}
          groups={sizes.toSorted((a, b) => sizeOf(a) - sizeOf(b))}
          nameOf={detailWords.reviewersPeople}
        />
      </div>
    </section>
  )
}

/** The fewest people of a size as "11-50" or "1000+". */
const sizeOf = ({ name }: Group) => Number.parseInt(name, 10)

interface SharesProps {
  title: string
  groups: readonly Group[]
  nameOf: (name: string) => string
}

function Shares({ title, groups, nameOf }: SharesProps) {
  const total = groups.reduce((sum, { reviewers }) => sum + reviewers, 0)
  if (total === 0) return null
  return (
    <div>
      <h3 className="kicker mb-1">{title}</h3>
      <ul className="grid gap-1.5 text-sm">
        {groups.map(({ name, reviewers }) => {
          const share = percent(reviewers / total)
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_4rem_2.5rem] items-center gap-2"
            >
              <span className="truncate">{nameOf(name)}</span>
              <span aria-hidden className="h-1.5 forced-color-adjust-none rounded-full bg-sunken">
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
