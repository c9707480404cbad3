import { siteContext } from '../data/site.ts'
import { OwnProse } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/privacy'
import { Prose } from './prose.tsx'
import * as pageWords from './words.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(siteContext).texts.privacy ?? null

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? pageWords.privacyTitle,
    description: pageWords.privacyDescription,
    path: '/privacy',
  })

export default function Privacy({ loaderData: text }: Route.ComponentProps) {
  if (text) return <OwnProse title={pageWords.privacyTitle} text={text} />
  return <Prose title={pageWords.privacyTitle} sections={pageWords.privacySections} />
}
