import { Link } from 'react-router'
import { readHasDemoContent, readSection, type Site, siteContext } from '../data/site.ts'
import { FigureRow } from '../home/figure-row.tsx'
import { type Figure, markSample, readFigures } from '../home/read-home.ts'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/about'
import * as pageWords from './words.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return { figures: await readSection(site, readAboutFigures(site)) }
}

async function readAboutFigures(site: Site): Promise<readonly Figure[]> {
  if (await readHasDemoContent(site)) return pageWords.FIXED_FIGURES.map(markSample)
  const [tools, reviews, reviewers] = (await readFigures(site)).hero
  return [
    { figure: 'about-tools', value: tools?.value ?? '0', label: pageWords.figuresTools },
    { figure: 'about-reviews', value: reviews?.value ?? '0', label: pageWords.figuresReviews },
    { figure: 'about-people', value: reviewers?.value ?? '0', label: pageWords.figuresPeople },
  ]
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageWords.aboutPageTitle,
    description: pageWords.aboutDescription,
    path: '/about',
  })

export default function About({ loaderData: { figures } }: Route.ComponentProps) {
  return (
    <div className="page column py-12">
      <h1 className="display text-title">{pageWords.aboutTitle}</h1>
      <p className="mt-4 max-w-2xl text-soft">{pageWords.aboutStory}</p>
      <h2 className="display mt-12 mb-4 text-lg">{pageWords.aboutValues}</h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {pageWords.aboutValueList.map(({ title, text }) => (
          <li key={title} className="panel p-4">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-sm text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <h2 className="sr-only">{pageWords.aboutFigures}</h2>
      <div className="mt-12">{figures ? <FigureRow figures={figures} /> : <SectionFailure />}</div>
      <p className="mt-6 max-w-2xl text-sm text-soft">{pageWords.aboutMarks}</p>
      <p className="mt-4">
        <Link to="/docs" className="inline-block py-1 text-link hover:underline">
          {pageWords.aboutDocuments}
        </Link>
      </p>
    </div>
  )
}
