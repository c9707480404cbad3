import { siteContext } from '../../data/site.ts'
import { IDENTITY } from '../../shared/identity.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { OwnProse } from '../../ui/own-prose.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
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
    <article className="page max-w-3xl py-10">
      <h1 className="display text-title">{publicWords.guidelinesTitle}</h1>
      <p className="mt-3 text-lg">{publicWords.guidelinesIntro}</p>
      <nav aria-label={publicWords.contents} className="mt-4">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-block py-1 text-link hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Section id="reasons" title={publicWords.reasonsTitle}>
        <p className="mt-2 text-soft">{publicWords.reasonsIntro}</p>
        <div className="mt-4 grid gap-5">
          {(Object.keys(REASONS) as Reason[]).map((reason) => (
            <section key={reason} id={reason} className="scroll-mt-24 target:[&>h3]:underline">
              <h3 className="font-semibold">{REASONS[reason]}</h3>
              <p className="mt-1">{publicWords.REASON_TEXTS[reason]}</p>
            </section>
          ))}
        </div>
      </Section>
      <Section id="reviews" title={publicWords.reviewsTitle}>
        <ul className="mt-3 grid list-disc gap-2 pl-5">
          {publicWords.reviewsPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      <Section id="moderation" title={publicWords.processTitle}>
        <div className="mt-4 grid gap-5">
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
      </Section>
    </article>
  )
}

interface SectionProps {
  id: string
  title: string
  children: React.ReactNode
}

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="mt-10">
    <h2 id={id} className="display scroll-mt-24 text-2xl">
      {title}
    </h2>
    {children}
  </section>
)
