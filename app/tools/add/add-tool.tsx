import { siteContext } from '../../data/site.ts'
import { useSession } from '../../session/session.ts'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { readCategoryNames } from '../category-names.ts'
import * as listingWords from '../words/listing.ts'
import type { Route } from './+types/add-tool'
import { AddToolForm } from './add-tool-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await readCategoryNames(context.get(siteContext))
  return { categories: categories.map(({ name }) => name) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listingWords.addPageTitle,
    description: listingWords.addDescription,
    path: '/add-tool',
    noIndex: true,
  })

export default function AddTool({ loaderData: { categories } }: Route.ComponentProps) {
  const { loading, user } = useSession()
  return (
    <div className="page max-w-2xl py-8">
      <h1 className="display text-title">{listingWords.addTitle}</h1>
      <p className="mt-1 mb-6 text-soft">{listingWords.addText}</p>
      {loading ? (
        <Loading className="panel min-h-96 p-6" />
      ) : (
        <AddToolForm key={user?.id} userId={user?.id} categories={categories} />
      )}
    </div>
  )
}
