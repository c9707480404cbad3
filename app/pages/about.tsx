import { pageMeta } from '../data/page-meta.ts'
import { siteContext } from '../data/site.ts'
import { FigureRow } from '../home/figure-row.tsx'
import { readFigures } from '../home/figures.ts'
import { IDENTITY } from '../identity.ts'
import { readHasDemoContent } from '../trust/counted.ts'
import type { Route } from './+types/about'

/** Spec 2 §2; fixed while demo content is loaded, measured without it. */
const FIXED = [
  { value: '500+', label: 'Tools listed' },
  { value: '10K+', label: 'User reviews' },
  { value: '25K+', label: 'Active users' },
  { value: '5+', label: 'Years of trust' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = context.get(siteContext)
  if (await readHasDemoContent(supabase)) return { figures: FIXED }
  const [tools, reviews, reviewers] = (await readFigures(supabase)).hero
  return {
    figures: [
      { value: tools?.value ?? '0', label: 'Tools listed' },
      { value: reviews?.value ?? '0', label: 'User reviews' },
      { value: reviewers?.value ?? '0', label: 'Active users' },
    ],
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description: `Why ${IDENTITY.name} exists and what it stands for.`,
    path: '/about',
  })

const VALUES = [
  {
    title: 'Transparency',
    text: 'Every rating shows how many people stand behind it, and every rule is open to read.',
  },
  {
    title: 'Community',
    text: 'Professionals help each other choose: with what they like, and with what they would change.',
  },
  {
    title: 'Innovation',
    text: 'New products get a day in the light, and their makers get honest answers.',
  },
]

export default function About({ loaderData: { figures } }: Route.ComponentProps) {
  return (
    <div className="page max-w-4xl py-10">
      <h1 className="display text-title">About {IDENTITY.name}</h1>
      <p className="mt-4 max-w-2xl text-lg text-soft">
        Choosing software is guesswork when everyone who praises it sells it. {IDENTITY.name} began
        with a simple wish: to hear from the people who use a tool every day, good and bad, with the
        evidence beside the stars.
      </p>
      <h2 className="display mt-10 mb-4 text-2xl">Our values</h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {VALUES.map(({ title, text }) => (
          <li key={title} className="panel p-5">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-sm text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <h2 className="sr-only">In figures</h2>
      <div className="mt-10">
        <FigureRow figures={figures} />
      </div>
    </div>
  )
}
