import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/terms'
import { Prose } from './prose.tsx'
import * as legalWords from './words/legal.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: legalWords.termsTitle,
    description: legalWords.termsDescription,
    path: '/terms',
  })

export default function Terms() {
  return <Prose title={legalWords.termsTitle} sections={legalWords.termsSections} />
}
