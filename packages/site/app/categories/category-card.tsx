import { Link } from 'react-router'
import { toCapabilityPath } from '../tools/tool.ts'
import { FigureLink } from '../ui/links.tsx'
import { CategoryIcon } from './category-icon.tsx'
import type { Category, TileCategory } from './read-categories.ts'
import * as categoryWords from './words.ts'

const BADGE =
  'inline-flex min-h-6 items-center rounded-full border border-line px-2 text-xs text-soft max-sm:inline max-sm:border-0 max-sm:px-0'

/** On phones icon, name and number are one line, and so are description and subcategories. */
const LINE = 'max-sm:col-span-full max-sm:block max-sm:truncate'

interface CategoryProps {
  category: Category
}

const CategoryLink = ({
  category: { aliases, name },
}: {
  category: Pick<Category, 'aliases' | 'name'>
}) => (
  <Link
    to={`/all-tools?category=${encodeURIComponent(aliases[0] ?? name)}`}
    className="after:absolute after:inset-0 after:rounded-card"
  >
    {name}
  </Link>
)

/** Its icon, name and number. @param props.figure of the number of tools, in the registry of app/figures/figure */
export function CategoryTile({ category, figure }: { category: TileCategory; figure: string }) {
  return (
    <article className="panel panel-link relative flex min-h-16 items-center gap-2 px-2 sm:gap-3 sm:px-3">
      <CategoryIcon {...category} />
      <div className="min-w-0 text-sm leading-4">
        <h3 className="font-semibold leading-5 *:inline-block">
          <CategoryLink category={category} />
        </h3>
        <span className="mt-0.5 inline-block text-soft leading-6 tabular-nums *:inline-block">
          <FigureLink figure={figure}>{categoryWords.cardTools(category.toolCount)}</FigureLink>
        </span>
      </div>
    </article>
  )
}

export function CategoryCard({ category }: CategoryProps) {
  return (
    <article className="panel relative flex h-full flex-col gap-2 p-4 transition-transform hover:-translate-y-0.5 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0 max-sm:px-3 max-sm:py-2">
      <div className="flex items-center justify-between gap-2 max-sm:contents">
        <CategoryIcon {...category} className="size-10 max-sm:size-7" />
        <span className="rounded-full bg-sunken px-2 py-0.5 text-xs text-soft tabular-nums max-sm:order-1">
          {categoryWords.cardTools(category.toolCount)}
        </span>
      </div>
      <h3 className="font-semibold">
        <CategoryLink category={category} />
        {category.trending ? (
          <span className="ml-2 rounded bg-sunken px-1.5 py-0.5 text-xs font-medium text-soft">
            {categoryWords.cardTrending}
          </span>
        ) : null}
      </h3>
      <p className={`text-sm text-soft max-sm:order-2 ${LINE}`}>{category.description}</p>
      <ul className={`mt-auto flex flex-wrap gap-1.5 pt-1 max-sm:order-3 ${LINE}`}>
        {category.subcategories.map(({ name, slug }) => (
          <li key={name} className="flex max-sm:mr-3 max-sm:inline">
            {slug ? (
              // Above the link of the whole card.
              <Link
                to={toCapabilityPath(slug)}
                className={`${BADGE} relative hover:border-edge hover:text-ink`}
              >
                {name}
              </Link>
            ) : (
              <span className={BADGE}>{name}</span>
            )}
          </li>
        ))}
      </ul>
    </article>
  )
}
