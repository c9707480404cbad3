import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { readCategoryNames } from '../category-names.ts'
import { readSuccessor } from '../describe-facts.ts'
import { findTool } from '../read-tool.ts'
import { ToolNotFound } from '../tool-not-found.tsx'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import type { Route } from './+types/suggest-edit'

// Loaded apart from the route: every page loads the router's manifest, which lists what a route imports.
const Screen = lazy(() => import('./suggest-edit-screen.tsx'))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/suggest-edit`)
  if (!tool) throw data(null, { status: 404 })
  const [categories, successor] = await Promise.all([
    readCategoryNames(site),
    readSuccessor(site, tool.tool_facts?.successor_id),
  ])
  return { tool, successor, categories: categories.map(({ name }) => name) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? editWords.suggestTitle(loaderData.tool.name) : detailWords.missing,
    description: loaderData ? editWords.suggestDescription : detailWords.missingDescription,
    noIndex: true,
  })

export default function SuggestEdit({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <Screen key={loaderData.tool.id} {...loaderData} />
    </Suspense>
  )
}

export const ErrorBoundary = ToolNotFound
