import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/privacy'
import { Prose } from './prose.tsx'
import * as legalWords from './words/legal.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: legalWords.privacyTitle,
    description: legalWords.privacyDescription,
    path: '/privacy',
  })

export default function Privacy() {
  return <Prose title={legalWords.privacyTitle} sections={legalWords.privacySections} />
}
