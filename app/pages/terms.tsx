import { siteContext } from '../data/site.ts'
import { OwnProse } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/terms'
import { Prose } from './prose.tsx'
import * as pageWords from './words.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(siteContext).texts.terms ?? null

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? pageWords.termsTitle,
    description: pageWords.termsDescription,
    path: '/terms',
  })

export default function Terms({ loaderData: text }: Route.ComponentProps) {
  if (text) return <OwnProse title={pageWords.termsTitle} text={text} />
  return <Prose title={pageWords.termsTitle} sections={pageWords.termsSections} />
}
