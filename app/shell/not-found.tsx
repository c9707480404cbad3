import { data } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/not-found'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Page not found',
    description: 'There is no page here.',
    noIndex: true,
  })

export default function NotFound() {
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <p className="display text-7xl">404</p>
      <h1 className="text-xl">Oops! Page not found</h1>
      <LinkButton to="/">Return to Home</LinkButton>
    </div>
  )
}
