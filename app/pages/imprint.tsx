import { data } from 'react-router'
import { siteContext } from '../data/site.ts'
import NotFound from '../shell/not-found.tsx'
import { OwnProse } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/imprint'
import * as pageWords from './words.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { imprint = null } = context.get(siteContext).texts
  return data(imprint, { status: imprint ? 200 : 404 })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? pageWords.imprintTitle,
    description: pageWords.imprintDescription,
    path: '/imprint',
    noIndex: !loaderData,
  })

/** The operator's name and address, which many laws require (DSA Art. 11 and 12). */
export default function Imprint({ loaderData: text }: Route.ComponentProps) {
  return text ? <OwnProse title={pageWords.imprintTitle} text={text} /> : <NotFound />
}
