import { pageMeta } from '../data/page-meta.ts'
import type { Route } from './+types/terms'
import { Prose } from './prose.tsx'
import { TERMS } from './words/legal.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TERMS.title,
    description: TERMS.description,
    path: '/terms',
  })

export default function Terms() {
  return <Prose title={TERMS.title} sections={TERMS.sections} />
}
