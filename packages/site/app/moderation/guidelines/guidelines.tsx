import { siteContext } from '../../data/site.ts'
import { IDENTITY } from '../../shared/identity.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { OwnProse } from '../../ui/own-prose.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import * as publicWords from '../words/public.ts'
import { REASONS, type Reason } from '../words/reasons.ts'
import type { Route } from './+types/guidelines'

export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(siteContext).texts.guidelines ?? null

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? publicWords.guidelinesTitle,
    description: publicWords.guidelinesDescription,
    path: '/guidelines',
  })

const SECTIONS = [
  ['reasons', publicWords.reasonsTitle],
  ['reviews', publicWords.reviewsTitle],
  ['moderation', publicWords.processTitle],
] as const

export default function Guidelines({ loaderData: text }: Route.ComponentProps) {
  if (text) return <OwnProse title={publicWords.guidelinesTitle} text={text} />
  return (
    <article className="page column py-12">
      <h1 className="display text-title">{publicWords.guidelinesTitle}</h1>
      <p className="mt-3">{publicWords.guidelinesIntro}</p>
      <nav aria-label={publicWords.contents} className="mt-4">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-block py-1 text-link hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Part id="reasons" title={publicWords.reasonsTitle}>
        <p className="mt-2 text-soft">{publicWords.reasonsIntro}</p>
        <div className="mt-4 grid gap-4">
          {(Object.keys(REASONS) as Reason[]).map((reason) => (
            <section key={reason} id={reason} className="scroll-mt-24 target:[&>h3]:underline">
              <h3 className="font-semibold">{REASONS[reason]}</h3>
              <p className="mt-1">{publicWords.REASON_TEXTS[reason]}</p>
            </section>
          ))}
        </div>
      </Part>
      <Part id="reviews" title={publicWords.reviewsTitle}>
        <ul className="mt-3 grid list-disc gap-2 pl-6">
          {publicWords.reviewsPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Part>
      <Part id="moderation" title={publicWords.processTitle}>
        <div className="mt-4 grid gap-4">
          {publicWords.processPoints.map(({ title, text }) => (
            <section key={title}>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1">
                <Rich text={text as string} parts={{ log: linkTo('/moderation-log') }} />
              </p>
            </section>
          ))}
        </div>
        <p className="mt-6">
          <Rich
            text={publicWords.contact}
            parts={{ address: IDENTITY.contact, mail: linkTo(`mailto:${IDENTITY.contact}`) }}
          />
        </p>
      </Part>
    </article>
  )
}

interface PartProps {
  id: string
  title: string
  children: React.ReactNode
}

const Part = (props: PartProps) => <Section {...props} className="mt-12" />
