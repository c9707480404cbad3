import { readCategories } from '../categories/read-categories.ts'
import { pageMeta } from '../data/page-meta.ts'
import { useSession } from '../data/session.ts'
import { siteContext } from '../data/site.ts'
import type { Route } from './+types/add-tool'
import { AddToolForm } from './add-tool-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await readCategories(context.get(siteContext).supabase)
  return { categories: categories.map(({ name }) => name) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Add a tool',
    description: 'Add a software tool that is not listed yet.',
    path: '/add-tool',
    noIndex: true,
  })

export default function AddTool({ loaderData: { categories } }: Route.ComponentProps) {
  const { loading, user } = useSession()
  return (
    <div className="page max-w-2xl py-8">
      <h1 className="display text-title">Add Tool</h1>
      <p className="mt-1 mb-6 text-soft">
        What is not listed yet, you can add. It is on the site at once, ready for its first review.
      </p>
      {loading ? (
        <p role="status" className="panel h-96 p-6 text-soft">
          Loading...
        </p>
      ) : (
        <AddToolForm key={user?.id} userId={user?.id} categories={categories} />
      )}
    </div>
  )
}
