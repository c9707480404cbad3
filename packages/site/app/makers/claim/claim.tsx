import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { findTool } from '../../tools/read-tool.ts'
import { ToolNotFound } from '../../tools/tool-not-found.tsx'
import * as detailWords from '../../tools/words/detail.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as makerWords from '../words.ts'
import type { Route } from './+types/claim'

// Loaded apart from the route, as that of suggested edits.
const Screen = lazy(() => import('./claim-screen.tsx'))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/claim`)
  if (!tool) throw data(null, { status: 404 })
  return { id: tool.id, name: tool.name, slug: tool.slug, maker: tool.tool_makers }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? makerWords.claimTitle(loaderData.name) : detailWords.missing,
    description: loaderData ? makerWords.claimDescription : detailWords.missingDescription,
    noIndex: true,
  })

export default function Claim({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <Screen key={loaderData.id} {...loaderData} />
    </Suspense>
  )
}

export const ErrorBoundary = ToolNotFound
