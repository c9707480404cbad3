import { pageMeta } from '../data/page-meta.ts'
import type { Route } from './+types/privacy'
import { Prose } from './prose.tsx'
import { PRIVACY } from './words/legal.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: PRIVACY.title,
    description: PRIVACY.description,
    path: '/privacy',
  })

export default function Privacy() {
  return <Prose title={PRIVACY.title} sections={PRIVACY.sections} />
}
