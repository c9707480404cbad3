import { lazy, Suspense } from 'react'
import { siteContext } from '../../data/site.ts'
import type { Route } from './+types/gallery'

// Lazy, because every page lists the static imports of every route.
const Controls = lazy(() => import('./controls.tsx'))

/** 404 unless DESIGN_PAGE=on is set, or in development. */
export function loader({ context }: Route.LoaderArgs) {
  const isOpen = import.meta.env.DEV || context.get(siteContext).hasDesignPage
  if (!isOpen) throw new Response(null, { status: 404 })
  return null
}

export default function Gallery() {
  return (
    <Suspense>
      <Controls />
    </Suspense>
  )
}
