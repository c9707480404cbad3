import { Link } from 'react-router'
import { siteContext } from '../data/site.ts'
import { toCapabilityPath } from '../tools/tool.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/capabilities'
import { readCapabilities } from './read-capabilities.ts'
import * as capabilityWords from './words.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await readCapabilities(context.get(siteContext)) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: capabilityWords.listTitle,
    description: capabilityWords.listDescription,
    path: '/capabilities',
  })

/** All capabilities by category. */
export default function Capabilities({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page py-8">
      <h1 className="display mb-6 text-4xl">{capabilityWords.listTitle}</h1>
      {categories.length === 0 ? <p className="text-soft">{capabilityWords.listNone}</p> : null}
      <nav aria-label={capabilityWords.listCategories} className="mb-6 grid grid-cols-2 sm:hidden">
        {categories.map(({ name }, index) => (
          <a
            key={name}
            href={`#category-${index + 1}`}
            className="flex min-h-11 items-center text-sm text-link hover:underline"
          >
            {name}
          </a>
        ))}
      </nav>
      <div className="gap-8 md:columns-2 xl:columns-3">
        {categories.map(({ name, capabilities }, index) => (
          <section key={name} className="mb-8 break-inside-avoid">
            <h2 id={`category-${index + 1}`} className="mb-2 font-semibold">
              {name}
            </h2>
            <ul>
              {capabilities.map((capability) => (
                <li key={capability.slug} className="flex items-baseline justify-between gap-3">
                  <Link
                    to={toCapabilityPath(capability.slug)}
                    className="inline-block py-1 text-link wrap-anywhere hover:underline"
                  >
                    {capability.name}
                  </Link>
                  <span className="shrink-0 text-sm text-soft tabular-nums">
                    {capabilityWords.listCount(capability.tool_count)}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
