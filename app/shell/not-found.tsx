import { data } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { LinkButton } from '../ui/button.tsx'
import { COMMON } from '../ui/words.ts'
import type { Route } from './+types/not-found'
import { NOT_FOUND } from './words/frame.ts'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: NOT_FOUND.pageTitle,
    description: NOT_FOUND.description,
    noIndex: true,
  })

export default function NotFound() {
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <p className="display text-7xl">{NOT_FOUND.status}</p>
      <h1 className="text-xl">{NOT_FOUND.title}</h1>
      <LinkButton to="/">{COMMON.returnHome}</LinkButton>
    </div>
  )
}
