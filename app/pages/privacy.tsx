import { siteContext } from '../data/site.ts'
import { OwnProse } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/privacy'
import { Prose } from './prose.tsx'
import * as legalWords from './words/legal.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(siteContext).texts.privacy ?? null

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? legalWords.privacyTitle,
    description: legalWords.privacyDescription,
    path: '/privacy',
  })

export default function Privacy({ loaderData: text }: Route.ComponentProps) {
  if (text) return <OwnProse title={legalWords.privacyTitle} text={text} />
  return <Prose title={legalWords.privacyTitle} sections={legalWords.privacySections} />
}
