import { pageMeta } from '../data/page-meta.ts'
import { siteContext } from '../data/site.ts'
import { FigureRow } from '../home/figure-row.tsx'
import { readFigures } from '../home/figures.ts'
import { readHasDemoContent } from '../trust/counted.ts'
import type { Route } from './+types/about'
import { ABOUT, FIGURES, FIXED_FIGURES } from './words/pages.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = context.get(siteContext)
  if (await readHasDemoContent(supabase)) return { figures: FIXED_FIGURES }
  const [tools, reviews, reviewers] = (await readFigures(supabase)).hero
  return {
    figures: [
      { value: tools?.value ?? '0', label: FIGURES.tools },
      { value: reviews?.value ?? '0', label: FIGURES.reviews },
      { value: reviewers?.value ?? '0', label: FIGURES.people },
    ],
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: ABOUT.pageTitle,
    description: ABOUT.description,
    path: '/about',
  })

export default function About({ loaderData: { figures } }: Route.ComponentProps) {
  return (
    <div className="page max-w-4xl py-10">
      <h1 className="display text-title">{ABOUT.title}</h1>
      <p className="mt-4 max-w-2xl text-lg text-soft">{ABOUT.story}</p>
      <h2 className="display mt-10 mb-4 text-2xl">{ABOUT.values}</h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {ABOUT.valueList.map(({ title, text }) => (
          <li key={title} className="panel p-5">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-sm text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <h2 className="sr-only">{ABOUT.figures}</h2>
      <div className="mt-10">
        <FigureRow figures={figures} />
      </div>
    </div>
  )
}
