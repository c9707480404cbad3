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
    <div className="page py-6">
      <h1 className="display mb-6 text-title">{capabilityWords.listTitle}</h1>
      {categories.length === 0 ? <p className="text-soft">{capabilityWords.listNone}</p> : null}
      <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
        {categories.map(({ name, capabilities }) => (
          <details key={name} className="panel">
            <summary className="cursor-pointer px-4 py-3 wrap-anywhere">
              <h2 className="inline font-semibold">{name}</h2>{' '}
              <span className="text-sm whitespace-nowrap text-soft tabular-nums">
                {capabilityWords.listUses(capabilities.length)}
              </span>
            </summary>
            <ul className="border-t border-line px-4 py-2">
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
          </details>
        ))}
      </div>
    </div>
  )
}
