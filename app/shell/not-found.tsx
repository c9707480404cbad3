import { data } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/not-found'
import * as frameWords from './words/frame.ts'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: frameWords.notFoundPageTitle,
    description: frameWords.notFoundDescription,
    noIndex: true,
  })

export default function NotFound() {
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <p className="figure text-figure">
        <span className="marked px-3">{frameWords.notFoundStatus}</span>
      </p>
      <h1 className="display text-2xl">{frameWords.notFoundTitle}</h1>
      <p className="max-w-md text-soft">{frameWords.notFoundMore}</p>
      <LinkButton to="/">{uiWords.returnHome}</LinkButton>
    </div>
  )
}
