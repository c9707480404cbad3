import { lazy, Suspense } from 'react'
import { siteContext } from '../../data/site.ts'
import type { Route } from './+types/gallery'

// What a route names at its top, every page's list of routes names too.
const Controls = lazy(() => import('./controls.tsx'))

/** Not there unless the operator says DESIGN_PAGE=on; while developing it always is. */
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
